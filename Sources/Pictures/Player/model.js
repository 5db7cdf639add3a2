// Reads the page's data: numbers are unpacked, texts are made safe to look at, and events are sorted.

/** The numbers of a packed list: Base64 of zigzag varints, differences of the given order, times a step; both 1 if missing. */
function unpack({ data, order = 1, step = 1 }) {
  const bytes = atob(data);
  const count = lastBytes(bytes);
  const numbers = new Float64Array(count);
  let at = 0;
  for (let index = 0; index < count; index += 1) {
    let value = 0;
    let scale = 1;
    let byte = 0;
    do {
      byte = at < bytes.length ? bytes.charCodeAt(at) : 0;
      at += 1;
      value += (byte & 0x7f) * scale;
      scale *= 128;
    } while (byte > 0x7f);
    numbers[index] = value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }
  for (let round = 0; round < order; round += 1) {
    for (let index = 1; index < numbers.length; index += 1) numbers[index] += numbers[index - 1];
  }
  return numbers.map((number) => number * step);
}

/** How many bytes end a number: those without the highest bit. */
function lastBytes(bytes) {
  let count = 0;
  for (let index = 0; index < bytes.length; index += 1) count += bytes.charCodeAt(index) < 0x80 ? 1 : 0;
  return count;
}

/** Control characters and marks of writing direction, which would disguise a text, as escapes; long texts cut. */
function visible(text, limit = 400) {
  const all = String(text ?? "");
  const cut = all.length > limit ? `${all.slice(0, limit)}…` : all;
  return cut.replace(/[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, escaped);
}

function escaped(character) {
  return `\\u{${character.codePointAt(0).toString(16)}}`;
}

/** The index of the first number that is not below `value`; the count if all are. */
function lowerBound(numbers, value) {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numbers[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The index of the last number that is not above `value`; -1 if all are. */
function lastAt(numbers, value) {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numbers[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** A value of samples between two of them, in a straight line; the first or last beyond the ends. */
function interpolated(times, values, time) {
  const index = lastAt(times, time);
  if (index < 0) return values[0];
  if (index >= times.length - 1) return values[values.length - 1];
  const part = (time - times[index]) / (times[index + 1] - times[index]);
  return values[index] + (values[index + 1] - values[index]) * part;
}

const clamped = (value, low, high) => Math.min(Math.max(value, low), high);

/** What the horizontal axis of the plots that are shown is: time, or the amount of a perturbation. */
const axis = { title: "time", unit: "s" };

/** A value of the axis with its unit, as in "1.234 s". */
const moment = (value) => (axis.unit ? `${value.toFixed(3)} ${axis.unit}` : value.toFixed(3));

/** Takes the axis of a plot for all texts that follow. */
function useAxis(plot) {
  axis.title = visible(plot.axis?.title ?? "time", 40);
  axis.unit = visible(plot.axis?.unit ?? "s", 12);
}

const byTime = (first, second) => first.time_s - second.time_s;

/** A number with two decimals, or three digits below 1, and no zeros at the end. */
function short(value) {
  return String(Number(Math.abs(value) < 1 ? value.toPrecision(3) : value.toFixed(2)));
}

/** A number and its unit, as in "1.1 mm" or "0.52". */
function quantity(value, unit) {
  return unit ? `${short(value)} ${unit}` : short(value);
}

/** The data of the page with numbers unpacked; what is missing is empty. */
function readPage(text) {
  const page = JSON.parse(text);
  return { ...page, plots: page.plots.map(readPlot) };
}

function readPlot(plot) {
  const stage = plot.stage ? readStage(plot.stage) : null;
  return {
    ...plot,
    facts: plot.facts ?? [],
    notes: plot.notes ?? [],
    stage,
    lanes: withKeys((plot.lanes ?? []).map((lane) => readLane(lane, stage))),
    events: [...(plot.events ?? [])].sort(byTime),
  };
}

function readStage(stage) {
  return {
    ...stage,
    trails: (stage.trails ?? []).map(readTrail),
    regions: stage.regions ?? [],
    circles: [...(stage.circles ?? [])].sort(byTime),
    marks: [...(stage.marks ?? [])].sort(byTime),
  };
}

function readTrail(trail) {
  const times = unpack(trail.times);
  return {
    ...trail,
    label: /\d+$/.exec(trail.name)?.[0] ?? visible(trail.name, 12),
    times,
    x: unpack(trail.x),
    y: unpack(trail.y),
    width: trail.width ? unpack(trail.width) : null,
    value: trail.value ? unpack(trail.value) : null,
    start: times[0] ?? Infinity,
    stop: times[times.length - 1] ?? -Infinity,
  };
}

function readLane(lane, stage) {
  const series = (lane.series ?? []).map((one) => readSeries(one, stage));
  const bands = [...(lane.bands ?? [])].sort((first, second) => first.start_s - second.start_s);
  const marks = [...(lane.marks ?? [])].sort(byTime);
  return {
    ...lane,
    series,
    bands,
    marks,
    limits: lane.limits ?? [],
    limitTexts: [...new Set((lane.limits ?? []).map((limit) => visible(limit.text, 60)))],
    markTimes: Float64Array.from(marks, (mark) => mark.time_s),
    rows: packedRows(bands),
  };
}

/** A key for each lane: its title and, where that repeats or is empty below a named lane, a number. */
function withKeys(lanes) {
  const counts = new Map();
  let name = "";
  return lanes.map((lane) => {
    name = lane.title || name;
    counts.set(name, (counts.get(name) ?? 0) + 1);
    return { ...lane, key: `${name} ${counts.get(name)}` };
  });
}

/** `times` may be the number of the trail that has the same times, name and color. */
function readSeries(series, stage) {
  const isShared = Number.isInteger(series.times);
  const trail = isShared ? stage?.trails[series.times] : null;
  const times = isShared ? (trail?.times ?? []) : unpack(series.times);
  const { name, color, is_palm } = trail ?? {};
  return { name, color, is_palm, ...series, times, values: unpack(series.values) };
}

/** Durations that are brackets: each has a row of its own. */
const isBracket = (band) => band.kind === "limit" || band.kind === "measured";

/** Gives each band the first row that is free at its start, brackets those below, and returns how many rows there are. */
function packedRows(bands) {
  const ends = [];
  for (const band of bands.filter((one) => !isBracket(one))) {
    const free = ends.findIndex((end) => end <= band.start_s);
    band.row = free < 0 ? ends.length : free;
    ends[band.row] = band.end_s;
  }
  let rows = Math.max(ends.length, 1);
  for (const band of bands.filter(isBracket)) {
    band.row = rows;
    rows += 1;
  }
  return rows;
}

/** The times of all samples of the plots, each once, in order: the frames to step through. */
function frameTimes(plots) {
  const lists = plots.flatMap((plot) => {
    const trails = plot.stage?.trails ?? [];
    return (trails.length > 0 ? trails : plot.lanes.flatMap((lane) => lane.series)).map((one) => one.times);
  });
  const all = new Float64Array(lists.reduce((count, list) => count + list.length, 0));
  let at = 0;
  for (const list of lists) {
    all.set(list, at);
    at += list.length;
  }
  return all.sort().filter((time, index) => index === 0 || time !== all[index - 1]);
}
