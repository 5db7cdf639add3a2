// The tip: what is known of the mark, threshold or finger that the pointer or the keyboard is at.

class Tip {
  constructor(element) {
    this.element = element;
  }

  /** Shows an item of `Lanes.itemAt` beside a position of the window. */
  showItem(item, x, y) {
    this.show(itemContents(item), x, y);
  }

  showLines(lines, x, y) {
    this.show(lines.map((text, index) => paragraph(text, index > 0 ? "muted" : "")), x, y);
  }

  show(contents, x, y) {
    this.element.replaceChildren(...contents);
    this.element.hidden = false;
    const { width, height } = this.element.getBoundingClientRect();
    const isRight = x + 16 + width < window.innerWidth;
    const isBelow = y + 16 + height < window.innerHeight;
    this.element.style.left = `${Math.max(isRight ? x + 14 : x - width - 14, 4)}px`;
    this.element.style.top = `${Math.max(isBelow ? y + 14 : y - height - 14, 4)}px`;
  }

  hide() {
    this.element.hidden = true;
  }
}

function paragraph(text, className = "") {
  return make("p", className, text);
}

function itemContents(item) {
  switch (item.kind) {
    case "mark": return markContents(item.mark);
    case "limit": return limitContents(item.limit, item.unit);
    case "band": return bandContents(item.band);
    default: return seriesContents(item);
  }
}

function markContents(mark) {
  const contents = [paragraph(visible(mark.text))];
  if (Number.isFinite(mark.measured) && Number.isFinite(mark.limit)) contents.push(barPair(mark));
  contents.push(paragraph(mark.origin ? originText(mark) : moment(mark.time_s), "muted"));
  return contents;
}

function limitContents(limit, unit) {
  const origin = limit.origin ? originText(limit) : "";
  return [paragraph(visible(limit.text)), paragraph(quantity(limit.value, visible(unit, 12)), "muted"), paragraph(origin, "muted")];
}

/** Where a number is set; its name first, if the origin does not have it. */
function originText({ parameter, origin }) {
  const isNamed = !parameter || origin.includes(parameter);
  return isNamed ? `set by ${visible(origin)}` : `${visible(parameter)}, set by ${visible(origin)}`;
}

function bandContents(band) {
  const times = `${moment(band.start_s)} to ${moment(band.end_s)}`;
  return [paragraph(visible(band.detail || band.text || band.kind)), paragraph(times, "muted")];
}

function seriesContents(item) {
  const shown = item.values.slice(0, 12).map((text) => paragraph(text));
  return [paragraph(`${visible(item.title, 80)} at ${moment(item.time)}`, "muted"), ...shown];
}

/** Two bars of the same scale: what was measured, and its limit. */
function barPair(mark) {
  const most = Math.max(Math.abs(mark.measured), Math.abs(mark.limit)) || 1;
  return make("div", "bars", ...bar("measured", mark.measured, most, mark.unit), ...bar("limit", mark.limit, most, mark.unit));
}

function bar(name, value, most, unit) {
  const fill = make("span", name);
  fill.style.width = `${Math.max((Math.abs(value) / most) * 100, 1)}%`;
  const number = make("span", "number", quantity(value, visible(unit, 12)));
  return [make("span", "", name), make("span", "bar", fill), number];
}
