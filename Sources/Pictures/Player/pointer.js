// The pointer: what is under it in the lanes, drags and the wheel.

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

// Drags and the wheel.

Player.prototype.bindPointer = function bindPointer(view) {
  const { lanes, stage } = view;
  const { ruler, canvas, scroller } = lanes.parts;
  ruler.addEventListener("pointerdown", (event) => scrub(this, lanes, event));
  canvas.addEventListener("pointerdown", (event) => drag(this, lanes, event));
  canvas.addEventListener("pointermove", (event) => hint(this, event, lanes.itemAt(event.offsetX, event.offsetY)));
  canvas.addEventListener("pointerleave", () => this.tip.hide());
  scroller.addEventListener("scroll", () => this.requestLanes());
  for (const part of [ruler, canvas]) {
    part.addEventListener("wheel", (event) => turnWheel(this, lanes, event), { passive: false });
  }
  stage?.canvas.addEventListener("pointermove", (event) => {
    const lines = stage.textAt(event.offsetX, event.offsetY, this.time);
    if (lines) this.tip.showLines(lines, event.clientX, event.clientY);
    else this.tip.hide();
  });
  stage?.canvas.addEventListener("pointerleave", () => this.tip.hide());
};

function hint(player, event, item) {
  if (!item || event.buttons !== 0) player.tip.hide();
  else player.tip.showItem(item, event.clientX, event.clientY);
}

/**
 * Calls `move` with the time under the pointer until the button is released, then `done`; or `cancel`, where the browser
 * takes the pointer for itself, as for scrolling with a finger.
 */
function follow(lanes, event, { move, done, cancel = () => {} }) {
  const target = event.currentTarget;
  if (event.button !== 0) return;
  target.setPointerCapture(event.pointerId);
  const listening = new AbortController();
  const listen = (name, action) => target.addEventListener(name, action, { signal: listening.signal });
  listen("pointermove", (next) => move(lanes.time(next.offsetX), next));
  listen("pointerup", (next) => {
    listening.abort();
    done(lanes.time(next.offsetX), next);
  });
  listen("pointercancel", () => {
    listening.abort();
    cancel();
  });
}

function scrub(player, lanes, event) {
  player.pause();
  player.seek(lanes.time(event.offsetX));
  follow(lanes, event, { move: (time) => player.seek(time), done: () => player.announce() });
}

/** A drag selects; a click moves the time. */
function drag(player, lanes, event) {
  const from = lanes.time(event.offsetX);
  const isDrag = (next) => Math.abs(next.clientX - event.clientX) > 4;
  const show = (pending) => {
    player.pending = pending;
    for (const view of player.views) view.lanes.showSelection(pending ?? player.loop);
  };
  follow(lanes, event, {
    move: (to, next) => show(isDrag(next) ? { from: Math.min(from, to), to: Math.max(from, to) } : null),
    done: (to, next) => {
      show(null);
      if (isDrag(next)) player.select(from, to);
      else player.seek(to);
    },
    cancel: () => show(null),
  });
}

/** Above the lanes the wheel zooms; on them with Ctrl, so that they scroll without. Sideways moves. */
function turnWheel(player, lanes, event) {
  const sideways = event.shiftKey ? event.deltaY || event.deltaX : event.deltaX;
  const isZoom = event.ctrlKey || event.metaKey || (event.currentTarget === lanes.parts.ruler && !event.shiftKey && !event.deltaX);
  if (!isZoom && !sideways) return;
  event.preventDefault();
  if (isZoom) player.zoom(2 ** clamped(event.deltaY / 200, -1, 1), lanes.time(event.offsetX));
  else player.pan(clamped(sideways / lanes.width, -1, 1));
}
