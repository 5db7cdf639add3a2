// The list of events: a real list, of which at most a few hundred rows around the current time exist.

const MOST_EVENTS = 200;

class EventList {
  /** `parts`: list, box, earlier, later, none, count. `choose(row)` is called for a row that was clicked. */
  constructor(parts, choose) {
    this.parts = parts;
    this.choose = choose;
    this.all = [];
    this.rows = [];
    this.times = new Float64Array(0);
    this.first = 0;
    this.current = -1;
    parts.earlier.addEventListener("click", () => this.render(this.first - MOST_EVENTS));
    parts.later.addEventListener("click", () => this.render(this.first + MOST_EVENTS));
  }

  show(rows) {
    this.all = rows;
    this.filter(() => true);
  }

  filter(isShown) {
    this.rows = this.all.filter(isShown);
    this.times = Float64Array.from(this.rows, (row) => row.time);
    this.current = -1;
    this.parts.none.hidden = this.rows.length > 0;
    const total = this.all.length;
    this.parts.count.textContent = this.rows.length === total ? `${total}` : `${this.rows.length} of ${total}`;
    this.render(0);
  }

  render(first) {
    this.first = clamped(first, 0, Math.max(this.rows.length - MOST_EVENTS, 0));
    const end = Math.min(this.first + MOST_EVENTS, this.rows.length);
    const elements = this.rows.slice(this.first, end).map((row, index) => this.element(row, this.first + index));
    this.parts.list.start = this.first + 1;
    this.parts.list.replaceChildren(...elements);
    showMore(this.parts.earlier, this.first, "earlier");
    showMore(this.parts.later, this.rows.length - end, "later");
    this.mark(this.current, true);
  }

  element(row, index) {
    const button = make("button", "", ...rowParts(row));
    button.type = "button";
    button.tabIndex = index === Math.max(this.current, this.first) ? 0 : -1;
    button.addEventListener("click", () => this.choose(row));
    const item = make("li", row.difference ? "differs" : "", button);
    item.setAttribute("aria-setsize", String(this.rows.length));
    item.setAttribute("aria-posinset", String(index + 1));
    return item;
  }

  /** Marks the last event that has happened; scrolls to it unless the pointer is over the list. */
  follow(time) {
    const index = lastAt(this.times, time + 1e-9);
    if (index === this.current) return;
    this.moveTo(index);
  }

  moveTo(index) {
    this.mark(this.current, false);
    this.current = index;
    const isRendered = index < 0 || (index >= this.first && index < this.first + this.parts.list.children.length);
    if (isRendered) this.mark(index, true);
    else this.render(index - MOST_EVENTS / 2);
    if (!this.parts.box.matches(":hover")) this.scrollToCurrent();
  }

  mark(index, isCurrent) {
    const item = this.parts.list.children[index - this.first];
    if (!item) return;
    if (isCurrent) item.setAttribute("aria-current", "true");
    else item.removeAttribute("aria-current");
    for (const button of this.parts.list.querySelectorAll("button[tabindex='0']")) button.tabIndex = -1;
    item.firstChild.tabIndex = 0;
  }

  currentItem() {
    return this.parts.list.children[this.current - this.first] ?? null;
  }

  scrollToCurrent() {
    const item = this.currentItem();
    const { box } = this.parts;
    if (!item) return;
    const top = item.offsetTop - box.offsetTop;
    if (top < box.scrollTop) box.scrollTop = top;
    const bottom = top + item.offsetHeight;
    if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight;
  }

  /** The event before or after a time; null if there is none. */
  neighbour(time, step) {
    const index = step > 0 ? lastAt(this.times, time + 1e-6) + 1 : lowerBound(this.times, time - 1e-6) - 1;
    return this.rows[index] ?? null;
  }
}

function showMore(button, count, word) {
  button.hidden = count <= 0;
  button.textContent = `${count} ${word}`;
}

/** The time, the sign and the sentence of an event, and what differs. */
function rowParts(row) {
  const time = make("span", "event-time", moment(row.time));
  const sign = make("span", "event-sign", SIGNS[row.event.kind] ?? SIGNS.note);
  sign.setAttribute("aria-hidden", "true");
  const text = make("span", "event-text", visible(row.event.text));
  if (!row.note) return [time, sign, text];
  return [time, sign, text, make("span", "event-difference", row.note)];
}
