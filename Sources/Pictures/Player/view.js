// A plot on the page: its title, facts and notes, its stage and its lanes.

/** The verdict on what was expected, what makes its numbers uncertain, and the reporter's words. */
function showAnswer(answer) {
  const section = document.getElementById("answer");
  const result = { true: "recognized", false: "missed" }[answer?.is_recognized] ?? "";
  const sentences = (answer?.sentences ?? []).map((text, index) => make("p", index > 0 ? "" : `verdict ${result}`, visible(text, 2000)));
  const warnings = (answer?.warnings ?? []).map((text) => make("p", "warning", visible(text)));
  const note = answer?.note ? [make("p", "note", visible(answer.note, 4000))] : [];
  section.replaceChildren(...sentences, ...warnings, ...note);
  section.hidden = !answer;
}

class PlotView {
  /** `name` is "first" or "second" in a comparison, otherwise empty. */
  constructor(plot, theme, name) {
    this.plot = plot;
    this.name = name;
    this.element = make("article", "plot", this.head());
    this.stage = plot.stage ? this.makeStage(theme) : null;
    this.lanes = this.makeLanes(theme);
  }

  head() {
    const { plot } = this;
    const facts = plot.facts.map(([name, value]) => make("div", "", make("dt", "", visible(name, 80)), make("dd", "", visible(value))));
    const text = this.name ? `${this.name}: ${visible(plot.title, 300)}` : visible(plot.title, 300);
    const title = make("h2", this.name ? "plot-title" : "hidden-text", text);
    return make("div", "plot-head", title, make("dl", "facts", ...facts), ...plot.notes.map((note) => make("p", "note", visible(note))));
  }

  makeStage(theme) {
    const canvas = make("canvas", "stage");
    const { kind, width, height, unit } = this.plot.stage;
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", `${kind}, ${short(width)} × ${short(height)} ${visible(unit, 12)}, at the current time`);
    this.element.append(make("div", "stage-box", canvas));
    return new Stage(canvas, this.plot.stage, theme);
  }

  makeLanes(theme) {
    const parts = {
      ruler: make("canvas", "ruler"), canvas: make("canvas", "lane-canvas"), labels: make("div", "labels"),
      cursor: make("div", "cursor"), selection: make("div", "selection"),
    };
    for (const canvas of [parts.ruler, parts.canvas]) canvas.setAttribute("aria-hidden", "true");
    parts.content = make("div", "content", parts.labels, parts.canvas);
    parts.scroller = make("div", "scroller", parts.content);
    parts.scroller.tabIndex = 0;
    parts.scroller.setAttribute("role", "group");
    parts.scroller.setAttribute("aria-label", "Lanes over time; what happens in them is in the list of events");
    parts.overlay = make("div", "overlay", parts.selection, parts.cursor);
    parts.box = make("div", "lanes", make("span", "lanes-name", this.name), parts.ruler, parts.scroller, parts.overlay);
    parts.box.hidden = this.plot.lanes.length === 0;
    this.element.append(parts.box);
    return new Lanes(parts, this.plot, theme);
  }

  layout(slots) {
    this.stage?.layout();
    this.lanes.layout(slots);
  }
}
