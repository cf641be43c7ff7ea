// The page's half of the host: applies what the server sends, reports what the person does, and loses nothing between.
// No dependency, no build step. The protocol is described in Documentation/webhost.md.
"use strict";
(() => {
  const page = document.documentElement;
  if (!page.dataset.session) return;
  const byId = (id) => document.getElementById(id);
  const root = byId("_root"), overlays = byId("_overlays"), offline = byId("_offline");
  const focusable =
    "a[href],button:not([disabled]),input:not([disabled]),select:not([disabled]),textarea:not([disabled]),summary,[tabindex]:not([tabindex='-1'])";
  const interactive = "a[href],button,input,select,textarea,summary,label,[role=button],[contenteditable]";

  // ---- What is kept beyond a reload, for this tab alone -------------------------------------------------------------

  const keep = {
    read(name) { try { return sessionStorage.getItem(name); } catch { return null; } },
    write(name, value) {
      try {
        if (value === null) sessionStorage.removeItem(name); else sessionStorage.setItem(name, value);
      } catch { /* Full or forbidden: the page works on, without a memory. */ }
    },
  };
  // What a message may have, in bytes: the server ends the connection at a longer one.
  const messageBytes = Number(page.dataset.messageBytes);
  // The room for the number of a message, and for what stands in a greeting beside what is kept.
  const numberRoom = 32, greetingRoom = 1024;
  function fits(message, room) {
    const text = JSON.stringify(message), most = messageBytes - room;
    // A unit of a text has one to three bytes, so that most texts need no second look.
    if (text.length > most || text.length * 3 <= most) return text.length <= most;
    return new TextEncoder().encode(text).length <= most;
  }
  function keepable(saved) {
    if (saved === null || fits({ saved }, greetingRoom)) return saved;
    console.warn(`What this page keeps of its scene is left out: ${saved.length} characters are too many for a message.`);
    return null;
  }
  const savedBefore = keepable(keep.read("saved"));
  // What was typed, by field, with what the server knew there: as it was begun, and the last that it heard. Where the server says
  // something else when the page is loaded again, others changed it, and it is not written over.
  const drafts = new Map(Object.entries(JSON.parse(keep.read("typed") || "{}")));
  const mostDrafts = 50, mostKnown = 4;
  const writeDrafts = () => keep.write("typed", drafts.size ? JSON.stringify(Object.fromEntries(drafts)) : null);
  // The values that the server gave fields, or heard of, since they were made.
  const told = new WeakMap();
  function toldOf(element) {
    if (told.has(element)) return told.get(element);
    // As a field gives it back.
    const breaks = element.localName === "textarea" ? "\n" : "";
    return element.defaultValue.replace(/\r\n?|\n/g, breaks);
  }
  function draft(element) {
    if (element.type === "password" || !element.id) return;
    const known = drafts.get(element.id)?.known ?? [toldOf(element)];
    drafts.delete(element.id);
    drafts.set(element.id, { value: element.value, known });
    if (drafts.size > mostDrafts) drafts.delete(drafts.keys().next().value);
    writeDrafts();
  }
  function serverHas(id, value) {
    const element = byId(id), known = drafts.get(id)?.known;
    if (element) told.set(element, value);
    if (!known || known.at(-1) === value) return;
    known.push(value);
    if (known.length > mostKnown) known.splice(1, 1);
    writeDrafts();
  }

  // ---- The connection -----------------------------------------------------------------------------------------------

  let socket = null, greeted = false, attempts = 0, retry = 0, lostAt = 0, lastHeard = 0, hasConnected = false;
  let update = 0, sent = 0, acknowledged = 0, pending = [], isFirstHello = true;
  const revisions = new Map();
  const heartbeat = 25000, answerTime = 10000, patience = 2000;

  function environment() {
    const asks = (query) => matchMedia(query).matches;
    return {
      dark: asks("(prefers-color-scheme: dark)"), rm: asks("(prefers-reduced-motion: reduce)"),
      hc: asks("(prefers-contrast: more)") || asks("(forced-colors: active)"), w: innerWidth,
      tz: Intl.DateTimeFormat().resolvedOptions().timeZone,
      ts: parseFloat(getComputedStyle(page).fontSize) / 16, vis: !document.hidden,
    };
  }

  function connect() {
    clearTimeout(retry);
    if (socket || document.hidden) return;
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const mine = socket = new WebSocket(`${scheme}//${location.host}/live?s=${page.dataset.session}`);
    mine.onopen = () => {
      const hello = { e: "hello", build: page.dataset.build, seq: update, env: environment() };
      if (isFirstHello && savedBefore !== null) hello.saved = savedBefore;
      isFirstHello = false;
      mine.send(JSON.stringify(hello));
    };
    mine.onmessage = (event) => {
      if (mine !== socket) return;
      lastHeard = performance.now();
      receive(JSON.parse(event.data));
      if (!greeted) greet();
    };
    mine.onclose = (event) => { if (mine === socket) lose(event.code); };
  }

  function greet() {
    greeted = true;
    hasConnected = true;
    attempts = 0;
    page.classList.remove("restoring");
    page.classList.add("live");
    if (!offline.hidden) announce([{ m: document.body.dataset.reconnected }]);
    offline.hidden = true;
    root.inert = false;
    lostAt = 0;
    for (const message of pending) transmit(message);
    placeDrafts();
    restoreFocus();
  }

  function lose(code) {
    socket = null;
    greeted = false;
    page.classList.remove("live");
    if (code === 4404 || code === 1008 || code === 1009) return reload();
    if (!lostAt) lostAt = performance.now();
    if (document.hidden) return;
    const wait = Math.min(5000, 200 * 2 ** attempts++) * (0.5 + Math.random() / 2);
    retry = setTimeout(connect, wait);
    setTimeout(showLoss, Math.max(0, 800 - (performance.now() - lostAt)));
  }

  function showLoss() {
    if (greeted || !lostAt || document.hidden) return;
    if (offline.hidden) {
      offline.textContent = document.body.dataset.disconnected;
      offline.hidden = false;
    }
    // Whoever is writing goes on writing; everything else would be in vain.
    root.inert = !isTextField(document.activeElement);
  }

  // The page is not known any more. Should that not mend itself by loading it anew, it does not try for ever.
  function reload() {
    const now = Date.now();
    const recent = JSON.parse(keep.read("reloads") || "[]").filter((time) => now - time < 10000);
    if (recent.length >= 3) {
      lostAt = lostAt || performance.now();
      return showLoss();
    }
    keep.write("reloads", JSON.stringify([...recent, now]));
    const { id, caret } = rememberFocus();
    keep.write("focus", id ? JSON.stringify({ id, caret }) : null);
    location.reload();
  }

  function restoreFocus() {
    const kept = JSON.parse(keep.read("focus") || "null");
    keep.write("focus", null);
    const element = kept && byId(kept.id);
    if (!element) return;
    element.focus();
    if (kept.caret) setCaret(element, kept.caret);
  }

  function transmit(message) { socket.send(JSON.stringify(message)); }

  // Says something that must arrive, once. Without a connection, what the person wrote or switched waits; what was merely
  // pressed waits a moment only, because nobody expects it to happen minutes later.
  function send(message) {
    const lasts = message.e === "input" || message.e === "toggle";
    if (!greeted) {
      if (!lasts && lostAt && performance.now() - lostAt > patience) return showLoss();
      if (lasts) pending = pending.filter((other) => other.n !== message.n || other.e !== message.e);
    }
    message.s = ++sent;
    pending.push(message);
    if (greeted) transmit(message);
    setTimeout(() => root.toggleAttribute("aria-busy", pending.length > 0 && acknowledged < sent && greeted), 400);
  }

  setInterval(() => {
    if (!greeted) return;
    const asked = performance.now();
    socket.send('{"e":"ping"}');
    setTimeout(() => {
      if (greeted && lastHeard < asked) { const dead = socket; lose(1006); dead.close(); }
    }, answerTime);
  }, heartbeat);

  document.addEventListener("visibilitychange", () => {
    if (document.hidden) clearTimeout(retry);
    else if (!socket) { attempts = 0; connect(); if (lostAt) setTimeout(showLoss, 800); }
    tellEnvironment();
  });
  addEventListener("pagehide", () => {
    page.classList.remove("live");
    if (socket) { const old = socket; socket = null; greeted = false; old.close(); }
  });
  addEventListener("pageshow", (event) => { if (event.persisted) { attempts = 0; connect(); } });
  addEventListener("online", () => { if (!socket) { attempts = 0; connect(); } });

  let environmentTimer = 0;
  function tellEnvironment() {
    clearTimeout(environmentTimer);
    environmentTimer = setTimeout(() => { if (greeted) socket.send(JSON.stringify({ e: "env", env: environment() })); }, 150);
  }
  addEventListener("resize", () => { tellEnvironment(); reachScrollers(); });
  for (const query of ["(prefers-color-scheme: dark)", "(prefers-reduced-motion: reduce)", "(prefers-contrast: more)"])
    matchMedia(query).addEventListener("change", tellEnvironment);

  // ---- What the server sends ----------------------------------------------------------------------------------------

  function receive(message) {
    acknowledged = message.ack;
    for (const { e: event, n: id, v: value, s: number } of pending)
      if (event === "input" && number <= acknowledged) serverHas(id, value);
    pending = pending.filter((other) => other.s > acknowledged);
    if (acknowledged >= sent) root.removeAttribute("aria-busy");
    if (message.seq !== undefined) update = message.seq;
    if (message.title !== undefined) document.title = message.title;
    if (message.lang !== undefined) page.lang = message.lang;
    if (message.dir !== undefined) page.dir = message.dir;
    const focus = rememberFocus();
    const sights = message.root === undefined && !message.ops ? [] : lookAtLists();
    let isWhole = true;
    if (message.root !== undefined) replaceAll(message);
    else for (const operation of message.ops || []) isWhole = apply(operation, focus) && isWhole;
    for (const sight of sights) keepSight(sight);
    if (!isWhole && greeted) socket.send('{"e":"resync"}');
    if (message.keys) shortcuts = new Map(Object.entries(message.keys));
    if (message.saved !== undefined) keep.write("saved", keepable(message.saved));
    const wentDeeper = message.depth !== undefined && setDepth(message.depth);
    placeFocus(message.focus, focus, wentDeeper);
    if (message.say) announce(message.say);
    for (const element of appearing) if (isGap(element)) watch(element);
    if (unsent.size) tellUnsent();
    walkOn();
    reachScrollers();
  }

  // What scrolls and holds nothing that can have the focus gets it itself, so that keys can scroll it.
  function reachScrollers() {
    for (const element of document.querySelectorAll(".content,.scroll,.alert,.confirm")) {
      const isLonger = element.scrollHeight > element.clientHeight + 1 || element.scrollWidth > element.clientWidth + 1;
      const needsFocus = isLonger && !element.querySelector(focusable);
      if (needsFocus && !element.hasAttribute("tabindex")) {
        element.tabIndex = 0;
        element.isScroller = true;
      } else if (!needsFocus && element.isScroller) {
        element.removeAttribute("tabindex");
        element.isScroller = false;
      }
    }
  }

  // - Returns: false where the page is not what the server takes it for.
  function apply(operation, focus) {
    const element = operation.n === undefined ? null : byId(operation.n);
    if (operation.n !== undefined && !element) return false;
    switch (operation.o) {
    case "text": element.textContent = operation.v; break;
    case "icon": element.innerHTML = operation.v; break;
    case "set": element.setAttribute(operation.k, operation.v); if (operation.k === "data-e") settle(element); break;
    case "del": element.removeAttribute(operation.k); if (operation.k === "data-e") watch(element); break;
    case "prop": setProperty(element, operation); break;
    case "ins": {
      const parent = byId(operation.p), before = operation.b === undefined ? null : byId(operation.b);
      if (!parent || (operation.b !== undefined && (!before || before.parentNode !== parent))) return false;
      const made = parse(operation.v);
      made.dataset.came = "";
      parent.insertBefore(made, before);
      settle(made);
      break;
    }
    case "mv": {
      const parent = byId(operation.p), before = operation.b === undefined ? null : byId(operation.b);
      if (!parent || (operation.b !== undefined && (!before || before.parentNode !== parent))) return false;
      // Keeps focus, selection and playing animations where the browser knows how.
      if (parent.moveBefore && parent.isConnected && element.isConnected) parent.moveBefore(element, before);
      else {
        // It has come before.
        delete element.dataset.came;
        parent.insertBefore(element, before);
      }
      break;
    }
    case "rm": remove(element, focus); break;
    }
    return true;
  }

  function parse(html) {
    const template = document.createElement("template");
    template.innerHTML = html;
    return template.content.firstElementChild;
  }

  // The person is ahead of the server: what is on its way there wins.
  function setProperty(element, { k: name, v: value, r: revision }) {
    if ((revisions.get(element.id) || 0) !== revision) return;
    if (name === "value") {
      told.set(element, value);
      if (drafts.delete(element.id)) writeDrafts();
      if (element.value === value) return;
      const caret = element === document.activeElement && caretOf(element);
      element.value = value;
      if (caret) setCaret(element, caret);
    } else if (name === "checked") element.checked = value;
    else if (name === "open") setOpen(element, value);
  }

  function remove(element, focus) {
    if (element.contains(document.activeElement) && element.matches("li,tr,[role=listitem],[role=row]")) {
      focus.neighbours = [];
      for (let next = element.nextElementSibling; next; next = next.nextElementSibling) focus.neighbours.push(next);
      for (let next = element.previousElementSibling; next; next = next.previousElementSibling) focus.neighbours.push(next);
    }
    let hadDraft = false;
    for (const field of element.querySelectorAll("input,textarea")) {
      hadDraft = drafts.delete(field.id) || hadDraft;
      revisions.delete(field.id);
    }
    revisions.delete(element.id);
    if (drafts.delete(element.id) || hadDraft) writeDrafts();
    for (const seen of [element, ...element.querySelectorAll("[data-e*=a]")]) {
      observer.unobserve(seen);
      appearing.delete(seen);
    }
    for (const dialog of [...element.querySelectorAll("dialog[open]")].reverse()) closeQuietly(dialog);
    if (element.matches("dialog[open]")) closeQuietly(element);
    element.remove();
  }

  function replaceAll(message) {
    const scrolled = [...document.querySelectorAll("[id]")].filter((e) => e.scrollTop || e.scrollLeft)
      .map((e) => [e.id, e.scrollTop, e.scrollLeft]);
    for (const dialog of [...overlays.querySelectorAll("dialog[open]")].reverse()) closeQuietly(dialog);
    root.innerHTML = message.root;
    overlays.innerHTML = message.overlays;
    appearing.clear();
    settle(root);
    settle(overlays);
    for (const list of document.querySelectorAll(".list")) sizeGaps(list, false);
    for (const [id, top, left] of scrolled) { const e = byId(id); if (e) { e.scrollTop = top; e.scrollLeft = left; } }
    for (const { e: event, n: id, v: value, on } of pending) {
      const element = byId(id);
      if (element && event === "input") element.value = value;
      if (element && event === "toggle") element.checked = on;
    }
    for (const [id, value] of unsent) if (isTextField(byId(id))) markUnsent(byId(id), value);
  }

  function placeDrafts() {
    for (const [id, { value, known }] of [...drafts]) {
      const field = byId(id);
      if (!isTextField(field) || field.value === value || !hears(field, "i")) continue;
      if (known.includes(field.value)) {
        field.value = value;
        reportInput(field);
      } else {
        drafts.delete(id);
        writeDrafts();
      }
    }
  }

  // ---- Dialogs, menus, disclosures ----------------------------------------------------------------------------------

  function settle(tree) {
    const within = (selector) => [...(tree.matches(selector) ? [tree] : []), ...tree.querySelectorAll(selector)];
    for (const element of within("details")) element.wasOpen = element.open;
    for (const element of within("[data-e*=a]")) watch(element);
    for (const element of within("[data-open]")) {
      element.removeAttribute("data-open");
      setOpen(element, true);
    }
  }

  function setOpen(element, isOpen) {
    if (element.localName === "dialog") {
      if (!isOpen) return closeQuietly(element);
      if (element.matches(":modal")) return;
      if (element.open) element.close();
      if (element.getAttribute("aria-modal") === "false") element.show(); else element.showModal();
    } else if (element.popover) {
      if (element.matches(":popover-open") === isOpen) return;
      element.byServer = true;
      if (isOpen) openPopover(element); else element.hidePopover();
    } else element.wasOpen = element.open = isOpen;
  }

  function closeQuietly(dialog) { if (dialog.open) dialog.close(); }

  function openPopover(element) {
    element.showPopover();
    const match = /(?:^|\s)anchor-(\S+)/.exec(element.dataset.kind || "");
    const anchor = match && byId(match[1]);
    if (anchor) {
      const from = anchor.getBoundingClientRect(), size = element.getBoundingClientRect(), gap = 6;
      const below = from.bottom + gap + size.height <= innerHeight || from.top < size.height;
      element.style.top = `${Math.max(gap, below ? from.bottom + gap : from.top - gap - size.height)}px`;
      const start = page.dir === "rtl" ? from.left : Math.min(from.left, innerWidth - size.width - gap);
      element.style.left = `${Math.max(gap, start)}px`;
    }
    element.querySelector(focusable)?.focus();
  }

  document.addEventListener("cancel", (event) => {
    if (event.target.localName !== "dialog") return;
    event.preventDefault();
    if (hears(event.target, "x")) send({ e: "close", n: event.target.id });
  }, true);
  document.addEventListener("toggle", (event) => {
    const element = event.target;
    if (element.localName === "details") {
      if (element.open === element.wasOpen) return;
      element.wasOpen = element.open;
      if (hears(element, "t")) send({ e: "toggle", n: element.id, on: element.open, r: revise(element) });
    }
  }, true);
  // Before, because after comes late: what the person does next must not overtake it.
  document.addEventListener("beforetoggle", (event) => {
    const element = event.target;
    if (!element.popover) return;
    if (event.newState === "closed" && !element.byServer && hears(element, "x")) send({ e: "close", n: element.id });
    element.byServer = false;
  }, true);

  const modals = () => [...document.querySelectorAll("dialog:modal")];
  // The one that was opened last: overlays stand in their order.
  const topmost = () => modals().at(-1) || null;

  // ---- Focus --------------------------------------------------------------------------------------------------------

  function isTextField(element) {
    return !!element && (element.localName === "textarea" || (element.localName === "input"
      && !/^(checkbox|radio|range|button|submit|file|color|date|time|datetime-local|month|week)$/.test(element.type)));
  }
  const caretOf = (e) => isTextField(e) && e.selectionStart !== null ? [e.selectionStart, e.selectionEnd, e.selectionDirection] : null;
  function setCaret(element, [start, end, direction]) {
    // After a reload the name may be that of something else.
    if (!isTextField(element)) return;
    const length = element.value.length;
    element.setSelectionRange(Math.min(start, length), Math.min(end, length), direction);
  }

  function rememberFocus() {
    const element = document.activeElement;
    return element && element !== document.body
      ? { id: element.id, element, caret: caretOf(element), neighbours: [] } : { id: null, neighbours: [] };
  }

  // The scene's word first; then what had it; then a control of the row that came next; then the title of what is on top.
  function placeFocus(asked, before, wentDeeper) {
    const wanted = asked !== undefined && byId(asked);
    if (wanted) return focusOn(wanted);
    if (wentDeeper) return focusTitle();
    const now = document.activeElement;
    if (now && now !== document.body) return;
    if (before.id === null) return;
    const same = before.id && byId(before.id);
    if (same) {
      same.focus({ preventScroll: true });
      if (before.caret) setCaret(same, before.caret);
      if (document.activeElement === same) return;
    }
    for (const neighbour of before.neighbours) {
      const control = neighbour.isConnected && (neighbour.matches(focusable) ? neighbour : neighbour.querySelector(focusable));
      if (control) { control.focus(); if (document.activeElement === control) return; }
    }
    focusTitle();
  }

  function focusOn(element) {
    const control = element.matches(focusable + ",[tabindex]") ? element : element.querySelector(focusable) || element;
    control.focus();
    if (isTextField(control) && control.value && control.select && hears(control, "i")) {
      const end = control.value.length;
      if (caretOf(control)) control.setSelectionRange(end, end);
    }
  }

  function focusTitle() {
    const within = topmost() || root;
    const title = [...within.querySelectorAll("h1")].filter((e) => e.checkVisibility()).at(-1);
    if (!title) return;
    if (!title.hasAttribute("tabindex")) title.tabIndex = -1;
    title.focus({ preventScroll: true });
  }

  // ---- What the person does -----------------------------------------------------------------------------------------

  const hears = (element, letter) => (element.dataset.e || "").includes(letter);
  const hearer = (target, letter) => target.closest?.(`[data-e*=${letter}]`);
  function revise(element) {
    const revision = (revisions.get(element.id) || 0) + 1;
    revisions.set(element.id, revision);
    return revision;
  }

  function reportInput(element) {
    if (isTextField(element)) draft(element);
    // Also what is not sent is newer than what the server has, and is not overwritten.
    const message = { e: "input", n: element.id, v: element.value, r: revise(element) };
    if (!fits(message, numberRoom)) return holdBack(element);
    if (unsent.has(element.id)) { letGo(element.id); tellUnsent(); }
    send(message);
  }

  // Texts that are too long for a message, by field: they stay where they are, and as long as they do the person sees that
  // nobody else has them.
  const unsent = new Map();
  function holdBack(element) {
    const isNew = !unsent.has(element.id);
    markUnsent(element, element.value);
    tellUnsent();
    if (isNew) announce([{ m: document.body.dataset.tooLarge, p: "assertive" }]);
  }
  function markUnsent(element, value) {
    unsent.set(element.id, value);
    if (element.value !== value) element.value = value;
    element.setCustomValidity(document.body.dataset.tooLarge);
  }
  function letGo(id) {
    unsent.delete(id);
    byId(id)?.setCustomValidity?.("");
  }
  function tellUnsent() {
    for (const [id, value] of [...unsent]) if (byId(id)?.value !== value) letGo(id);
    const notice = byId("_unsent");
    notice.textContent = document.body.dataset.tooLarge;
    // What is opened last is on top, also of a dialog that came since.
    notice.togglePopover(false);
    if (unsent.size) notice.togglePopover(true);
  }

  document.addEventListener("input", (event) => {
    const element = event.target;
    if (element.isComposing || event.isComposing || /^(checkbox|radio|file)$/.test(element.type)) return;
    if (hears(element, "i")) reportInput(element);
  });
  // While a word is being composed nothing is reported and nothing may be overwritten.
  document.addEventListener("compositionstart", (event) => { revise(event.target); });
  document.addEventListener("compositionend", (event) => { if (hears(event.target, "i")) reportInput(event.target); });
  document.addEventListener("change", (event) => {
    const element = event.target;
    if (/^(checkbox|radio)$/.test(element.type)) {
      if (hears(element, "t")) send({ e: "toggle", n: element.id, on: element.checked, r: revise(element) });
    } else if (element.type === "file" && hears(element, "u")) upload(element);
  });

  async function upload(element) {
    for (const file of [...element.files]) {
      const query = new URLSearchParams({ s: page.dataset.session, n: element.id, name: file.name });
      const answer = await fetch(`/-/file?${query}`, { method: "POST", body: file, credentials: "same-origin" }).catch(() => null);
      if (!answer || !answer.ok) announce([{ m: document.body.dataset.tooLarge, p: "assertive" }]);
    }
    element.value = "";
  }

  document.addEventListener("click", (event) => {
    const dialog = event.target;
    if (dialog.localName === "dialog" && hears(dialog, "x") && isOutside(dialog, event)) return send({ e: "close", n: dialog.id });
    const element = hearer(event.target, "c");
    if (!element || element.disabled || element.getAttribute("aria-disabled") === "true") return;
    const control = event.target.closest(interactive);
    if (control && control !== element && element.contains(control)) return;
    if (element.localName === "a") event.preventDefault();
    send({ e: "click", n: element.id });
  });
  function isOutside(dialog, event) {
    const box = dialog.getBoundingClientRect();
    return event.clientX < box.left || event.clientX > box.right || event.clientY < box.top || event.clientY > box.bottom;
  }

  document.addEventListener("submit", (event) => {
    event.preventDefault();
    if (hears(event.target, "s")) send({ e: "submit", n: event.target.id });
  });
  document.addEventListener("focusin", (event) => {
    const element = hearer(event.target, "f");
    if (element && !element.contains(event.relatedTarget)) send({ e: "focus", n: element.id });
  });
  document.addEventListener("focusout", (event) => {
    const element = hearer(event.target, "f");
    if (element && element.isConnected && !element.contains(event.relatedTarget)) send({ e: "blur", n: element.id });
    if (!greeted && lostAt) setTimeout(showLoss);
  });

  // So far before something comes into the window it counts as seen, in pixels.
  const ahead = 400;
  const appearing = new Set();
  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (isIntersecting && target.isConnected) send(isGap(target) ? reach(target) : { e: "appear", n: target.id });
      if (!target.isConnected) { observer.unobserve(target); appearing.delete(target); }
    }
  }, { rootMargin: `${ahead}px 0px` });
  function watch(element) {
    observer.unobserve(element);
    if (!element.isConnected || !hears(element, "a")) return appearing.delete(element);
    appearing.add(element);
    observer.observe(element);
  }

  // ---- Lists of which a part is here --------------------------------------------------------------------------------

  // Rows far from the window are not on the page. A button stands for them; above the window it is as tall as they were, so
  // that nothing of what is seen moves when rows come and go there.
  const isGap = (element) => element.classList.contains("more");
  // How many rows such buttons stand for, and their heights, by their names: also where they are made anew.
  const gaps = new Map();
  const usualHeight = 52;
  const rowsOf = (list) => [...list.querySelectorAll(".rows > li")].filter((row) => !row.querySelector(":scope > .more"));
  const gapsAbove = (list) => [...list.querySelectorAll(".more.earlier")];

  function scrollerOf(element) {
    for (let next = element.parentElement; next; next = next.parentElement)
      if (/auto|scroll/.test(getComputedStyle(next).overflowY)) return next;
    return document.scrollingElement;
  }
  function frameOf(scroller) {
    if (scroller === document.scrollingElement) return { top: 0, bottom: innerHeight };
    return scroller.getBoundingClientRect();
  }
  function heightOf(list) {
    const rows = rowsOf(list);
    return rows.reduce((sum, row) => sum + row.offsetHeight, 0) / rows.length || usualHeight;
  }

  // Which rows of such lists are seen, and where.
  function lookAtLists() {
    const lists = new Set([...appearing].filter((e) => e.isConnected && isGap(e)).map((e) => e.closest(".list")));
    lists.delete(null);
    return [...lists].map((list) => {
      const frame = frameOf(scrollerOf(list)), rows = [];
      for (const row of rowsOf(list)) {
        const { top, bottom } = row.getBoundingClientRect();
        if (bottom > frame.top && top < frame.bottom) rows.push({ id: row.id, top });
      }
      return { id: list.id, wasCut: gapsAbove(list).length > 0, rows };
    });
  }

  // Puts what is seen of a list back to where it was.
  function keepSight({ id, wasCut, rows }) {
    const list = byId(id), isCut = !!list && gapsAbove(list).length > 0;
    if (!list || (!wasCut && !isCut)) return;
    const scroller = scrollerOf(list);
    // One of the two is enough.
    scroller.style.overflowAnchor = isCut ? "none" : "";
    sizeGaps(list, true);
    const seen = rows.find((row) => byId(row.id));
    if (!seen) return;
    const row = byId(seen.id), moved = () => row.getBoundingClientRect().top - seen.top;
    const gap = gapsAbove(list).filter((e) => e.compareDocumentPosition(row) & Node.DOCUMENT_POSITION_FOLLOWING).at(-1);
    if (gap && Math.abs(moved()) >= 1) setHeight(gap, gap.getBoundingClientRect().height - moved());
    if (Math.abs(moved()) >= 1) scroller.scrollTop += moved();
  }

  // As tall as the rows that they stand for, as far as that is known.
  function sizeGaps(list, forgets) {
    for (const gap of gapsAbove(list)) {
      const known = gaps.get(gap.id), count = Number(gap.value);
      if (known?.count === count) setHeight(gap, known.height);
      else setHeight(gap, count * (known ? known.height / known.count : heightOf(list)));
    }
    if (forgets) for (const id of gaps.keys()) if (!byId(id)) gaps.delete(id);
  }
  function setHeight(gap, height) {
    const wanted = `${Math.max(0, height)}px`;
    if (gap.style.minHeight !== wanted) gap.style.minHeight = wanted;
    gaps.set(gap.id, { count: Number(gap.value), height: Math.max(0, height) });
  }

  // Says where the page is at rows that are not here, and which row must stay.
  function reach(gap, at) {
    const list = gap.closest(".list"), message = { e: "reach", n: gap.id };
    const frame = frameOf(scrollerOf(gap)), box = gap.getBoundingClientRect();
    if (at === undefined && gap.matches(".earlier"))
      at = Math.min(1, Math.max(0, ((frame.top + frame.bottom) / 2 - box.top) / box.height));
    if (at !== undefined) message.at = at;
    if (!list) return message;
    message.rows = Math.ceil((frame.bottom - frame.top + 2 * ahead) / heightOf(list));
    const held = dragged || document.activeElement?.closest(".rows > li");
    if (held && list.contains(held)) message.v = held.id;
    return message;
  }

  // ---- Keys ---------------------------------------------------------------------------------------------------------

  let shortcuts = new Map();
  document.addEventListener("keydown", (event) => {
    if (event.isComposing || event.keyCode === 229 || event.defaultPrevented) return;
    const element = event.target;
    if (event.key === "Enter" && submits(element, event)) {
      event.preventDefault();
      // The server would take what it has for all of the text.
      return unsent.has(element.id) ? element.reportValidity() : send({ e: "submit", n: element.id });
    }
    const isButton = element.getAttribute?.("role") === "button" && element.localName !== "button";
    if (isButton && (event.key === "Enter" || event.key === " ")) { event.preventDefault(); return element.click(); }
    if (pressShortcut(event, element)) return event.preventDefault();
    if (moveRow(event, element) || walk(event, element)) event.preventDefault();
  });

  function submits(element, event) {
    if (!hears(element, "s") || !element.matches("input,textarea")) return false;
    if (element.localName === "input" || event.ctrlKey || event.metaKey) return true;
    // Where Enter is called something else, it does that; with Shift it begins a new line.
    return !!element.enterKeyHint && element.enterKeyHint !== "enter" && !event.shiftKey;
  }

  // A letter is what the keyboard writes, so that a key is where its cap says; where that is no Latin letter, and for digits,
  // it is the key's place. Shift is named where it does not already make another character of the key.
  function combinationOf(event) {
    const placed = /^(Key|Digit)(.)$/.exec(event.code);
    const isHeld = event.altKey || event.ctrlKey || event.metaKey;
    const isByPlace = isHeld && placed && !/^[a-z]$/i.test(event.key);
    const key = isByPlace ? placed[2]
      : event.key === " " ? "Space" : event.key.length === 1 ? event.key.toUpperCase() : event.key;
    const isShifted = event.shiftKey && (isByPlace || key.length > 1 || /^\p{L}$/u.test(key));
    const held = [event.ctrlKey || event.metaKey ? "Ctrl" : "", event.altKey ? "Alt" : "", isShifted ? "Shift" : ""];
    return { key, held: held.filter(Boolean) };
  }

  const keyed = "textarea,select,input:not([type=checkbox],[type=button],[type=submit],[type=file])";
  const editing = /^(Arrow.*|Home|End|PageUp|PageDown|Backspace|Delete|Insert|Tab)$/;
  const pressed = "a[href],button,summary,[role=button]";
  // What somebody does to the text or the value of a field, or by pressing what has the focus: shortcuts leave it that.
  function isForControl({ key, held }, event, element) {
    const isPlain = !event.ctrlKey && !event.altKey && !event.metaKey;
    if (isPlain && element.matches?.(pressed)) return key === "Enter" || key === "Space";
    if (!element.matches?.(keyed)) return false;
    if (editing.test(key)) return true;
    if (isPlain) return !(/^(Escape|F\d+)$/.test(key) || (key === "Enter" && element.localName === "input"));
    return isTextField(element) && held[0] === "Ctrl" && !event.altKey && /^[ACVXYZ]$/.test(key);
  }

  function pressShortcut(event, element) {
    const combination = combinationOf(event);
    // Where nothing is said of the key that deletes forwards, it does as the one that deletes backwards: many keyboards of
    // laptops have one of them, and call it Delete.
    const keys = combination.key === "Delete" ? ["Delete", "Backspace"] : [combination.key];
    const name = keys.map((key) => [...combination.held, key].join("+")).find((name) => shortcuts.has(name));
    const target = name !== undefined && byId(shortcuts.get(name));
    if (!target || target.disabled || isForControl(combination, event, element)) return false;
    const dialog = topmost();
    if (dialog && !dialog.contains(target)) return false;
    if (isTextField(target)) focusOn(target); else target.click();
    return true;
  }

  // Arrows walk over the rows of a list and the items of a menu, from control to control of the same kind.
  function walk(event, element, mayWait = true) {
    const steps = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity };
    const step = steps[event.key];
    if (!step || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return false;
    if (isTextField(element) || element.matches("select,input:not([type=checkbox])")) return false;
    const menu = element.closest("[role=menu]");
    const row = element.closest(".rows > li");
    if (!menu && !row) return false;
    const items = menu ? [...menu.querySelectorAll(focusable)]
      : [...(row.closest(".list") || row.parentNode).querySelectorAll(".rows > li")].filter((e) => e.querySelector(focusable));
    const place = items.indexOf(menu ? element : row);
    const next = items[Math.max(0, Math.min(items.length - 1, place + step))];
    if (!next) return false;
    const gap = row && next !== row && next.querySelector(":scope > .more");
    if (gap) {
      // The rows first, and then on.
      if (!mayWait) return false;
      send(reach(gap, step === 1 || step === -Infinity ? 0 : 1));
      walking = { element, key: event.key, until: performance.now() + patience };
      return true;
    }
    if (menu) next.focus();
    else {
      const controls = [...next.querySelectorAll(focusable)];
      const kind = [...row.querySelectorAll(focusable)].indexOf(element);
      (controls[kind] || controls[0]).focus();
    }
    return true;
  }

  // Where somebody waits for rows to walk to.
  let walking = null;
  function walkOn() {
    if (!walking) return;
    const { element, key, until } = walking;
    const isOver = element !== document.activeElement || performance.now() > until;
    if (isOver || walk({ key }, element, false)) walking = null;
  }

  // ---- Rows that can be moved ---------------------------------------------------------------------------------------

  const movable = (element) => {
    const row = element.closest?.("[data-e*=m] > *");
    return row && hears(row.parentNode, "m") ? row : null;
  };
  const placeOf = (row) => [...row.parentNode.children].indexOf(row);

  function moveRow(event, element) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const row = step && event.altKey && movable(element);
    if (!row) return false;
    const from = placeOf(row), to = from + step, count = row.parentNode.children.length;
    if (to < 0 || to >= count || row.parentNode.children[to].querySelector(":scope > .more")) return true;
    send({ e: "move", n: row.parentNode.id, from, to });
    announce([{ m: document.body.dataset.moved.replace("{0}", to + 1).replace("{1}", count) }]);
    return true;
  }

  let dragged = null;
  const unmark = () => document.querySelectorAll(".drop-before,.drop-after").forEach((e) => e.classList.remove("drop-before", "drop-after"));
  document.addEventListener("pointerdown", (event) => {
    const row = movable(event.target);
    if (row) row.draggable = !event.target.closest("input,textarea,select");
  });
  document.addEventListener("dragstart", (event) => {
    dragged = event.target.nodeType === 1 ? movable(event.target) : null;
    if (!dragged) return;
    event.dataTransfer.effectAllowed = "move";
    dragged.classList.add("dragging");
  });
  function dropPlace(event) {
    const row = dragged && movable(event.target);
    if (!row || row.parentNode !== dragged.parentNode) return null;
    const box = row.getBoundingClientRect();
    return { row, isAfter: event.clientY > box.top + box.height / 2 };
  }
  document.addEventListener("dragover", (event) => {
    const place = dropPlace(event);
    unmark();
    if (!place) return;
    event.preventDefault();
    place.row.classList.add(place.isAfter ? "drop-after" : "drop-before");
  });
  document.addEventListener("drop", (event) => {
    const place = dropPlace(event);
    if (!place) return;
    event.preventDefault();
    const from = placeOf(dragged);
    let to = placeOf(place.row) + (place.isAfter ? 1 : 0);
    if (to > from) to -= 1;
    if (to !== from) send({ e: "move", n: dragged.parentNode.id, from, to });
  });
  document.addEventListener("dragend", () => { unmark(); dragged?.classList.remove("dragging"); dragged = null; });

  // ---- Rows that are drawn to the side, for what can be done with them -----------------------------------------------

  // So many pixels to the side are meant, and so many along are scrolling.
  const sideways = 40, scrolling = 24;
  let drawn = null;
  const passive = { passive: true };
  document.addEventListener("touchstart", (event) => {
    const row = event.target.closest?.(".row");
    for (const other of document.querySelectorAll(".row[data-drawn]")) if (other !== row) delete other.dataset.drawn;
    const [finger] = event.touches;
    const isMeant = event.touches.length === 1 && row?.querySelector(":scope > .row-actions.swipe");
    drawn = isMeant ? { row, x: finger.clientX, y: finger.clientY } : null;
  }, passive);
  document.addEventListener("touchmove", (event) => {
    if (!drawn) return;
    const [finger] = event.touches;
    const across = (finger.clientX - drawn.x) * (page.dir === "rtl" ? -1 : 1);
    if (Math.abs(finger.clientY - drawn.y) > scrolling) drawn = null;
    else if (across < -sideways) drawn.row.dataset.drawn = "";
    else if (across > sideways) delete drawn.row.dataset.drawn;
  }, passive);

  // ---- The browser's Back -------------------------------------------------------------------------------------------

  // Each step deeper is an entry of the history; `depth` is what the scene says, the entry's number where the browser is.
  let depth = 0, travelling = 0;
  const here = () => history.state?.depth || 0;
  // - Returns: Whether the person went somewhere, so that the new title is to be read.
  function setDepth(wanted) {
    const hasMoved = wanted !== depth;
    depth = wanted;
    for (let step = here() + 1; step <= wanted; step++) history.pushState({ depth: step }, "");
    if (here() > wanted) { travelling++; history.go(wanted - here()); }
    return greeted && hasMoved;
  }
  addEventListener("popstate", () => {
    if (travelling > 0) return void travelling--;
    if (here() < depth) {
      // The scene may answer that it stays; then the entry is made again.
      send({ e: "back", n: "_root", to: here() });
      depth = here();
    } else if (here() > depth) { travelling++; history.go(depth - here()); }
  });

  // ---- What is said -------------------------------------------------------------------------------------------------

  const unsaid = new Map([["polite", []], ["assertive", []]]);
  const regionOf = (level) => (topmost() || byId("_live")).querySelector(`[data-live=${level}]`);
  function announce(sayings) {
    for (const [level, words] of unsaid) {
      const isWaiting = words.length > 0;
      words.push(...sayings.filter((saying) => (saying.p || "polite") === level).map((saying) => saying.m));
      if (isWaiting || !words.length) continue;
      // The same words twice are two announcements. What comes until they are said is said with them.
      const region = regionOf(level);
      if (region) region.textContent = "";
      setTimeout(() => {
        const now = regionOf(level);
        if (now) now.textContent = words.join(" ");
        words.length = 0;
      }, 50);
    }
  }

  // ---- Begin --------------------------------------------------------------------------------------------------------

  history.scrollRestoration = "manual";
  if (!history.state) history.replaceState({ depth: 0 }, "");
  const first = JSON.parse(page.dataset.first);
  if (savedBefore !== null && savedBefore !== first.saved) {
    page.classList.add("restoring");
    setTimeout(() => page.classList.remove("restoring"), 500);
    delete first.saved;
    delete first.depth;
  }
  settle(root);
  settle(overlays);
  receive(first);
  connect();
})();
