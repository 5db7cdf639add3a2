// Draws a stage: the plane on which trails run, at one time.

/** How much of a trail stays visible behind its head, in seconds. */
const RECENT_S = 0.5;

/** Times of trails are rounded to this, those of events are not: at its begin, a touch is down. */
const TIME_STEP_S = 0.0001;

/** More circles than this are drawn only at the current time. */
const MOST_CIRCLES = 2000;

const STAGE_MARGIN = 10;
const STAGE_FOOT = 28;

class Stage {
  constructor(canvas, stage, theme) {
    this.canvas = canvas;
    this.stage = stage;
    this.theme = theme;
    this.still = document.createElement("canvas");
    this.stillWhole = null;
    this.heads = [];
    this.circleTimes = Float64Array.from(stage.circles, (circle) => circle.time_s);
  }

  /** Call after the canvas was resized or colors changed. */
  layout() {
    const { stage } = this;
    const { width, height } = this.canvas.getBoundingClientRect();
    const foot = stage.scale_bar || stage.legend || this.hasTicks ? STAGE_FOOT : 0;
    const side = this.hasTicks ? STAGE_FOOT : STAGE_MARGIN;
    this.width = Math.max(width, 40);
    this.height = Math.max(height, 40);
    const inside = [this.width - 2 * side, this.height - 2 * STAGE_MARGIN - foot];
    this.scale = Math.max(Math.min(inside[0] / stage.width, inside[1] / stage.height), 1e-9);
    this.left = (this.width - stage.width * this.scale) / 2;
    this.top = STAGE_MARGIN + (inside[1] - stage.height * this.scale) / 2;
    this.bottom = this.top + stage.height * this.scale;
    this.stillWhole = null;
  }

  /** A stage of a device without a scale bar has ticks at its edges. */
  get hasTicks() {
    return !this.stage.scale_bar && this.stage.kind !== "map";
  }

  x(value) {
    return this.left + (value - this.stage.x) * this.scale;
  }

  y(value) {
    return this.top + (value - this.stage.y) * this.scale;
  }

  draw(time, whole) {
    if (this.stillWhole !== whole) this.drawStill(whole);
    const context = fitted(this.canvas, this.width, this.height);
    context.drawImage(this.still, 0, 0, this.width, this.height);
    context.lineCap = "round";
    context.lineJoin = "round";
    this.heads = [];
    this.drawCircles(context, time);
    for (const trail of this.stage.trails) {
      if (trail.start <= time + TIME_STEP_S && time <= trail.stop + RECENT_S) this.drawRecent(context, trail, time);
    }
    this.drawMarks(context, (mark) => mark.time_s <= time || whole);
    this.drawHeads(context);
  }
}

// What does not move.

Stage.prototype.drawStill = function drawStill(whole) {
  const context = fitted(this.still, this.width, this.height);
  this.stillWhole = whole;
  this.drawOutline(context);
  this.drawRegions(context);
  if (whole) for (const trail of this.stage.trails) this.drawWhole(context, trail);
  if (this.hasTicks) this.drawTicks(context);
  if (this.stage.north) this.drawNorth(context);
  if (this.stage.scale_bar) this.drawScaleBar(context, this.stage.scale_bar);
  if (this.stage.legend) this.drawLegend(context, this.stage.legend);
};

Stage.prototype.drawOutline = function drawOutline(context) {
  const { stage, theme } = this;
  const radius = { touchpad: 8, touchscreen: 4 }[stage.kind] ?? 0;
  context.lineWidth = stage.kind === "map" ? 1 : 1.5;
  context.strokeStyle = stage.kind === "map" ? theme.grid : theme.muted;
  context.beginPath();
  context.roundRect(this.left, this.top, stage.width * this.scale, stage.height * this.scale, radius);
  context.stroke();
};

/** Ticks below and at the left, with the unit at the corner. */
Stage.prototype.drawTicks = function drawTicks(context) {
  const { stage, theme } = this;
  const step = roundStep(50 / this.scale);
  context.strokeStyle = theme.muted;
  context.lineWidth = 1;
  for (let value = Math.ceil(stage.x / step) * step; value <= stage.x + stage.width; value += step) {
    line(context, this.x(value), this.bottom, this.x(value), this.bottom + 4);
    const isLast = value + step > stage.x + stage.width;
    this.text(context, isLast ? quantity(value, visible(stage.unit, 12)) : short(value), this.x(value), this.bottom + 13, "center");
  }
  for (let value = Math.ceil(stage.y / step) * step; value <= stage.y + stage.height; value += step) {
    line(context, this.left - 4, this.y(value), this.left, this.y(value));
    this.text(context, short(value), this.left - 7, this.y(value), "right");
  }
};

/** Palms have the color of failures, as in pictures. */
Stage.prototype.trailColor = function trailColor(trail) {
  return trail.is_palm ? this.theme.limit : this.theme.color(trail.color);
};

/** Areas that limits allow, with their names where they cover no trail. */
Stage.prototype.drawRegions = function drawRegions(context) {
  const { stage, theme } = this;
  const labels = new LabelSpace();
  useFont(context, SMALL_FONT);
  for (const region of stage.regions) {
    const corners = region.x.map((x, index) => ({ x: this.x(x), y: this.y(region.y[index]) }));
    context.save();
    context.beginPath();
    context.rect(this.left, this.top, stage.width * this.scale, stage.height * this.scale);
    context.clip();
    context.beginPath();
    for (const { x, y } of corners) context.lineTo(x, y);
    context.closePath();
    context.strokeStyle = theme.limit;
    context.setLineDash([4, 3]);
    context.stroke();
    context.restore();
    const text = visible(region.text, 60);
    const width = context.measureText(text).width + 4;
    const boxes = corners.flatMap(({ x, y }) => [[6, -7], [-width - 6, -7], [-width / 2, 6], [-width / 2, -20]]
      .map(([dx, dy]) => ({ x: x + dx, y: y + dy, width, height: 14 }))).reverse();
    const box = labels.place(boxes, { x: 0, y: 0, width: this.width, height: this.height }, (one) => !this.coversTrail(one));
    if (!box) continue;
    context.fillStyle = theme.background;
    context.fillRect(box.x, box.y, width, 14);
    context.fillStyle = theme.limit;
    context.fillText(text, box.x + 2, box.y + 7);
  }
};

Stage.prototype.coversTrail = function coversTrail({ x, y, width, height }) {
  const isIn = (left, top) => left > x - 3 && left < x + width + 3 && top > y - 3 && top < y + height + 3;
  return this.stage.trails.some((trail) => trail.x.some((value, index) => isIn(this.x(value), this.y(trail.y[index]))));
};

Stage.prototype.drawWhole = function drawWhole(context, trail) {
  context.save();
  context.lineWidth = 2;
  context.setLineDash(trail.is_palm ? [2, 3] : this.theme.dash(trail.color));
  if (trail.value) this.strokeByValue(context, trail);
  else {
    context.strokeStyle = this.trailColor(trail);
    context.beginPath();
    for (let index = 0; index < trail.times.length; index += 1) context.lineTo(this.x(trail.x[index]), this.y(trail.y[index]));
    context.stroke();
  }
  context.restore();
};

/** Neighbours of one color are one path, since there may be tens of thousands of points. */
Stage.prototype.strokeByValue = function strokeByValue(context, trail) {
  let level = null;
  for (let index = 1; index < trail.times.length; index += 1) {
    const next = Math.round(trail.value[index] * 24);
    if (next !== level) {
      if (level !== null) context.stroke();
      level = next;
      context.strokeStyle = this.theme.rampColor(level / 24);
      context.beginPath();
      context.moveTo(this.x(trail.x[index - 1]), this.y(trail.y[index - 1]));
    }
    context.lineTo(this.x(trail.x[index]), this.y(trail.y[index]));
  }
  if (level !== null) context.stroke();
};

Stage.prototype.drawNorth = function drawNorth(context) {
  const x = this.left + this.stage.width * this.scale - 16;
  const y = this.top + 10;
  context.fillStyle = this.theme.text;
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(x + 5, y + 14);
  context.lineTo(x, y + 10);
  context.lineTo(x - 5, y + 14);
  context.fill();
  this.text(context, "N", x, y + 22, "center");
};

Stage.prototype.drawScaleBar = function drawScaleBar(context, bar) {
  const length = bar.length * this.scale;
  const y = this.bottom + 16;
  context.strokeStyle = this.theme.text;
  context.lineWidth = 1.5;
  line(context, this.left, y, this.left + length, y);
  line(context, this.left, y - 4, this.left, y + 4);
  line(context, this.left + length, y - 4, this.left + length, y + 4);
  this.text(context, visible(bar.text, 30), this.left + length + 8, y, "left");
};

Stage.prototype.drawLegend = function drawLegend(context, legend) {
  const width = 80;
  const y = this.bottom + 11;
  const unit = visible(legend.unit, 12);
  const high = quantity(legend.high, unit);
  context.font = FONT;
  const right = this.left + this.stage.width * this.scale - context.measureText(high).width - 6;
  for (let step = 0; step < width; step += 1) {
    context.fillStyle = this.theme.rampColor(step / (width - 1));
    context.fillRect(right - width + step, y, 1.5, 10);
  }
  this.text(context, high, right + 6, y + 5, "left");
  this.text(context, `${visible(legend.text, 30)} ${short(legend.low)}`, right - width - 6, y + 5, "right");
};

Stage.prototype.text = function text(context, content, x, y, align) {
  useFont(context, FONT, align);
  context.fillStyle = this.theme.text;
  context.fillText(content, x, y);
};

// What moves.

Stage.prototype.drawRecent = function drawRecent(context, trail, time) {
  const { theme } = this;
  const color = trail.value ? theme.rampColor(interpolated(trail.times, trail.value, time)) : this.trailColor(trail);
  const last = lastAt(trail.times, time);
  const first = Math.max(lowerBound(trail.times, time - RECENT_S), 0);
  const isDown = time <= trail.stop + TIME_STEP_S;
  const head = { trail, color, x: this.x(interpolated(trail.times, trail.x, time)), y: this.y(interpolated(trail.times, trail.y, time)) };
  head.pressure = trail.width ? interpolated(trail.times, trail.width, time) : 0.4;
  context.strokeStyle = color;
  context.setLineDash(trail.is_palm ? [2, 4] : theme.dash(trail.color));
  this.strokeSegments(context, trail, first, last, time);
  if (isDown && last >= first && last >= 0) line(context, this.x(trail.x[last]), this.y(trail.y[last]), head.x, head.y);
  context.setLineDash([]);
  context.globalAlpha = 1;
  if (first === 0) this.drawEnd(context, trail, 0, trail.begin);
  if (isDown) this.heads.push(head);
  else this.drawEnd(context, trail, trail.times.length - 1, trail.end);
};

/** Each segment is as wide as its pressure, and thinner with its age. */
Stage.prototype.strokeSegments = function strokeSegments(context, trail, first, last, time) {
  for (let index = first + 1; index <= last; index += 1) {
    const youth = clamped(1 - (time - trail.times[index]) / RECENT_S, 0, 1);
    context.lineWidth = 2 + 5 * youth * (trail.width ? trail.width[index] : 0.4);
    line(context, this.x(trail.x[index - 1]), this.y(trail.y[index - 1]), this.x(trail.x[index]), this.y(trail.y[index]));
  }
};

/** A ring where a touch began, a square where it ended; those of lost or regained touches are dashed. */
Stage.prototype.drawEnd = function drawEnd(context, trail, index, kind) {
  const x = this.x(trail.x[index]);
  const y = this.y(trail.y[index]);
  context.strokeStyle = this.trailColor(trail);
  context.lineWidth = 1.5;
  context.setLineDash(kind === "resumed" || kind === "cancelled" ? [2, 2] : []);
  if (index === 0) disc(context, x, y, 4);
  else {
    context.beginPath();
    context.rect(x - 4, y - 4, 8, 8);
  }
  context.stroke();
  context.setLineDash([]);
};

Stage.prototype.drawHeads = function drawHeads(context) {
  const labels = new LabelSpace();
  const bounds = { x: 0, y: 0, width: this.width, height: this.height };
  for (const head of this.heads) {
    head.radius = 6 + 8 * head.pressure;
    labels.taken.push({ x: head.x - 5, y: head.y - 5, width: 10, height: 10 });
    this.drawHead(context, head);
  }
  if (this.stage.trails.length < 2) return;
  for (const head of this.heads) this.drawHeadLabel(context, head, labels, bounds);
};

Stage.prototype.drawHead = function drawHead(context, head) {
  disc(context, head.x, head.y, head.radius);
  context.globalAlpha = head.trail.is_palm ? 1 : 0.35;
  context.fillStyle = head.trail.is_palm ? this.theme.hatch(context, head.color) : head.color;
  context.fill();
  context.globalAlpha = 1;
  context.strokeStyle = head.color;
  context.lineWidth = 2;
  context.stroke();
};

Stage.prototype.drawHeadLabel = function drawHeadLabel(context, head, labels, bounds) {
  useFont(context, `bold ${FONT}`);
  const width = context.measureText(head.trail.label).width;
  const far = head.radius + 4;
  const corners = [[far, -14], [far, 2], [-far - width, -14], [-far - width, 2], [-width / 2, -far - 14], [-width / 2, far]];
  const boxes = corners.map(([x, y]) => ({ x: head.x + x, y: head.y + y, width, height: 14 }));
  const box = labels.place(boxes, bounds);
  if (!box) return;
  context.lineWidth = 3;
  context.strokeStyle = this.theme.background;
  context.strokeText(head.trail.label, box.x, box.y + 7);
  context.fillStyle = this.theme.text;
  context.fillText(head.trail.label, box.x, box.y + 7);
};

Stage.prototype.drawCircles = function drawCircles(context, time) {
  const { circles } = this.stage;
  const now = Math.max(lastAt(this.circleTimes, time), 0);
  const isAll = this.stillWhole && circles.length <= MOST_CIRCLES;
  circles.forEach((circle, index) => {
    const isNow = index === now;
    if (!isNow && !isAll) return;
    disc(context, this.x(circle.x), this.y(circle.y), circle.radius * this.scale);
    context.strokeStyle = this.theme.color(circle.color);
    context.globalAlpha = isNow ? 0.9 : 0.15;
    context.lineWidth = isNow ? 1.5 : 1;
    context.stroke();
  });
  context.globalAlpha = 1;
};

Stage.prototype.drawMarks = function drawMarks(context, isShown) {
  for (const mark of this.stage.marks) {
    if (isShown(mark)) drawSign(context, this.theme, mark.kind, this.x(mark.x), this.y(mark.y));
  }
};

// What is under the pointer.

/** The finger or mark at a position, as lines of text; null if none is near. */
Stage.prototype.textAt = function textAt(x, y, time) {
  const near = (one, left, top) => Math.hypot(left - x, top - y) < (one.radius ?? 8) + 3;
  const head = this.heads.find((one) => near(one, one.x, one.y));
  if (head) return [visible(head.trail.name), this.positionText(head.trail, time)];
  const mark = this.stage.marks.find((one) => near({}, this.x(one.x), this.y(one.y)));
  return mark ? [visible(mark.text || mark.kind), moment(mark.time_s)] : null;
};

Stage.prototype.positionText = function positionText(trail, time) {
  const [x, y] = [trail.x, trail.y].map((values) => interpolated(trail.times, values, time).toFixed(1));
  const pressure = trail.width ? `, width ${short(interpolated(trail.times, trail.width, time))}` : "";
  return `${x}, ${y} ${visible(this.stage.unit, 12)}${pressure}`;
};

/** What is on the stage at a time, for those who do not see it. */
Stage.prototype.description = function description(time) {
  const active = this.stage.trails.filter((trail) => trail.start <= time + TIME_STEP_S && time <= trail.stop + TIME_STEP_S);
  return active.map((trail) => `${visible(trail.name, 60)} at ${this.positionText(trail, time)}`).join("; ");
};
