// The workers' interpreter: Pyodide with our package, which arrives meanwhile. Tells the page how much has arrived; on a
// first visit byte by byte.
import { loadPyodide as load } from "../../vendor/pyodide/pyodide.mjs";

// Later visits read from what the service worker keeps: there whole files are counted, for counting their bytes would
// cost the code that the browser has compiled and kept.
const firstVisit = async () => {
  try { return !(await caches.keys()).some((name) => name.startsWith("rosecrown-")); } catch { return true; }
};

const counting = (fetch, channel) => async (...request) => {
  const response = await fetch(...request);
  if (!response.body) return response;
  const counter = new TransformStream({
    transform(chunk, out) {
      channel.postMessage(chunk.byteLength);
      out.enqueue(chunk);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(counter), { status, statusText, headers });
};

// A tar file: for every file a header of 512 bytes, then the file, filled up to a multiple of 512 (POSIX.1-1988 ustar;
// names have at most 100 bytes). Pyodide's unpackArchive does this in Python, which takes several times as long.
const untar = (bytes, files) => {
  const text = (at, length) => new TextDecoder().decode(bytes.subarray(at, at + length)).split("\0", 1)[0];
  for (let at = 0; bytes[at];) {
    const name = text(at, 100), start = at + 512, end = start + parseInt(text(at + 124, 12), 8);
    files.mkdirTree(name.slice(0, name.lastIndexOf("/")));
    files.writeFile(name, bytes.subarray(start, end));
    at = start + Math.ceil((end - start) / 512) * 512;
  }
};

const fetchApp = async () => {
  const response = await globalThis.fetch(new URL("../../app.bin", import.meta.url));
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  const plain = response.body.pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(plain).arrayBuffer());
};

export const loadPyodide = async (options) => {
  const own = { ...options, indexURL: new URL("../../vendor/pyodide/", import.meta.url).href };
  const plain = globalThis.fetch;
  const channel = new BroadcastChannel("rosecrown:loading");
  const tell = (entries) => {
    for (const entry of entries) if (entry.initiatorType === "fetch") channel.postMessage(entry.decodedBodySize);
  };
  const files = new PerformanceObserver((list) => tell(list.getEntries()));
  if (await firstVisit()) globalThis.fetch = counting(plain, channel);
  else files.observe({ type: "resource", buffered: true });
  try {
    const [python, app] = await Promise.all([load(own), fetchApp()]);
    untar(app, python.FS);
    return python;
  } finally {
    globalThis.fetch = plain;
    tell(files.takeRecords());
    files.disconnect();
    channel.close();
  }
};
