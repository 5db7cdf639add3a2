// Draws one lane: its lines, thresholds, bands and marks.

/** Marks of one kind nearer than this, in pixels, are drawn once. */
const MARK_SPACING = 6;

/** How much of its color the band of a finger has; other bands have a color of their kind. */
const TINT = 0.3;
const BAND_COLORS = { possible: "attempt", failed: "attempt", changing: "changing", recognized: "recognized", cancelled: "cancelled" };

Lanes.prototype.drawLane = function drawLane(context, box) {
  context.save();
  context.beginPath();
  context.rect(0, box.top, this.width, box.height);
  context.clip();
  if (box.lane.is_expected) {
    context.fillStyle = this.theme.surface;
    context.fillRect(0, box.top, this.width, box.height);
  }
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
  return box.top + box.height - LANE_PADDING - part * (box.height - box.strip - 2 * LANE_PADDING);
};

Lanes.prototype.drawSeries = function drawSeries(context, box, series) {
  const { times } = series;
  const first = Math.max(lowerBound(times, this.view.from) - 1, 0);
  const last = Math.min(lowerBound(times, this.view.to) + 1, times.length);
  if (last - first < 1) return;
  const color = series.is_palm ? this.theme.limit : this.theme.color(series.color);
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

/** Lines before labels, so that no line crosses a label. What was measured is a solid line. */
Lanes.prototype.drawLimits = function drawLimits(context, box) {
  const labels = new LabelSpace();
  const shown = box.lane.limits.map((limit) => ({
    text: visible(limit.text, 60),
    color: limit.is_measured ? this.theme.text : this.theme.limit,
    dash: limit.is_measured ? [] : [6, 3],
    left: Math.max(this.x(limit.start_s), 0),
    right: Math.min(this.x(limit.end_s), this.width),
    y: this.y(box, limit.value),
  })).filter(({ left, right }) => right > left);
  for (const { left, right, y, color, dash } of shown) {
    context.strokeStyle = color;
    context.lineWidth = 1.5;
    context.setLineDash(dash);
    line(context, left, y, right, y);
    labels.taken.push({ x: left, y: y - 0.5, width: right - left, height: 1 });
  }
  context.setLineDash([]);
  box.nextLabel = { x: 2, row: 0 };
  for (const one of shown) this.labelLimit(context, box, labels, one);
};

const LABEL_PLACES = 24;

/** Above or below its line, where it covers no label, line or curve; or else above the lane. Each text is written once. */
Lanes.prototype.labelLimit = function labelLimit(context, box, labels, { text, color, y }) {
  if (labels.texts.has(text)) return;
  labels.texts.add(text);
  useFont(context, SMALL_FONT);
  const width = context.measureText(text).width + 4;
  const places = Array.from({ length: LABEL_PLACES }, (_, index) => 4 + (this.width - width - 8) * (1 - index / (LABEL_PLACES - 1)))
    .flatMap((x) => [y - 15, y + 2].map((top) => ({ x, y: top, width, height: 13 })));
  const bounds = { x: 0, y: box.top + box.strip, width: this.width, height: box.height - box.strip };
  const place = labels.place(places, bounds, (one) => !this.coversCurve(box, one)) ?? this.stripPlace(box, width);
  context.fillStyle = color;
  context.fillText(text, place.x + 2, place.y + 7);
};

/** The next free place above the curves of a lane. */
Lanes.prototype.stripPlace = function stripPlace(box, width) {
  const next = box.nextLabel;
  if (next.x > 2 && next.x + width > this.width) Object.assign(next, { x: 2, row: next.row + 1 });
  const place = { x: next.x, y: box.top + next.row * STRIP_ROW };
  next.x += width + 8;
  return place;
};

/** Whether a curve of a lane is in a rectangle: its highest and lowest values there reach it. */
Lanes.prototype.coversCurve = function coversCurve(box, { x, y, width, height }) {
  const [from, to] = [this.time(x - 3), this.time(x + width + 3)];
  return box.lane.series.some(({ times, values }) => {
    const first = Math.max(lowerBound(times, from) - 1, 0);
    const last = Math.min(lowerBound(times, to) + 1, times.length);
    for (let index = first + 1; index < last; index += 1) {
      if (times[index] < from || times[index - 1] > to) continue;
      const ends = [this.y(box, values[index - 1]), this.y(box, values[index])];
      if (Math.max(...ends) > y - 2 && Math.min(...ends) < y + height + 2) return true;
    }
    return false;
  });
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
  const { theme } = this;
  const left = Math.max(rectangle.x, -4);
  const right = Math.min(rectangle.x + rectangle.width, this.width + 4);
  const shape = [left, rectangle.y, right - left, rectangle.height];
  if (isBracket(band)) return this.drawBracket(context, band, rectangle);
  const ownColor = BAND_COLORS[band.kind];
  const color = band.kind === "palm" ? theme.limit : theme.color(band.color);
  context.lineWidth = 1;
  if (ownColor) {
    context.fillStyle = theme[ownColor];
    context.fillRect(...shape);
  } else {
    context.globalAlpha = band.kind === "palm" ? 1 : TINT;
    context.fillStyle = band.kind === "palm" ? theme.hatch(context, color) : color;
    context.fillRect(...shape);
    context.globalAlpha = 1;
    context.strokeStyle = color;
    context.strokeRect(...shape);
  }
  return this.drawBandText(context, band, Math.max(left, 0), Math.min(right, this.width), rectangle);
};

/** A line between two ends, with its text beside it or, without room, on it. */
Lanes.prototype.drawBracket = function drawBracket(context, band, { x, y, width, height }) {
  const color = band.kind === "limit" ? this.theme.limit : this.theme.text;
  const middle = y + height / 2;
  context.strokeStyle = color;
  context.lineWidth = 1.5;
  context.setLineDash(band.kind === "limit" ? [4, 3] : []);
  line(context, x, middle, x + width, middle);
  context.setLineDash([]);
  for (const end of [x, x + width]) line(context, end, middle - 5, end, middle + 5);
  useFont(context, SMALL_FONT);
  const text = visible(band.text, 80);
  const length = context.measureText(text).width;
  const places = [x + width + 6, x - length - 6];
  const place = places.find((left) => left >= 0 && left + length <= this.width) ?? clamped(x + 6, 2, Math.max(this.width - length - 2, 2));
  context.fillStyle = this.theme.surface;
  context.fillRect(place - 2, middle - 7, length + 4, 14);
  context.fillStyle = color;
  context.fillText(text, place, middle + 0.5);
};

Lanes.prototype.drawBandText = function drawBandText(context, band, left, right, rectangle) {
  const indent = band.kind === "recognized" ? 10 : 5;
  const room = right - left - indent - (band.kind === "failed" ? 10 : 3);
  if (!band.text || room < 16 || rectangle.height < 11) return;
  useFont(context, SMALL_FONT);
  const text = fittedName(context, visible(band.text, 80), room);
  const y = rectangle.y + rectangle.height / 2 + 0.5;
  if (text && band.kind === "palm") {
    context.fillStyle = this.theme.background;
    context.fillRect(left + indent - 2, y - 7, context.measureText(text).width + 4, 13);
  }
  context.fillStyle = band.kind === "recognized" ? this.theme["on-recognized"] : this.theme.text;
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
