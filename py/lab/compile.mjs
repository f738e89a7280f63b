// node compile.mjs pack_library SOURCE TARGET, or pack_app PACKAGE PYSCRIPT TARGET
// Call that function of pyc.py in Pyodide, the very interpreter that the browser runs. Paths are relative to the project.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadPyodide } from "pyodide";

const here = dirname(fileURLToPath(import.meta.url));
const python = await loadPyodide();
python.FS.mkdir("/project");
python.mountNodeFS("/project", join(here, "..", ".."));
python.runPython(readFileSync(join(here, "pyc.py"), "utf8"));
const paths = process.argv.slice(3).map((path) => `/project/${path}`);
python.globals.get(process.argv[2])(...paths);
