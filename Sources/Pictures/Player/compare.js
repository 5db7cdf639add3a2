// Finds what differs in the events of two plots on one clock.

/** Events further apart than this, in seconds, are two events, not one at another time. */
const SAME_EVENT_S = 0.5;

/** Times that print the same are the same. */
const SAME_TIME_S = 0.0005;

/** Rows of one plot's events: nothing differs. */
function plainRows(plot) {
  return plot.events.map((event) => ({ time: event.time_s, event, plot: 0, difference: null, note: "" }));
}

/** Rows of both plots' events: an event of both is one row. */
function comparedRows(first, second) {
  const pairs = matchedPairs(first.events, second.events);
  const partner = new Map(pairs.flatMap(([one, other]) => [[one, other], [other, one]]));
  const rows = first.events.map((event) => firstRow(event, partner.get(event)));
  for (const event of second.events) {
    if (!partner.has(event)) rows.push(row(event, 1, "second", "only in the second"));
  }
  return rows.sort((one, other) => one.time - other.time);
}

function row(event, plot, difference, note, other = null) {
  return { time: event.time_s, event, plot, difference, note, other };
}

function firstRow(event, other) {
  if (!other) return row(event, 0, "first", "only in the first");
  const later = other.time_s - event.time_s;
  if (Math.abs(later) >= SAME_TIME_S) {
    const side = later > 0 ? "later" : "earlier";
    return row(event, 0, "moved", `${moment(Math.abs(later))} ${side} in the second`, other);
  }
  if (event.text !== other.text) {
    return row(event, 0, "changed", `in the second: ${visible(other.text)}`, other);
  }
  return row(event, 0, null, "", other);
}

/** Events are alike if their kinds, gestures and texts are, apart from numbers. */
function likeness(event) {
  return [event.kind, event.gesture ?? "", event.text.replace(/-?\d+(\.\d+)?/g, "#")].join("\u0000");
}

function matchedPairs(first, second) {
  const groups = new Map();
  first.forEach((event) => groupOf(groups, event).first.push(event));
  second.forEach((event) => groupOf(groups, event).second.push(event));
  return [...groups.values()].flatMap(pairsOfGroup);
}

function groupOf(groups, event) {
  const key = likeness(event);
  if (!groups.has(key)) groups.set(key, { first: [], second: [] });
  return groups.get(key);
}

/** Pairs events at the same time before those nearby, so that an additional event shifts no other. */
function pairsOfGroup(group) {
  const exact = pairsWithin(group.first, group.second, SAME_TIME_S);
  const paired = new Set(exact.flat());
  const isLeft = (event) => !paired.has(event);
  return [...exact, ...pairsWithin(group.first.filter(isLeft), group.second.filter(isLeft), SAME_EVENT_S)];
}

function pairsWithin(first, second, tolerance) {
  const pairs = [];
  let one = 0;
  let other = 0;
  while (one < first.length && other < second.length) {
    const later = second[other].time_s - first[one].time_s;
    if (Math.abs(later) < tolerance) {
      pairs.push([first[one], second[other]]);
      one += 1;
      other += 1;
    } else if (later > 0) one += 1;
    else other += 1;
  }
  return pairs;
}
