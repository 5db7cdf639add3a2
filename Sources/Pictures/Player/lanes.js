// The lanes, below one axis of time: where each is, and the ruler. The picture changes with zoom and scroll only; the
// cursor is an element above it.

const LANE_UNIT = 26;
const ROW_HEIGHT = 20;
const MOST_ROWS = 12;
const LANE_PADDING = 4;
const BAND_PADDING = 2;
const RULER_HEIGHT = 26;

class Lanes {
  /** `parts`: the elements box, ruler, scroller, content, labels, canvas, overlay, cursor, selection. */
  constructor(parts, plot, theme) {
    this.parts = parts;
    this.plot = plot;
    this.theme = theme;
    this.view = { from: plot.start_s, to: plot.end_s };
    this.hiddenGroups = new Set();
    this.hiddenKinds = new Set();
    this.differences = [];
    this.boxes = [];
  }

  /** Places the lanes that are shown, below each other, in the slots of all plots (see `laneSlots`), and takes their size. */
  layout(slots) {
    const indices = new Map(this.plot.lanes.map((lane, index) => [lane.key, index]));
    let top = 0;
    this.boxes = [];
    for (const [key, { height: laneHeight, rows, group, strip }] of slots) {
      const height = laneHeight + strip;
      if (this.hiddenGroups.has(group)) continue;
      const index = indices.get(key);
      if (index !== undefined) this.boxes.push({ lane: this.plot.lanes[index], index, rows, top, height, strip });
      top += height;
    }
    this.total = top;
    this.parts.content.style.height = `${top}px`;
    this.parts.labels.replaceChildren(...this.boxes.flatMap(laneLabels));
    const { scroller, canvas, ruler, overlay } = this.parts;
    this.height = Math.min(this.total, scroller.clientHeight || this.total);
    canvas.style.height = `${this.height}px`;
    this.width = Math.max(canvas.clientWidth, 20);
    ruler.style.width = `${this.width}px`;
    overlay.style.width = `${this.width}px`;
  }

  x(time) {
    return ((time - this.view.from) / (this.view.to - this.view.from)) * this.width;
  }

  time(x) {
    return this.view.from + (x / this.width) * (this.view.to - this.view.from);
  }

  draw() {
    this.drawRuler();
    const context = fitted(this.parts.canvas, this.width, this.height);
    const scroll = this.parts.scroller.scrollTop;
    context.translate(0, -scroll);
    for (const box of this.boxes) {
      if (box.top + box.height >= scroll && box.top <= scroll + this.height) this.drawLane(context, box);
    }
  }

  moveCursor(time) {
    const x = this.x(time);
    this.parts.cursor.hidden = x < 0 || x > this.width;
    this.parts.cursor.style.transform = `translateX(${x.toFixed(2)}px)`;
  }

  showSelection(loop) {
    this.parts.selection.hidden = !loop;
    if (!loop) return;
    const left = clamped(this.x(loop.from), -2, this.width + 2);
    const right = clamped(this.x(loop.to), -2, this.width + 2);
    this.parts.selection.style.left = `${left}px`;
    this.parts.selection.style.width = `${Math.max(right - left, 1)}px`;
  }
}

/** The slots of lanes by their keys: those of one key are beside each other in a comparison, and equally high. */
function laneSlots(plots, width = 0) {
  const keys = plots.map((plot) => plot.lanes.map((lane) => lane.key)).reduce(mergedKeys);
  const slots = new Map(keys.map((key) => [key, { height: 0, rows: 1, group: "", strip: 0 }]));
  for (const lane of plots.flatMap((plot) => plot.lanes)) {
    const slot = slots.get(lane.key);
    slot.group = lane.group ?? "";
    if (width) slot.strip = Math.max(slot.strip, stripRows(lane, width) * STRIP_ROW);
    slot.rows = Math.max(slot.rows, Math.min(lane.rows, MOST_ROWS));
    const least = slot.rows > 1 ? slot.rows * ROW_HEIGHT + 2 * BAND_PADDING : 0;
    slot.height = Math.max(slot.height, (lane.height ?? 1) * LANE_UNIT, least);
  }
  return slots;
}

/** The height of a row of names of limits. */
const STRIP_ROW = 14;

/** How many rows the names of a lane's limits need above it, if none has room in it. */
function stripRows(lane, width) {
  if (lane.limitTexts.length === 0) return 0;
  const context = document.createElement("canvas").getContext("2d");
  context.font = SMALL_FONT;
  let rows = 1;
  let left = 0;
  for (const text of lane.limitTexts) {
    const length = context.measureText(text).width + 12;
    if (left > 0 && left + length > width) {
      rows += 1;
      left = 0;
    }
    left += length;
  }
  return rows;
}

/** The keys of the first list, and those only in the second after the key that they follow there. */
function mergedKeys(first, second) {
  const merged = [...first];
  second.forEach((key, index) => {
    if (!merged.includes(key)) merged.splice(merged.indexOf(second[index - 1]) + 1, 0, key);
  });
  return merged;
}

/** The name of a lane, and the ends of its axis. */
function laneLabels(box) {
  const { lane } = box;
  const top = box.top + LANE_PADDING;
  const title = visible(lane.title, 80);
  if (lane.is_expected) return [laneLabel("lane-title wide expected", `▸ ${title}`, top)];
  if (lane.low === undefined || lane.high === undefined) return [laneLabel("lane-title wide", title, top)];
  return [
    laneLabel("lane-title", title, top),
    laneLabel("lane-unit", visible(lane.unit, 12), top + 15),
    laneLabel("lane-end", short(lane.high), box.top + box.strip + 2),
    laneLabel("lane-end", short(lane.low), box.top + box.height - 17),
  ];
}

function laneLabel(className, text, top) {
  const label = make("span", className, text);
  label.style.top = `${top}px`;
  return label;
}

// The axis of time.

/** A step of 1, 2 or 5 times a power of ten, at least `least`. */
function roundStep(least) {
  const power = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= least * 0.999);
}

Lanes.prototype.tickStep = function tickStep() {
  return roundStep(((this.view.to - this.view.from) / this.width) * 80);
};

Lanes.prototype.eachTick = function eachTick(action) {
  const step = this.tickStep();
  for (let index = Math.ceil(this.view.from / step); index * step <= this.view.to; index += 1) {
    action(this.x(index * step), index * step, step);
  }
};

Lanes.prototype.drawRuler = function drawRuler() {
  const context = fitted(this.parts.ruler, this.width, RULER_HEIGHT);
  useFont(context, FONT, "center");
  this.eachTick((x, time, step) => {
    context.fillStyle = this.theme.muted;
    context.fillRect(Math.round(x), RULER_HEIGHT - 6, 1, 6);
    const number = time.toFixed(clamped(Math.ceil(-Math.log10(step)), 0, 6));
    const text = axis.unit ? `${number} ${axis.unit}` : number;
    const half = context.measureText(text).width / 2;
    context.fillStyle = this.theme.text;
    if (x - half >= 0 && x + half <= this.width) context.fillText(text, x, 10);
  });
  this.drawDifferenceFlags(context);
};

Lanes.prototype.drawDifferenceFlags = function drawDifferenceFlags(context) {
  context.fillStyle = this.theme.difference;
  for (const { time } of this.differences) {
    const x = this.x(time);
    context.beginPath();
    context.moveTo(x, RULER_HEIGHT);
    context.lineTo(x - 4, RULER_HEIGHT - 8);
    context.lineTo(x + 4, RULER_HEIGHT - 8);
    context.fill();
  }
};

// The keyboard.

/** Where a mark or limit is on the screen, for the keyboard; scrolls to its lane. */
Lanes.prototype.reveal = function reveal(lane, time, value) {
  const box = this.boxes.find((one) => one.lane === lane);
  if (!box) return null;
  const { scroller, canvas } = this.parts;
  if (box.top < scroller.scrollTop) scroller.scrollTop = box.top;
  if (box.top + box.height > scroller.scrollTop + this.height) scroller.scrollTop = box.top + box.height - this.height;
  const place = canvas.getBoundingClientRect();
  const y = (value === undefined ? this.markY(box) : this.y(box, value)) - scroller.scrollTop;
  return { x: place.left + clamped(this.x(time), 0, this.width), y: place.top + y };
};
