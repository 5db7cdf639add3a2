// Draws the lanes over one axis of time. The picture changes with zoom and scroll only; the cursor is an element above it.

const LANE_UNIT = 26;
const ROW_HEIGHT = 20;
const MOST_ROWS = 12;
const LANE_PADDING = 4;
const BAND_PADDING = 2;
const RULER_HEIGHT = 26;

/** Marks of one kind nearer than this, in pixels, are drawn once. */
const MARK_SPACING = 6;

const BAND_ALPHA = { touch: 0.25, palm: 0.05, possible: 0.1, changing: 0.2, recognized: 0.3, failed: 0.04, cancelled: 0.04, plain: 0.2 };
const DASHED_BANDS = ["failed", "cancelled"];

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
    for (const [key, { height, rows, group }] of slots) {
      if (this.hiddenGroups.has(group)) continue;
      const index = indices.get(key);
      if (index !== undefined) this.boxes.push({ lane: this.plot.lanes[index], index, rows, top, height });
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
function laneSlots(plots) {
  const keys = plots.map((plot) => plot.lanes.map((lane) => lane.key)).reduce(mergedKeys);
  const slots = new Map(keys.map((key) => [key, { height: 0, rows: 1, group: "" }]));
  for (const lane of plots.flatMap((plot) => plot.lanes)) {
    const slot = slots.get(lane.key);
    slot.group = lane.group ?? "";
    slot.rows = Math.max(slot.rows, Math.min(lane.rows, MOST_ROWS));
    const least = slot.rows > 1 ? slot.rows * ROW_HEIGHT + 2 * BAND_PADDING : 0;
    slot.height = Math.max(slot.height, (lane.height ?? 1) * LANE_UNIT, least);
  }
  return slots;
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
  if (lane.low === undefined || lane.high === undefined) return [laneLabel("lane-title wide", title, top)];
  return [
    laneLabel("lane-title", title, top),
    laneLabel("lane-unit", visible(lane.unit, 12), top + 15),
    laneLabel("lane-end", short(lane.high), box.top + 2),
    laneLabel("lane-end", short(lane.low), box.top + box.height - 17),
  ];
}

function laneLabel(className, text, top) {
  const label = document.createElement("span");
  label.className = className;
  label.textContent = text;
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
  context.font = FONT;
  context.textBaseline = "middle";
  context.textAlign = "center";
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

// One lane.

Lanes.prototype.drawLane = function drawLane(context, box) {
  context.save();
  context.beginPath();
  context.rect(0, box.top, this.width, box.height);
  context.clip();
  context.fillStyle = this.theme.grid;
  context.fillRect(0, box.top + box.height - 1, this.width, 1);
  this.eachTick((x) => context.fillRect(Math.round(x), box.top, 1, box.height));
  this.drawLaneDifferences(context, box);
  for (const series of box.lane.series) this.drawSeries(context, box, series);
  this.drawLimits(context, box);
  this.drawBands(context, box);
  this.drawMarks(context, box);
  context.restore();
};

/** A dashed line through the lane of an event that differs from the other plot's. */
Lanes.prototype.drawLaneDifferences = function drawLaneDifferences(context, box) {
  context.strokeStyle = this.theme.difference;
  context.lineWidth = 2;
  context.setLineDash([4, 3]);
  for (const one of this.differences) {
    if (one.lane === box.index) line(context, this.x(one.time), box.top, this.x(one.time), box.top + box.height);
  }
  context.setLineDash([]);
};

Lanes.prototype.y = function y(box, value) {
  const { low, high } = box.lane;
  const part = high > low ? (value - low) / (high - low) : 0.5;
  return box.top + box.height - LANE_PADDING - part * (box.height - 2 * LANE_PADDING);
};

Lanes.prototype.drawSeries = function drawSeries(context, box, series) {
  const { times } = series;
  const first = Math.max(lowerBound(times, this.view.from) - 1, 0);
  const last = Math.min(lowerBound(times, this.view.to) + 1, times.length);
  if (last - first < 1) return;
  const color = this.theme.color(series.color);
  if (last - first > 2 * this.width * (window.devicePixelRatio || 1)) {
    context.fillStyle = color;
    this.fillColumns(context, box, series, first, last);
    return;
  }
  context.strokeStyle = color;
  context.lineWidth = 1.5;
  context.lineJoin = "round";
  context.setLineDash(series.is_palm ? [2, 3] : this.theme.dash(series.color));
  context.beginPath();
  for (let index = first; index < last; index += 1) context.lineTo(this.x(times[index]), this.y(box, series.values[index]));
  context.stroke();
  context.setLineDash([]);
};

/** Many samples a pixel: the least and the largest value of each column, joined to the column before. */
Lanes.prototype.fillColumns = function fillColumns(context, box, series, first, last) {
  const { times, values } = series;
  let index = first;
  let before = values[first];
  context.beginPath();
  for (let column = Math.floor(this.x(times[first])); index < last; column += 1) {
    const end = this.time(column + 1);
    if (times[index] >= end) continue;
    let low = before;
    let high = before;
    for (; index < last && times[index] < end; index += 1) {
      low = Math.min(low, values[index]);
      high = Math.max(high, values[index]);
    }
    before = values[index - 1];
    const top = this.y(box, high);
    context.rect(column, top - 0.75, 1, this.y(box, low) - top + 1.5);
  }
  context.fill();
};

/** Lines before labels, so that no line crosses a label. */
Lanes.prototype.drawLimits = function drawLimits(context, box) {
  const labels = new LabelSpace();
  const shown = box.lane.limits.map((limit) => ({
    text: visible(limit.text, 60),
    left: Math.max(this.x(limit.start_s), 0),
    right: Math.min(this.x(limit.end_s), this.width),
    y: this.y(box, limit.value),
  })).filter(({ left, right }) => right > left);
  context.strokeStyle = this.theme.limit;
  context.lineWidth = 1.5;
  context.setLineDash([6, 3]);
  for (const { left, right, y } of shown) {
    line(context, left, y, right, y);
    labels.taken.push({ x: left, y: y - 0.5, width: right - left, height: 1 });
  }
  context.setLineDash([]);
  for (const one of shown) this.labelLimit(context, box, labels, one);
};

/**
 * Above or below its line, where it covers no other label or line; the pointer finds those without a place. A text is
 * repeated only along lines that are longer than it.
 */
Lanes.prototype.labelLimit = function labelLimit(context, box, labels, { text, left, right, y }) {
  context.font = SMALL_FONT;
  const width = context.measureText(text).width + 4;
  const isWide = right - left > width + 8;
  if (!isWide && labels.texts.has(text)) return;
  const lefts = isWide ? [left + 4, right - width - 4, (left + right - width) / 2] : [left + 4];
  const places = lefts.flatMap((x) => [y - 15, y + 2].map((top) => ({ x, y: top, width, height: 13 })));
  const place = labels.place(places, { x: 0, y: box.top, width: this.width, height: box.height });
  if (!place) return;
  labels.texts.add(text);
  context.globalAlpha = 0.85;
  context.fillStyle = this.theme.background;
  context.fillRect(place.x, place.y, width, 13);
  context.globalAlpha = 1;
  context.fillStyle = this.theme.limit;
  context.textBaseline = "middle";
  context.textAlign = "left";
  context.fillText(text, place.x + 2, place.y + 7);
};

// Bands and marks.

Lanes.prototype.bandRectangle = function bandRectangle(box, band) {
  const height = (box.height - 2 * BAND_PADDING) / box.rows;
  const x = this.x(band.start_s);
  return {
    x,
    y: box.top + BAND_PADDING + Math.min(band.row, box.rows - 1) * height,
    width: Math.max(this.x(band.end_s) - x, 2),
    height: height - 2,
  };
};

Lanes.prototype.drawBands = function drawBands(context, box) {
  for (const band of box.lane.bands) {
    if (band.start_s > this.view.to) break;
    if (band.end_s < this.view.from || this.hiddenKinds.has(band.kind)) continue;
    this.drawBand(context, band, this.bandRectangle(box, band));
  }
};

Lanes.prototype.drawBand = function drawBand(context, band, rectangle) {
  const color = this.theme.color(band.color);
  const left = Math.max(rectangle.x, -4);
  const right = Math.min(rectangle.x + rectangle.width, this.width + 4);
  const shape = [left, rectangle.y, right - left, rectangle.height];
  context.fillStyle = color;
  context.globalAlpha = BAND_ALPHA[band.kind] ?? BAND_ALPHA.plain;
  context.fillRect(...shape);
  context.globalAlpha = 1;
  if (band.kind === "palm") {
    context.fillStyle = this.theme.hatch(context, color);
    context.fillRect(...shape);
  }
  context.strokeStyle = color;
  context.lineWidth = band.kind === "recognized" ? 2 : 1;
  context.setLineDash(DASHED_BANDS.includes(band.kind) ? [3, 2] : []);
  if (band.kind !== "possible") context.strokeRect(...shape);
  else line(context, left, rectangle.y + rectangle.height, right, rectangle.y + rectangle.height);
  context.setLineDash([]);
  this.drawBandText(context, band, Math.max(left, 0), Math.min(right, this.width), rectangle);
};

Lanes.prototype.drawBandText = function drawBandText(context, band, left, right, rectangle) {
  const indent = band.kind === "recognized" ? 10 : 5;
  const room = right - left - indent - (band.kind === "failed" ? 10 : 3);
  if (!band.text || room < 16 || rectangle.height < 11) return;
  context.font = SMALL_FONT;
  context.textAlign = "left";
  context.textBaseline = "middle";
  const text = fittedName(context, visible(band.text, 80), room);
  const y = rectangle.y + rectangle.height / 2 + 0.5;
  if (text && band.kind === "palm") {
    context.fillStyle = this.theme.background;
    context.fillRect(left + indent - 2, y - 7, context.measureText(text).width + 4, 13);
  }
  context.fillStyle = this.theme.text;
  context.fillText(text, left + indent, y);
};

/** The number at the end of a name that does not fit, as of "touch 12"; the beginning of other texts. */
function fittedName(context, text, room) {
  const number = /\d+$/.exec(text)?.[0];
  if (!number || context.measureText(text).width <= room) return fittedText(context, text, room);
  return context.measureText(number).width <= room ? number : "";
}

Lanes.prototype.markY = function markY(box) {
  return box.top + BAND_PADDING + (box.height - 2 * BAND_PADDING) / box.rows / 2 - 1;
};

/** Palms have no sign: their bands are hatched. */
Lanes.prototype.drawMarks = function drawMarks(context, box) {
  const lastOf = {};
  const y = this.markY(box);
  const first = lowerBound(box.lane.markTimes, this.time(-10));
  for (let index = first; index < box.lane.marks.length; index += 1) {
    const mark = box.lane.marks[index];
    const x = this.x(mark.time_s);
    if (x > this.width + 10) break;
    if (this.hiddenKinds.has(mark.kind) || mark.kind === "palm" || x - (lastOf[mark.kind] ?? -Infinity) < MARK_SPACING) continue;
    lastOf[mark.kind] = x;
    drawSign(context, this.theme, mark.kind, x, y);
  }
};

// What is under the pointer.

/** The mark, limit, band or series at a position of the canvas; null if there is nothing. */
Lanes.prototype.itemAt = function itemAt(x, y) {
  const under = y + this.parts.scroller.scrollTop;
  const box = this.boxes.find((one) => under >= one.top && under < one.top + one.height);
  if (!box) return null;
  return this.markAt(box, x) ?? this.limitAt(box, x, under) ?? this.bandAt(box, x, under) ?? this.seriesAt(box, x);
};

Lanes.prototype.markAt = function markAt(box, x) {
  const isShown = (mark) => !this.hiddenKinds.has(mark.kind) && Math.abs(this.x(mark.time_s) - x) <= 8;
  const near = box.lane.marks.slice(lowerBound(box.lane.markTimes, this.time(x - 9))).slice(0, 50).filter(isShown);
  if (near.length === 0) return null;
  const distance = (mark) => Math.abs(this.x(mark.time_s) - x);
  const mark = near.reduce((best, one) => (distance(one) < distance(best) ? one : best));
  return { kind: "mark", mark };
};

Lanes.prototype.limitAt = function limitAt(box, x, y) {
  const time = this.time(x);
  const isNear = (limit) => limit.start_s <= time && time <= limit.end_s && Math.abs(this.y(box, limit.value) - y) <= 5;
  const limit = box.lane.limits.find(isNear);
  return limit ? { kind: "limit", limit, unit: box.lane.unit } : null;
};

Lanes.prototype.bandAt = function bandAt(box, x, y) {
  const contains = (band) => {
    const rectangle = this.bandRectangle(box, band);
    return x >= rectangle.x && x <= rectangle.x + rectangle.width && y >= rectangle.y && y <= rectangle.y + rectangle.height;
  };
  const band = box.lane.bands.find((one) => !this.hiddenKinds.has(one.kind) && contains(one));
  return band ? { kind: "band", band } : null;
};

Lanes.prototype.seriesAt = function seriesAt(box, x) {
  const time = this.time(x);
  const isThere = (series) => series.times[0] <= time && time <= series.times[series.times.length - 1];
  const there = box.lane.series.filter(isThere);
  const value = (series) => interpolated(series.times, series.values, time);
  const values = there.map((series) => `${visible(series.name, 60)}: ${quantity(value(series), visible(box.lane.unit, 12))}`);
  return there.length > 0 ? { kind: "series", time, title: box.lane.title, values } : null;
};

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
