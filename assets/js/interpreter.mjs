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
    const app = globalThis.fetch(new URL("../../app.zip", import.meta.url)).then((response) => response.arrayBuffer());
    const python = await load(own);
    python.unpackArchive(await app, "zip");
    return python;
  } finally {
    globalThis.fetch = plain;
    tell(files.takeRecords());
    files.disconnect();
    channel.close();
  }
};
