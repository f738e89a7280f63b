// node compile.mjs SOURCE TARGET OPTIMIZE [SOURCE TARGET OPTIMIZE …]
// Run pyc.pack for each job in Pyodide, the very interpreter that the browser runs. Paths are relative to the project.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadPyodide } from "pyodide";

const here = dirname(fileURLToPath(import.meta.url));
const python = await loadPyodide();
python.FS.mkdir("/project");
python.mountNodeFS("/project", join(here, "..", ".."));
python.runPython(readFileSync(join(here, "pyc.py"), "utf8"));
const pack = python.globals.get("pack");
const jobs = process.argv.slice(2);
for (let i = 0; i < jobs.length; i += 3) pack(`/project/${jobs[i]}`, `/project/${jobs[i + 1]}`, Number(jobs[i + 2]));
