// The player: one clock, one visible span of time, one selection, and the plots that follow them.

/** The shortest visible span of time, in seconds: a few reports of a touchpad. Axes that are shorter have a part of theirs. */
const LEAST_SPAN_S = 0.02;
const LEAST_SPAN_PART = 0.05;

/** The list and the slider follow a running clock this often, in seconds; the stage and the cursor at each frame. */
const FOLLOW_S = 0.1;

/** A longer pause between two frames, in seconds, is a page that was hidden, not time to play. */
const LONGEST_FRAME_S = 0.25;

/** Before it plays, a page shows whole trails, unless they have more points than this and would be a tangle. */
const MOST_PREVIEW_POINTS = 20000;

const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4, 16, 64];

const element = (id) => document.getElementById(id);

class Player {
  constructor(page) {
    this.page = page;
    this.theme = new Theme();
    this.tip = new Tip(element("tip"));
    this.speed = 1;
    this.playing = false;
    this.loop = null;
    this.pending = null;
    this.list = new EventList({
      list: element("events-list"), box: element("events-box"), earlier: element("earlier"),
      later: element("later"), none: element("events-none"), count: element("events-count"),
    }, (row) => this.visit(row));
  }

  get isComparison() {
    return Boolean(this.page.comparison);
  }

  /** Shows one plot, or the two of a comparison. */
  show(indices) {
    this.pause();
    const plots = indices.map((index) => this.page.plots[index]);
    useAxis(plots[0]);
    this.views = plots.map((plot, index) => new PlotView(plot, this.theme, plots.length > 1 ? ["first", "second"][index] : ""));
    element("views").replaceChildren(...this.views.map((view) => view.element));
    element("player").classList.toggle("compared", plots.length > 1);
    this.start = Math.min(...plots.map((plot) => plot.start_s));
    this.end = Math.max(...plots.map((plot) => plot.end_s));
    if (this.end <= this.start) this.end = this.start + LEAST_SPAN_S;
    this.leastSpan = Math.min(LEAST_SPAN_S, (this.end - this.start) * LEAST_SPAN_PART);
    this.view = { from: this.start, to: this.end };
    const decided = plots[0].answer?.time_s;
    this.time = Number.isFinite(decided) ? clamped(decided, this.start, this.end) : this.start;
    this.isWhole = plots.some((plot) => plot.stage?.shows_all);
    this.isFresh = pointCount(plots) <= MOST_PREVIEW_POINTS;
    this.frames = null;
    this.loop = null;
    this.showTitles(plots);
    showAnswer(plots[0].answer);
    this.showEvents(plots);
    for (const view of this.views) this.bindPointer(view);
    this.layout();
    this.showLoop();
  }

  showTitles(plots) {
    const titles = new Set(plots.map((plot) => visible(plot.title, 200)));
    const title = `${[...titles].join(" and ")}${plots.length > titles.size ? ", compared" : ""}`;
    document.title = title;
    element("title").textContent = title;
  }

  showEvents(plots) {
    const rows = plots.length > 1 ? comparedRows(plots[0], plots[1]) : plainRows(plots[0]);
    this.views.forEach((view, index) => {
      view.lanes.differences = rows.filter((row) => row.difference).flatMap((row) => differencesOf(row, index));
    });
    this.list.show(rows);
  }
}

function pointCount(plots) {
  const trails = plots.flatMap((plot) => plot.stage?.trails ?? []);
  return trails.reduce((count, trail) => count + trail.times.length, 0);
}

/** Where a row that differs is marked in the lanes of a plot. */
function differencesOf(row, plot) {
  const event = row.plot === plot ? row.event : row.other;
  return event ? [{ time: event.time_s, lane: event.lane }] : [];
}

// Drawing.

/** Call after sizes or colors changed. */
Player.prototype.layout = function layout() {
  const { stage } = this.views[0].plot;
  const ratio = stage && stage.height > 0 ? clamped(stage.width / stage.height, 0.2, 5) : 1;
  element("player").style.setProperty("--ratio", ratio.toFixed(3));
  element("player").classList.toggle("tall", this.views.length === 1 && ratio < 1);
  const widths = this.views.map(({ lanes }) => lanes.parts.canvas.clientWidth);
  const slots = laneSlots(this.views.map((view) => view.plot), Math.min(...widths) || 1);
  for (const view of this.views) view.layout(slots);
  this.drawLanes();
};

Player.prototype.drawLanes = function drawLanes() {
  for (const { lanes } of this.views) {
    lanes.view = this.view;
    lanes.draw();
    lanes.showSelection(this.loop ?? this.pending);
  }
  this.drawTime();
};

/** Draws what changes with the clock. */
Player.prototype.drawTime = function drawTime() {
  const isWhole = this.isWhole || this.isFresh;
  for (const { stage, lanes } of this.views) {
    stage?.draw(this.time, isWhole);
    lanes.moveCursor(this.time);
  }
  this.drawClock();
};

Player.prototype.drawClock = function drawClock() {
  element("time").textContent = `${moment(this.time)} of ${moment(this.end)}`;
  const position = element("position");
  position.value = String(this.time);
  position.setAttribute("aria-valuetext", moment(this.time));
  this.list.follow(this.time);
};

/** Draws the lanes once for all changes before the next frame. */
Player.prototype.requestLanes = function requestLanes() {
  if (this.isRequested) return;
  this.isRequested = true;
  requestAnimationFrame(() => {
    this.isRequested = false;
    this.drawLanes();
  });
};

// The clock.

Player.prototype.play = function play() {
  if (this.playing) return;
  const { from, to } = this.span();
  if (this.time >= to || this.time < from) this.time = from;
  this.playing = true;
  this.isFresh = false;
  this.lastFrame = null;
  this.lastFollow = 0;
  element("play").textContent = "Pause";
  requestAnimationFrame((now) => this.tick(now / 1000));
};

Player.prototype.pause = function pause() {
  this.playing = false;
  element("play").textContent = "Play";
};

Player.prototype.toggle = function toggle() {
  if (!this.playing) return this.play();
  this.pause();
  this.drawTime();
  return this.announce();
};

/** What is played: the selection, or everything. */
Player.prototype.span = function span() {
  return this.loop ?? { from: this.start, to: this.end };
};

Player.prototype.tick = function tick(now) {
  if (!this.playing) return;
  const passed = clamped(now - (this.lastFrame ?? now), 0, LONGEST_FRAME_S);
  this.lastFrame = now;
  this.advance(passed * this.speed);
  this.turnPage();
  for (const { stage, lanes } of this.views) {
    stage?.draw(this.time, this.isWhole);
    lanes.moveCursor(this.time);
  }
  if (now - this.lastFollow >= FOLLOW_S) {
    this.lastFollow = now;
    this.drawClock();
  }
  requestAnimationFrame((next) => this.tick(next / 1000));
};

Player.prototype.advance = function advance(passed) {
  const { from, to } = this.span();
  this.time += passed;
  if (this.time < to) return;
  if (this.loop) {
    this.time = from + ((this.time - from) % (to - from));
    return;
  }
  this.time = to;
  this.pause();
  this.drawClock();
};

/** Turns to the next page of lanes when the cursor leaves the visible one. */
Player.prototype.turnPage = function turnPage() {
  const { from, to } = this.view;
  if (this.time >= from && this.time <= to) return;
  this.setView(this.time, this.time + (to - from));
};

Player.prototype.setSpeed = function setSpeed(speed) {
  this.speed = speed;
  element("speed").value = String(speed);
};

Player.prototype.changeSpeed = function changeSpeed(step) {
  const index = clamped(SPEEDS.indexOf(this.speed) + step, 0, SPEEDS.length - 1);
  this.setSpeed(SPEEDS[index]);
  this.say(`Speed ${this.speed}`);
};

Player.prototype.seek = function seek(time) {
  this.time = clamped(time, this.start, this.end);
  this.isFresh = false;
  this.tip.hide();
  this.turnPage();
  this.drawTime();
};

/** Moves to the sample before or after the current time. */
Player.prototype.step = function step(direction) {
  this.pause();
  this.frames ??= frameTimes(this.views.map((view) => view.plot));
  const index = direction > 0 ? lastAt(this.frames, this.time + 1e-7) + 1 : lowerBound(this.frames, this.time - 1e-7) - 1;
  this.seek(this.frames[index] ?? (direction > 0 ? this.end : this.start));
  this.announce();
};

// The visible span of time.

Player.prototype.setView = function setView(from, to) {
  const span = clamped(to - from, this.leastSpan, this.end - this.start);
  const first = clamped(from, this.start, this.end - span);
  this.view = { from: first, to: first + span };
  this.requestLanes();
};

/** Zooms around a time, which stays where it is. */
Player.prototype.zoom = function zoom(factor, around = this.time) {
  const { from, to } = this.view;
  const span = clamped((to - from) * factor, this.leastSpan, this.end - this.start);
  const center = clamped(around, from, to);
  const first = center - ((center - from) / (to - from)) * span;
  this.setView(first, first + span);
};

Player.prototype.pan = function pan(part) {
  const distance = (this.view.to - this.view.from) * part;
  this.setView(this.view.from + distance, this.view.to + distance);
};

Player.prototype.fit = function fit() {
  this.setView(this.start, this.end);
};

// The selection, which is also the loop.

Player.prototype.select = function select(from, to) {
  const [first, last] = [from, to].map((time) => clamped(time, this.start, this.end)).sort((one, other) => one - other);
  this.loop = last - first >= 0.001 ? { from: first, to: last } : null;
  this.showLoop();
};

/** Sets one end of the selection to the current time; the other end stays, or is the recording's. */
Player.prototype.selectFrom = function selectFrom() {
  this.select(this.time, this.loop && this.loop.to > this.time ? this.loop.to : this.end);
};

Player.prototype.selectTo = function selectTo() {
  this.select(this.loop && this.loop.from < this.time ? this.loop.from : this.start, this.time);
};

Player.prototype.clearSelection = function clearSelection() {
  this.loop = null;
  this.showLoop();
};

Player.prototype.showLoop = function showLoop() {
  for (const { lanes } of this.views) lanes.showSelection(this.loop);
  const { from, to } = this.span();
  const text = this.loop ? `${moment(from)} to ${moment(to)}, ${moment(to - from)}, played in a loop` : "";
  element("selection-text").textContent = text || "Drag on the lanes, or press [ and ], to select a part.";
  element("clear").hidden = !this.loop;
  showCommands(this, this.views.map((view) => view.plot), from, to);
  if (this.loop) this.say(text);
};

// Events.

/** Moves to an event of the list and shows its mark, if it has one. */
Player.prototype.visit = function visit(row) {
  this.pause();
  this.seek(row.time);
  const lane = this.views[row.plot].plot.lanes[row.event.lane];
  const mark = lane?.marks.find((one) => Math.abs(one.time_s - row.time) < 1e-6);
  if (mark) this.point({ kind: "mark", mark }, this.views[row.plot].lanes, lane, row.time);
  this.say(this.list.rows.includes(row) ? `${moment(row.time)}: ${visible(row.event.text)} ${row.note}` : "");
};

Player.prototype.visitNeighbour = function visitNeighbour(step) {
  const row = this.list.neighbour(this.time, step);
  if (row) this.visit(row);
};

/** Moves to the next or previous failure in the lanes. */
Player.prototype.visitFailure = function visitFailure(step) {
  const all = this.views.flatMap((view) => view.plot.lanes.flatMap((lane) => lane.marks
    .filter((mark) => mark.kind === "failed").map((mark) => ({ view, lane, mark })))).sort((one, other) => byTime(one.mark, other.mark));
  const index = all.findIndex(({ mark }) => mark === this.failure);
  const isHere = index >= 0 && Math.abs(this.failure.time_s - this.time) < 1e-6;
  const next = isHere ? all[index + step] : nearestFailure(all, this.time, step);
  if (!next) return;
  this.failure = next.mark;
  this.pause();
  this.seek(next.mark.time_s);
  this.point({ kind: "mark", mark: next.mark }, next.view.lanes, next.lane, next.mark.time_s);
  this.say(visible(next.mark.text));
};

function nearestFailure(all, time, step) {
  return step > 0 ? all.find(({ mark }) => mark.time_s >= time) : all.findLast(({ mark }) => mark.time_s <= time);
}

/** Shows the next threshold in force at the current time, and where it is set. */
Player.prototype.visitLimit = function visitLimit(step) {
  const all = this.views.flatMap((view) => view.plot.lanes.flatMap((lane) => lane.limits
    .filter((limit) => limit.start_s <= this.time && this.time <= limit.end_s).map((limit) => ({ view, lane, limit }))));
  if (all.length === 0) return this.say("No threshold here");
  const index = all.findIndex(({ limit }) => limit === this.limit);
  // Without a threshold before it, the first step forward is to the first one, and back to the last.
  const next = all[(Math.max(index, step < 0 ? 0 : -1) + step + all.length) % all.length];
  this.limit = next.limit;
  this.point({ kind: "limit", limit: next.limit, unit: next.lane.unit }, next.view.lanes, next.lane, this.time, next.limit.value);
  return this.say(`${visible(next.limit.text)}; ${visible(next.limit.origin)}`);
};

Player.prototype.point = function point(item, lanes, lane, time, value) {
  const place = lanes.reveal(lane, time, value);
  if (place) this.tip.showItem(item, place.x, place.y);
};

// What screen readers announce.

Player.prototype.say = function say(text) {
  element("live").textContent = text;
};

/** Says the time, the touches and the event of this very time. */
Player.prototype.announce = function announce() {
  const now = this.list.rows.filter((row) => Math.abs(row.time - this.time) < 0.0005).map((row) => visible(row.event.text));
  const stages = this.views.map((view) => view.stage?.description(this.time)).filter(Boolean);
  this.say([moment(this.time), ...stages, ...now].join("; "));
};
