// Reads the colors of the style sheet, for canvases, and makes and draws what the other files have in common.

const PALETTE_COUNT = 8;
const RAMP_COUNT = 9;

/** Touches beyond the palette repeat its colors with other dashes. */
const DASHES = [[], [7, 3], [2, 2], [8, 3, 2, 3]];

const FONT = "12px system-ui, sans-serif";
const SMALL_FONT = "11px system-ui, sans-serif";

/** The colors of the current scheme as canvases take them. */
class Theme {
  constructor() {
    this.read();
  }

  read() {
    const probe = document.createElement("span");
    document.body.append(probe);
    const read = (name) => {
      probe.style.color = `var(--${name})`;
      return getComputedStyle(probe).color;
    };
    this.colors = Array.from({ length: PALETTE_COUNT }, (_, index) => read(`color-${index}`));
    this.ramp = Array.from({ length: RAMP_COUNT }, (_, index) => channels(read(`ramp-${index}`)));
    for (const name of ["text", "muted", "background", "surface", "grid", "limit", "difference", "attempt", "changing",
      "cancelled", "recognized", "on-recognized"]) {
      this[name] = read(name);
    }
    probe.remove();
    this.hatches = new Map();
  }

  color(index) {
    return this.colors[(index ?? 0) % PALETTE_COUNT];
  }

  dash(index) {
    return DASHES[Math.floor((index ?? 0) / PALETTE_COUNT) % DASHES.length];
  }

  /** The color of a value from 0 to 1. */
  rampColor(value) {
    const place = clamped(value, 0, 1) * (RAMP_COUNT - 1);
    const index = Math.min(Math.floor(place), RAMP_COUNT - 2);
    const mix = (channel) => {
      const low = this.ramp[index][channel];
      return Math.round(low + (this.ramp[index + 1][channel] - low) * (place - index));
    };
    return `rgb(${mix(0)}, ${mix(1)}, ${mix(2)})`;
  }

  /** Diagonal lines, the sign of palms. */
  hatch(context, color) {
    if (!this.hatches.has(color)) {
      this.hatches.set(color, context.createPattern(hatchTile(color), "repeat"));
    }
    return this.hatches.get(color);
  }
}

function channels(color) {
  return color.match(/[\d.]+/g).slice(0, 3).map(Number);
}

function hatchTile(color) {
  const tile = document.createElement("canvas");
  tile.width = 8;
  tile.height = 8;
  const context = tile.getContext("2d");
  context.strokeStyle = color;
  context.lineWidth = 1.5;
  for (const shift of [-8, 0, 8]) line(context, shift, 8, shift + 8, 0);
  return tile;
}

/** Makes an element of a class, with children. */
function make(tag, className, ...children) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...children);
  return element;
}

/** Makes a canvas as large as it is shown, in the screen's own pixels; returns its context, cleared. */
function fitted(canvas, width, height) {
  const ratio = window.devicePixelRatio || 1;
  const size = [Math.max(1, Math.round(width * ratio)), Math.max(1, Math.round(height * ratio))];
  if (canvas.width !== size[0]) canvas.width = size[0];
  if (canvas.height !== size[1]) canvas.height = size[1];
  const context = canvas.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  return context;
}

/** For texts at the middle of a line's height. */
function useFont(context, font, align = "left") {
  context.font = font;
  context.textAlign = align;
  context.textBaseline = "middle";
}

function line(context, x1, y1, x2, y2) {
  context.beginPath();
  context.moveTo(x1, y1);
  context.lineTo(x2, y2);
  context.stroke();
}

function disc(context, x, y, radius) {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
}

/** The longest beginning of a text that fits, with an ellipsis if it is not all; empty if none does. */
function fittedText(context, text, width) {
  if (context.measureText(text).width <= width) return text;
  let low = 0;
  let high = Math.min(text.length, Math.ceil(width / 3));
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (context.measureText(`${text.slice(0, middle)}…`).width <= width) low = middle;
    else high = middle - 1;
  }
  return low > 2 ? `${text.slice(0, low)}…` : "";
}

/** The signs of outcomes, the same on the stage, in the lanes and in the list. */
const SIGNS = {
  touch: "●", palm: "▨", recognized: "◆", failed: "✕", cancelled: "⊘", note: "▸",
  start: "▶", end: "■", dropped: "✕", bounce: "◇",
};

/** Draws a sign on a disc of the background, so that it is readable on anything. */
function drawSign(context, theme, kind, x, y) {
  context.fillStyle = theme.background;
  disc(context, x, y, 7);
  context.fill();
  context.fillStyle = { recognized: theme.recognized, failed: theme.limit, cancelled: theme.limit, dropped: theme.limit }[kind] ?? theme.text;
  useFont(context, FONT, "center");
  context.fillText(SIGNS[kind] ?? SIGNS.note, x, y + 0.5);
}

/** Keeps rectangles of labels, so that no label covers another. */
class LabelSpace {
  constructor() {
    this.taken = [];
    this.texts = new Set();
  }

  /** Takes the first of the places that is free and inside; null if none is. `isFree` may refuse more. */
  place(candidates, bounds, isFree = () => true) {
    const free = candidates.find((box) => isInside(box, bounds) && !this.taken.some((one) => overlaps(one, box)) && isFree(box));
    if (free) this.taken.push(free);
    return free ?? null;
  }
}

function overlaps(one, other) {
  return one.x < other.x + other.width && other.x < one.x + one.width
    && one.y < other.y + other.height && other.y < one.y + one.height;
}

function isInside(box, bounds) {
  return box.x >= bounds.x && box.y >= bounds.y
    && box.x + box.width <= bounds.x + bounds.width && box.y + box.height <= bounds.y + bounds.height;
}
