// Offline, and one version at a time: the whole site is kept as it was built, and served from there.
//
// The page registers this after the table is up, so that fetching does not compete with the first start:
//
//   const kept = navigator.serviceWorker;                 // undefined where the address is neither https nor localhost
//   const registration = await kept.register("./sw.js");  // rejects where storage is refused: play on, not offline
//   const offer = () => { if (registration.waiting && registration.active) document.body.dataset.update = "offered"; };
//   registration.addEventListener("updatefound", () => {
//     registration.installing.addEventListener("statechange", offer);
//   });
//   let controlled = Boolean(kept.controller);
//   kept.addEventListener("controllerchange", () => { if (controlled) location.reload(); controlled = true; });
//   const { active } = await kept.ready;                  // every file is kept now
//   active.postMessage({ type: "claim", version: document.documentElement.dataset.version });
//   document.body.dataset.offline = "ready";
//   offer();
//
// and when the player takes the offer (otherwise it waits until the last tab is closed):
//
//   registration.waiting.postMessage({ type: "skip-waiting" });
//
// The new worker then takes over every open tab, and each reloads: the game is saved after every move.

const VERSION = "build:version";
const FILES = "build:files"; // {address: hash} of everything in the site but this file
const PREFIX = "rosecrown-";
// One site may live beside another on the same host, so a cache's name also tells whose it is.
const OURS = `${PREFIX}${new URL(self.registration.scope).pathname}-`;
const CACHE = OURS + VERSION;
const HASHES = "./hashes.json"; // in each cache: FILES of its version

// Each file's hash is checked by the browser, so that a half-finished upload on the host is never taken for a version.
// What an older version already holds isn't fetched again.
async function install() {
  const cache = await caches.open(CACHE);
  const older = [];
  for (const name of await caches.keys()) {
    if (!name.startsWith(OURS) || name === CACHE) continue;
    const held = await (await caches.open(name)).match(HASHES);
    if (held) older.push([await caches.open(name), await held.json()]);
  }
  await Promise.all(Object.entries(FILES).map(async ([address, integrity]) => {
    const holder = older.find(([, hashes]) => hashes[address] === integrity);
    const response = (holder && await holder[0].match(address)) || await fetch(address, { cache: "no-cache", integrity });
    if (!response.ok) throw new Error(`${address}: ${response.status}`);
    await cache.put(address, response);
  }));
  await cache.put(HASHES, Response.json(FILES));
}

async function removeOlder() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(OURS) && name !== CACHE).map((name) => caches.delete(name)));
}

// The network is asked only for what isn't part of the site; a page that isn't is the site's one page.
async function answer(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request, { ignoreSearch: true, ignoreVary: true });
  if (kept) return kept;
  return request.mode === "navigate" ? Response.redirect(self.registration.scope) : fetch(request);
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(removeOlder()));

self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && event.request.url.startsWith(self.registration.scope)) {
    event.respondWith(answer(event.request));
  }
});

self.addEventListener("message", (event) => {
  if (event.data.type === "skip-waiting") self.skipWaiting();
  // Take over the page that registered this, unless it was loaded from another version.
  if (event.data.type === "claim" && event.data.version === VERSION) event.waitUntil(self.clients.claim());
});
