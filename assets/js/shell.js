// What must work without Python: theme and language before the first paint, the lobby, one remembered tap, progress,
// the way out when Python can't start, and the offer of a new version. The page (py/page) takes over when it is up.
"use strict";

window.shell = (() => {
  const root = document.documentElement;
  const OURS = "rosecrown:";
  const PREFS = "rosecrown:prefs";
  const LANGUAGES = ["en", "de", "nl"];
  const PATIENCE = 25000; // milliseconds without any progress before it is said that something is wrong
  const $ = (id) => document.getElementById(id);

  let words = {};
  let first = null; // the tap that is remembered until the table is up
  let taken = false; // the page listens now
  let up = false; // the table has answered
  let registration = null;

  // ---- preferences ----
  const storage = (() => {
    try {
      const held = window.localStorage;
      const probe = "rosecrown-probe"; // not one of ours: other tabs listen to those
      held.setItem(probe, "1");
      held.removeItem(probe);
      return held;
    } catch (error) {
      // A full storage can be read still; a refused one can't.
      try { return window.localStorage.length ? window.localStorage : null; } catch { return null; }
    }
  })();

  const preferences = () => {
    try { return JSON.parse(storage.getItem(PREFS)) || {}; } catch { return {}; }
  };

  const prefer = (name, value) => {
    try { storage.setItem(PREFS, JSON.stringify({ ...preferences(), [name]: value })); } catch { /* not kept, but shown */ }
  };

  const fromBrowser = () => {
    const wanted = (navigator.languages || [navigator.language || ""]).map((name) => name.slice(0, 2).toLowerCase());
    return wanted.find((name) => LANGUAGES.includes(name)) || "en";
  };

  // Dress the page: a language, a theme ("" is the system's) and how much may move ("normal", "short", "off").
  const dress = (language, theme, motion) => {
    if (language !== null) root.lang = language;
    if (theme !== null) theme ? root.setAttribute("data-theme", theme) : root.removeAttribute("data-theme");
    if (motion !== null) root.setAttribute("data-motion", motion);
    const colour = getComputedStyle(root).getPropertyValue("--brand").trim();
    if (colour) document.querySelector("meta[name=theme-color]").content = colour;
    if (language !== null) label();
  };

  const say = (key) => (words[root.lang] || {})[key] || (words.en || {})[key] || "";

  const label = () => {
    for (const element of document.querySelectorAll("[data-say]")) {
      const text = say(element.dataset.say);
      if (text) element.textContent = text;
    }
    if ($("progress")) $("progress").setAttribute("aria-label", say("shell.loading.words"));
  };

  // ---- the lobby as the build drew it ----
  const mount = () => {
    const lobby = document.querySelector(`#lobbies > template[data-lang="${root.lang}"]`);
    if (!lobby) return;
    $("app").replaceChildren(lobby.content.cloneNode(true));
    const theme = $("app").querySelector("select[name=theme]");
    if (theme) theme.value = root.dataset.theme || "";
  };

  const begin = () => {
    try { words = JSON.parse($("shell-words").textContent); } catch { words = {}; }
    label();
    mount();
    for (const game of document.querySelectorAll("#sprites [data-game]")) style(game.dataset.game);
    const problem = incapable();
    if (problem) trouble(problem, "", true);
    else watch();
  };

  // ---- before the page listens ----
  addEventListener("change", (event) => {
    if (up || !event.target.matches("select[data-change=language], select[data-change=theme]")) return;
    const { name, value } = event.target;
    prefer(name, value);
    if (name === "theme") return dress(null, value, null);
    dress(value || fromBrowser(), null, null);
    mount();
    const again = $("app").querySelector("select[name=language]");
    if (again) again.focus();
  });

  addEventListener("click", (event) => {
    const element = taken || !event.target.closest ? null : event.target.closest("[data-do]");
    if (!element || element.disabled) return;
    if (!$("trouble").hidden) return;
    for (const waiting of document.querySelectorAll(".is-waiting")) waiting.classList.remove("is-waiting");
    element.classList.add("is-waiting");
    first = intent(element);
    $("speech").textContent = say("shell.waiting");
  });

  // What a tap on an element says: its data attributes, as JSON.
  const intent = (element) => JSON.stringify({ ...element.dataset });

  // ---- progress: bytes of what this page and its workers have loaded ----
  const loaded = { bytes: 0, at: Date.now(), said: 0 };

  const count = (bytes) => {
    loaded.bytes += bytes;
    loaded.at = Date.now();
    const bar = $("progress");
    const total = Number(root.dataset.bytes) || 0;
    if (!bar || !total || up) return;
    const share = Math.min(0.99, loaded.bytes / total);
    bar.style.setProperty("--n", share);
    bar.setAttribute("aria-valuenow", Math.round(100 * share));
    bar.setAttribute("aria-valuetext", say("shell.loading").replace("{n}", Math.round(100 * share)));
  };

  const watch = () => {
    const timing = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) count(entry.decodedBodySize || 0);
    });
    timing.observe({ type: "resource", buffered: true });
    const channel = new BroadcastChannel("rosecrown:loading"); // assets/js/interpreter.mjs tells what the workers load
    channel.onmessage = (event) => count(event.data);
    const start = Date.now();
    const timer = setInterval(() => {
      if (up) {
        clearInterval(timer);
        timing.disconnect();
        channel.close();
      } else if (Date.now() - loaded.at > PATIENCE) {
        loaded.at = Date.now();
        trouble("slow", "", false);
      } else if (Date.now() - start > 3000 * (loaded.said + 1)) { // not at every step: a screen reader is listening
        loaded.said = 2 * loaded.said + 1;
        $("speech").textContent = $("progress").getAttribute("aria-valuetext") || "";
      }
    }, 500);
    new MutationObserver((_, observer) => {
      loaded.at = Date.now();
      if (document.body.dataset.table !== "ready") return;
      observer.disconnect();
      up = true;
      $("progress").hidden = true;
      if (shown === "slow" || shown === "start") hide();
      keepOffline();
    }).observe(document.body, { attributes: true, attributeFilter: ["data-page", "data-table"] });
  };

  // ---- trouble, and the way out ----
  let shown = "";

  const incapable = () => {
    if (location.protocol === "file:") return "file";
    const able = typeof WebAssembly === "object" && typeof WebAssembly.instantiateStreaming === "function"
      && typeof HTMLDialogElement === "function" && typeof BroadcastChannel === "function"
      && typeof DecompressionStream === "function"
      && typeof HTMLScriptElement.supports === "function" && HTMLScriptElement.supports("module");
    return able ? "" : "browser";
  };

  // kind: "file" | "browser" | "start" | "slow" | "fault"; details: text for whoever can mend it.
  const trouble = (kind, details, final) => {
    if (shown && kind === "slow") return;
    shown = kind;
    $("trouble-title").textContent = say(`shell.${kind}.title`);
    $("trouble-text").textContent = say(`shell.${kind}`);
    $("trouble-details").textContent = details ? `${details.trim()}\n\n${diagnosis()}` : diagnosis();
    $("trouble-said").textContent = "";
    const section = $("trouble");
    section.dataset.kind = kind;
    section.hidden = false;
    if (final || kind === "start") $("progress").hidden = true;
    $("alert").textContent = `${say(`shell.${kind}.title`)} ${say(`shell.${kind}`)}`;
  };

  const hide = () => {
    $("trouble").hidden = true;
    shown = "";
  };

  const diagnosis = () => [
    `Rose & Crown ${root.dataset.version || "?"}`,
    navigator.userAgent,
    `${innerWidth} × ${innerHeight} @ ${devicePixelRatio}, ${root.lang}, ${navigator.languages.join(" ")}`,
    `page ${document.body.dataset.page || "-"}, table ${document.body.dataset.table || "-"}, storage ${storage ? "ok" : "refused"}`,
  ].join("\n");

  // An error in our own files, or one of them missing, before anything works.
  addEventListener("error", (event) => {
    if (up || !document.body || incapable()) return;
    const source = event.target && (event.target.src || event.target.href);
    if (source && !source.endsWith(".js")) return;
    trouble("start", source ? `${source} was not loaded` : `${event.message} (${event.filename}:${event.lineno})`, true);
  }, true);
  addEventListener("unhandledrejection", (event) => {
    if (!up && document.body) trouble("start", String((event.reason && event.reason.stack) || event.reason), true);
  });

  const ours = () => {
    const found = {};
    for (let i = 0; storage && i < storage.length; i++) {
      const key = storage.key(i);
      if (key.startsWith(OURS)) found[key] = storage.getItem(key);
    }
    return found;
  };

  const download = (name, type, text) => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type }));
    link.download = name;
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  };

  const pick = (use) => {
    const input = document.createElement("input");
    input.type = "file";
    input.accept = ".json,application/json,text/plain";
    input.addEventListener("change", () => { if (input.files[0]) input.files[0].text().then(use); });
    input.click();
  };

  const copy = async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      const area = document.createElement("textarea");
      const before = document.activeElement;
      area.value = text;
      area.className = "sr-only";
      const open = document.querySelector("dialog[open]"); // outside of an open dialog nothing can be selected
      (open || document.body).append(area);
      area.select();
      let done = false;
      try { done = document.execCommand("copy"); } catch { /* then it isn't copied */ }
      area.remove();
      if (before) before.focus();
      return done;
    }
  };

  // Nothing that is there is overwritten; the format is that of rosecrown.formats.record.
  const adopt = (text) => {
    let added = 0;
    try {
      const file = JSON.parse(text);
      if (file.app !== "rosecrown" || file.export !== 1) throw new Error("not an export");
      for (const [key, value] of Object.entries(file.store)) {
        if (!key.startsWith(OURS) || typeof value !== "string" || storage.getItem(key) !== null) continue;
        storage.setItem(key, value);
        added += 1;
      }
    } catch {
      return "shell.import.failed";
    }
    return added ? "shell.import.done" : "shell.import.nothing";
  };

  const actions = {
    reload: () => location.reload(),
    hide,
    copy: async () => told((await copy($("trouble-details").textContent)) ? "shell.copied" : "shell.copy.failed"),
    export: () => {
      const text = JSON.stringify({ app: "rosecrown", export: 1, store: ours() }, null, 1);
      download("rose-and-crown.json", "application/json", text);
      told("shell.export.done");
    },
    import: () => pick((text) => told(adopt(text))),
    reset: () => {
      if (!confirm(say("shell.reset.sure"))) return;
      Object.keys(ours()).forEach((key) => storage.removeItem(key));
      told("shell.reset.done");
    },
  };

  const told = (key) => { $("trouble-said").textContent = say(key); };

  addEventListener("click", (event) => {
    const button = event.target.closest && event.target.closest("[data-shell]");
    if (button) actions[button.dataset.shell]();
    if (event.target.closest && event.target.closest(".skip")) {
      event.preventDefault();
      const main = $("main");
      if (main) main.focus();
    }
  });

  // ---- for the page: whatever may throw, for the page could not catch it ----
  const stored = () => JSON.stringify(ours());
  const kept = (key) => {
    try { return storage.getItem(key); } catch { return null; }
  };

  // Write or (null) remove; says why it could not: "quota", "refused", or nothing.
  const keep = (key, text) => {
    try {
      if (text === null) storage.removeItem(key);
      else storage.setItem(key, text);
      return "";
    } catch (error) {
      return /quota/i.test(error.name) ? "quota" : "refused";
    }
  };

  const visit = (push, state, address) => {
    try { history[push ? "pushState" : "replaceState"](state, "", address); } catch { /* too many at a time */ }
  };

  // The system's share sheet. True also when the player thought better of it.
  const share = async (what) => {
    try {
      await navigator.share(JSON.parse(what));
      return true;
    } catch (error) {
      return error.name === "AbortError";
    }
  };

  const SOUNDS = { // hertz, start and length in seconds of each note
    move: [[392, 0, 0.09]],
    take: [[330, 0, 0.08], [262, 0.07, 0.12]],
    turn: [[523, 0, 0.08], [659, 0.09, 0.12]],
    end: [[392, 0, 0.14], [523, 0.14, 0.14], [659, 0.28, 0.3]],
  };
  let audio = null;
  const play = (name) => {
    try {
      audio ??= new AudioContext();
      for (const [hertz, start, length] of SOUNDS[name] || []) {
        const note = audio.createOscillator();
        const loudness = audio.createGain();
        const begin = audio.currentTime + start;
        note.type = "triangle";
        note.frequency.value = hertz;
        loudness.gain.setValueAtTime(0.12, begin);
        loudness.gain.exponentialRampToValueAtTime(0.001, begin + length);
        note.connect(loudness).connect(audio.destination);
        note.start(begin);
        note.stop(begin + length);
      }
    } catch { /* no sound card, or not allowed: silence is fine */ }
  };

  // The styles of a game, once; resolves when they are there (or can't be: the game is playable without).
  const styles = {};
  const style = (game) => styles[game] ??= new Promise((resolve) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = `./assets/css/${game}.css`;
    link.onload = link.onerror = () => resolve();
    document.head.append(link);
  });

  // The screen stays on while somebody has a turn, where the browser can do that.
  let lock = null;
  let locking = false;
  const awake = async (on) => {
    if (!navigator.wakeLock || locking) return;
    if (lock && lock.released) lock = null;
    locking = true;
    try {
      if (on && !lock && document.visibilityState === "visible") lock = await navigator.wakeLock.request("screen");
      if (!on && lock) { await lock.release(); lock = null; }
    } catch { /* low battery, or not allowed */ }
    locking = false;
  };

  // ---- offline, and new versions: see sw.js ----
  const tell = (intent) => dispatchEvent(new CustomEvent("rosecrown", { detail: intent }));

  const keepOffline = async () => {
    const kept = navigator.serviceWorker;
    if (!kept) return;
    try {
      registration = await kept.register("./sw.js");
      const offer = () => {
        if (!registration.waiting || !registration.active || document.body.dataset.update) return;
        document.body.dataset.update = "offered";
        tell("update");
      };
      registration.addEventListener("updatefound", () => registration.installing.addEventListener("statechange", offer));
      let controlled = Boolean(kept.controller);
      kept.addEventListener("controllerchange", () => {
        if (controlled) location.reload();
        controlled = true;
      });
      const { active } = await kept.ready;
      active.postMessage({ type: "claim", version: root.dataset.version });
      document.body.dataset.offline = "ready";
      tell("offline-ready");
      offer();
    } catch { /* storage or workers are refused: play on, not offline */ }
  };

  const update = () => {
    if (registration && registration.waiting) registration.waiting.postMessage({ type: "skip-waiting" });
    else location.reload();
  };

  // ---- start ----
  const chosen = preferences();
  dress(
    LANGUAGES.includes(chosen.language) ? chosen.language : fromBrowser(),
    ["light", "dark", "contrast"].includes(chosen.theme) ? chosen.theme : "",
    ["short", "off"].includes(chosen.motion) ? chosen.motion : "normal",
  );
  // As soon as the parser has passed the words: the lobby is then in the first paint.
  new MutationObserver((_, observer) => {
    const parsed = $("shell-words");
    if (!parsed || (!parsed.nextSibling && document.readyState === "loading")) return;
    observer.disconnect();
    begin();
  }).observe(root, { childList: true, subtree: true });

  return {
    storage: storage ? "ok" : "refused",
    dress, trouble, copy, download, pick, update, intent, say, style, awake, stored, kept, keep, visit, share, play,
    // The page listens from now on; what was tapped before, as JSON, or null.
    take: () => {
      taken = true;
      return first;
    },
  };
})();
