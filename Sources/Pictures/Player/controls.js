// The controls: buttons, keys, filters and commands.

/** All keys, as the page lists them: the keys, their names, what they do. */
const KEYS = [
  [[" "], "Space", "play or pause", (player) => player.toggle()],
  [["ArrowLeft", "ArrowRight"], "← →", "previous, next frame", (player, key) => player.step(key === "ArrowRight" ? 1 : -1)],
  [["Shift+ArrowLeft", "Shift+ArrowRight"], "Shift ← →", "move the lanes", (player, key) => player.pan(key === "ArrowRight" ? 0.25 : -0.25)],
  [["Home", "End"], "Home End", "to the start, to the end", (player, key) => player.seek(key === "Home" ? player.start : player.end)],
  [["n", "p"], "n p", "next, previous event", (player, key) => player.visitNeighbour(key === "n" ? 1 : -1)],
  [["f", "F"], "f F", "next, previous failure", (player, key) => player.visitFailure(key === "f" ? 1 : -1)],
  [["l", "L"], "l L", "next, previous threshold at this time", (player, key) => player.visitLimit(key === "l" ? 1 : -1)],
  [["[", "]"], "[ ]", "loop from here, to here", (player, key) => (key === "[" ? player.selectFrom() : player.selectTo())],
  [["Escape"], "Esc", "close the tip, then clear the selection", (player) => escape(player)],
  [["+", "=", "-"], "+ −", "zoom in, out", (player, key) => player.zoom(key === "-" ? 2 : 0.5)],
  [["0"], "0", "show all of the time", (player) => player.fit()],
  [[",", "."], ", .", "slower, faster", (player, key) => player.changeSpeed(key === "." ? 1 : -1)],
  [["w"], "w", "whole trails, or only recent ones", (player) => toggleWhole(player)],
  [["/"], "/", "filter the events", () => element("filter-text").focus()],
  [["c"], "c", "copy the first command line", () => element("commands").querySelector("button")?.click()],
  [["?"], "?", "this list", () => element("help").showModal()],
];

/** Keys that an element of these kinds uses itself. */
const OWN_KEYS = {
  BUTTON: [" "],
  SUMMARY: [" "],
  SELECT: [" ", "ArrowLeft", "ArrowRight", "Home", "End"],
};

function escape(player) {
  if (player.tip.element.hidden) player.clearSelection();
  else player.tip.hide();
}

function toggleWhole(player) {
  player.isWhole = !player.isWhole;
  player.isFresh = false;
  element("whole").setAttribute("aria-pressed", String(player.isWhole));
  player.drawTime();
}

// Keys.

function bindKeys(player) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || element("help").open) return;
    if (isTyping(event)) return;
    if (moveInList(player, event)) return;
    const name = event.shiftKey && event.key.startsWith("Arrow") ? `Shift+${event.key}` : event.key;
    if (takesKey(event.target, name)) return;
    const entry = KEYS.find(([keys]) => keys.includes(name));
    if (!entry) return;
    event.preventDefault();
    entry[3](player, event.key);
  });
  element("help-keys").replaceChildren(...KEYS.map(([, name, text]) => make("tr", "", headCell(name), make("td", "", text))));
}

function headCell(name) {
  const cell = make("th", "", name);
  cell.scope = "row";
  return cell;
}

function isTyping(event) {
  const isText = event.target.matches("input[type=search]");
  if (isText && event.key === "Escape") event.target.blur();
  return isText;
}

function takesKey(target, name) {
  if (target.matches("input[type=checkbox]")) return name === " ";
  const isLetter = target.tagName === "SELECT" && name.length === 1;
  return isLetter || (OWN_KEYS[target.tagName] ?? []).includes(name);
}

/** Up and down move the focus and the time through the list of events. */
function moveInList(player, event) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const { list } = player;
  if (!step || !list.parts.list.contains(event.target)) return false;
  event.preventDefault();
  const item = event.target.closest("li");
  const index = list.first + [...list.parts.list.children].indexOf(item) + step;
  if (!list.rows[index]) return true;
  player.visit(list.rows[index]);
  list.moveTo(index);
  list.scrollToCurrent();
  list.currentItem()?.firstChild.focus({ preventScroll: true });
  return true;
}

// Buttons.

function bindButtons(player) {
  const actions = {
    play: () => player.toggle(),
    "previous-frame": () => player.step(-1),
    "next-frame": () => player.step(1),
    "loop-start": () => player.selectFrom(),
    "loop-end": () => player.selectTo(),
    "zoom-in": () => player.zoom(0.5),
    "zoom-out": () => player.zoom(2),
    "zoom-fit": () => player.fit(),
    whole: () => toggleWhole(player),
    clear: () => player.clearSelection(),
    "help-button": () => element("help").showModal(),
  };
  for (const [id, action] of Object.entries(actions)) element(id).addEventListener("click", action);
  element("position").addEventListener("input", (event) => player.seek(Number(event.target.value)));
  element("speed").replaceChildren(...SPEEDS.map((speed) => new Option(`${speed}×`, String(speed))));
  player.setSpeed(player.speed);
  element("speed").addEventListener("change", (event) => player.setSpeed(Number(event.target.value)));
}

/** A choice of plots, if the page has several and does not compare two. */
function bindChooser(player) {
  const { plots } = player.page;
  element("chooser-line").hidden = player.isComparison || plots.length < 2;
  element("chooser").replaceChildren(...plots.map((plot, index) => new Option(visible(plot.title, 80), String(index))));
  element("chooser").addEventListener("change", (event) => showPlots(player, [Number(event.target.value)]));
}

function showPlots(player, indices) {
  player.show(indices);
  const position = element("position");
  position.min = String(player.start);
  position.max = String(player.end);
  element("whole").setAttribute("aria-pressed", String(player.isWhole));
  element("whole").hidden = !player.views.some((view) => view.stage);
  position.setAttribute("aria-label", axis.title);
  const isTime = axis.unit === "s";
  for (const id of ["play", "speed-line"]) element(id).hidden = !isTime;
  showFilters(player);
  player.drawTime();
}

// Filters.

function showFilters(player) {
  const rows = player.list.all;
  const gestures = [...new Set(rows.map((row) => row.event.gesture).filter(Boolean))].sort();
  element("filter-gesture").replaceChildren(new Option("all gestures", ""), ...gestures.map((name) => new Option(visible(name, 40), name)));
  element("filter-gesture").hidden = gestures.length === 0;
  element("filter-text").value = "";
  element("differences").checked = false;
  element("differences-line").hidden = player.views.length < 2;
  const lanes = player.views.flatMap((view) => view.plot.lanes);
  const kinds = new Set([...rows.map((row) => row.event.kind), ...lanes.flatMap((lane) => [...lane.marks, ...lane.bands].map((one) => one.kind))]);
  element("filter-kinds").replaceChildren(...[...kinds].map((kind) => checkBox(kind, kind, () => filterKinds(player))));
  const groups = [...new Set(lanes.map((lane) => lane.group ?? ""))];
  element("groups-set").hidden = groups.length < 2;
  element("filter-groups").replaceChildren(...groups.map((group) => checkBox(group, group || "other", () => filterGroups(player))));
}

function checkBox(value, text, action) {
  const box = make("input");
  box.type = "checkbox";
  box.value = value;
  box.checked = true;
  box.addEventListener("change", action);
  return make("label", "check", box, ` ${visible(text, 40)}`);
}

function unchecked(id) {
  return new Set([...element(id).querySelectorAll("input:not(:checked)")].map((box) => box.value));
}

function filterKinds(player) {
  for (const { lanes } of player.views) lanes.hiddenKinds = unchecked("filter-kinds");
  filterEvents(player);
  player.requestLanes();
}

function filterGroups(player) {
  for (const { lanes } of player.views) lanes.hiddenGroups = unchecked("filter-groups");
  player.layout();
}

function filterEvents(player) {
  const hidden = unchecked("filter-kinds");
  const gesture = element("filter-gesture").value;
  const text = element("filter-text").value.toLowerCase();
  const isOnlyDifferences = element("differences").checked;
  player.list.filter(({ event, difference }) => !hidden.has(event.kind)
    && (!gesture || event.gesture === gesture)
    && (!isOnlyDifferences || difference)
    && (!text || event.text.toLowerCase().includes(text)));
  player.list.follow(player.time);
}

function bindFilters(player) {
  for (const id of ["filter-text", "filter-gesture", "differences"]) {
    element(id).addEventListener("input", () => filterEvents(player));
  }
}

// Command lines.

function showCommands(player, plots, from, to) {
  const lines = [...new Set(plots.flatMap((plot) => commandLines(plot, from, to)))];
  element("commands").replaceChildren(...lines.map((text) => commandLine(player, text)));
}

function commandLine(player, text) {
  const code = make("code", "", text);
  code.tabIndex = 0;
  const button = make("button", "", "Copy");
  button.type = "button";
  button.setAttribute("aria-label", `Copy: ${visible(text, 200)}`);
  button.addEventListener("click", () => copy(player, code, text));
  return make("p", "command", code, button);
}

/** Copies a text; where the clipboard is closed, as in some pages from files, selects it instead. */
async function copy(player, code, text) {
  try {
    await navigator.clipboard.writeText(text);
    player.say("Copied");
  } catch {
    getSelection().selectAllChildren(code);
    player.say("Selected; press Ctrl+C to copy");
  }
}

// Start.

/** Paper is light, and shows all lanes. */
function bindPrinting(player) {
  const redraw = (isPrinting) => {
    document.documentElement.classList.toggle("printing", isPrinting);
    player.theme.read();
    player.layout();
  };
  window.addEventListener("beforeprint", () => redraw(true));
  window.addEventListener("afterprint", () => redraw(false));
}

function bindChanges(player) {
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    player.theme.read();
    player.layout();
  });
  window.addEventListener("resize", () => requestAnimationFrame(() => player.layout()));
  bindPrinting(player);
}

/** The marks are for measurements; see Benchmarks/player. */
function start() {
  performance.mark("player-start");
  const page = readPage(element("plots").textContent);
  const player = new Player(page);
  element("generator").textContent = visible(page.generator, 100);
  bindKeys(player);
  bindButtons(player);
  bindFilters(player);
  bindChooser(player);
  showPlots(player, player.isComparison ? [page.comparison.first, page.comparison.second] : [0]);
  bindChanges(player);
  requestAnimationFrame(() => performance.mark("player-ready"));
}

start();
