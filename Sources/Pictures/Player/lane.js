// Draws one lane: its lines, thresholds, bands and marks.

/** Marks of one kind nearer than this, in pixels, are drawn once. */
const MARK_SPACING = 6;

const BAND_ALPHA = { touch: 0.25, palm: 0.05, possible: 0.1, changing: 0.2, recognized: 0.3, failed: 0.04, cancelled: 0.04, plain: 0.2 };
const DASHED_BANDS = ["failed", "cancelled"];

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
