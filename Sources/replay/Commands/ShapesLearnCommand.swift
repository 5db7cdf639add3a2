import Lab
import Pictures

struct ShapesLearnCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "learn",
    abstract: "Teach shapes by examples: recordings, files of strokes or SVG paths.",
    discussion: """
      In recordings, fingers that are down together draw the path of their centroid, and strokes less than \
      a second apart are one drawing. The table says what the examples do: one helps if it is drawn in a way \
      that was not recognized before, and harms if because of it fewer of the other examples are. One example \
      of a shape is enough to begin.

      EXAMPLES
        replay shapes learn pigtail pigtail-1.evemu pigtail-2.evemu -o shapes.json
        replay shapes learn star star.evemu --add -o shapes.json
        replay shapes learn --folders drawings -o shapes.json
        replay shapes learn --labels labels.jsonl -o shapes.json
        replay shapes learn --strokes strokes.ndjson --per-class 3 -o shapes.json
        replay shapes learn --svg-path 'caret=M 0 9 L 5 0 L 10 9' -o shapes.json
        replay shapes learn star not-a-star.evemu --counter --add -o shapes.json
      """)

  @Argument(
    file:
      "The name of a shape, and recordings or folders in which it is drawn; - is standard input.",
    as: "name recording")
  var arguments: [String] = []

  @Option(folder: "A folder with a folder of recordings for each shape, which has its name.")
  var folders: String?

  @Option(
    file:
      "Labels of recordings, or their folder; gestures of the kind path are learned by their names.",
    as: "labels")
  var labels: String?

  @Option(file: "Drawings as JSON Lines with the name as \"class\"; - is standard input.")
  var strokes: String?

  @Option(help: .value("count", "Learn only the first drawings of each class of --strokes."))
  var perClass: Int?

  @Option(
    help: .value(
      "name=path",
      "A name and the data of an SVG path, of which each subpath is a stroke; may be repeated."))
  var svgPath: [String] = []

  @Flag(help: "Learn what the shapes are not: drawings that look like them.")
  var counter = false

  @Option(
    help: .value(
      "degrees", "The degrees by which drawings of these shapes may be turned, 180 for any angle."))
  var rotation: Double?

  @Flag(help: "Let strokes of these shapes be drawn from their ends to their starts, too.")
  var reversal = false

  @Option(
    help: .value(
      "factor",
      "How many times larger or smaller drawings of these shapes may be; any size by default."))
  var scale: Double?

  @Option(
    help: .value("score", "The least score at which these shapes are accepted; learned by default.")
  )
  var threshold: Double?

  @Option(
    name: .shortAndLong, file: "Write the shapes; - is standard output, instead of the table.")
  var output: String?

  @Flag(help: "Add to the shapes that the file of --output has.")
  var add = false

  @Option(
    file:
      "Also draw the examples of each shape, and beside each other those of shapes that are near.")
  var svg: String?

  @OptionGroup(title: "Reading options") var reading: ReadingOptions
  @OptionGroup(title: "Reading options") var part: PartOptions
  @OptionGroup(title: "Reading options") var orientation: OrientationOptions
  @OptionGroup var verbosity: VerbosityOptions

  private var outputs: [String] { [output, svg].compactMap { $0 } }
  private var recordings: [String] { Array(arguments.dropFirst()) }

  func validate() throws {
    try Files.checkStandardInput(recordings + [strokes, reading.device])
    try reject(
      if: arguments.isEmpty && folders == nil && labels == nil && strokes == nil && svgPath.isEmpty,
      "missing examples: a NAME and its recordings, --folders, --labels, --strokes or --svg-path")
    try reject(
      if: arguments.count == 1,
      "missing the recordings of \(arguments[0].printable), as in "
        + "'replay shapes learn NAME RECORDING'")
    try reject(if: arguments.first?.isEmpty == true, "expected a name of the shape")
    if let perClass, perClass < 1 { throw ValidationError("--per-class takes a number from 1") }
    try reject(if: perClass != nil && strokes == nil, "--per-class is for --strokes")
    try reject(rotation, unless: (0...180).contains, "--rotation takes degrees from 0 to 180")
    try reject(scale, unless: { $0 >= 1 && $0.isFinite }, "--scale takes a factor from 1")
    try reject(threshold, unless: (0...1).contains, "--threshold takes a score from 0 to 1")
    for path in svgPath { _ = try LabelledDrawing(svgPath: path) }
    try reject(
      if: add && (output == nil || output == "-"), "--add needs a file to add to, as --output")
    try Files.refuseStandardOutput(svg, for: "--svg")
    try Files.checkEnding(of: output, among: ["json"])
    try Files.checkEnding(of: svg, among: PictureFormat.endings)
    for file in outputs {
      try Files.refuse(file, asOneOf: recordings + [folders, labels, strokes, reading.device])
    }
    try reject(if: svg != nil && svg == output, "--svg and --output need a file each")
  }

  func run(_ console: Console) throws {
    let examples = try examples(console)
    if console.exitCode != 0 { return }
    if examples.drawings.isEmpty {
      throw FileError(
        file: recordings.first ?? folders ?? labels ?? strokes ?? "--svg-path",
        expected: "drawings to learn from", found: "none")
    }
    var set = ShapeSet()
    // The lock lasts from reading to writing, so that no example of another program is lost.
    let lock = add ? try output.map { path throws(FileError) in try FileLock(for: path) } : nil
    defer { withExtendedLifetime(lock) {} }
    if add, let output, InputFiles.exists(output) { set = try ShapeFile.read(path: output) }
    let effects = try teach(examples.drawings, &set, console)
    let files = examples.files + (add ? [output].compactMap { $0 } : [])
    // The sink is written before the drawing, and named after it: either both are new or none is.
    let sink = try output.map { output throws(FileError) in
      let text = try ShapeFile.text(set, file: output)
      let sink = try ByteSink(path: output, madeOf: files)
      try sink.append(text.utf8)
      try sink.flush()
      return sink
    }
    try report(effects, set, madeOf: files, console)
    try sink?.finish()
    if let output { console.confirm(output) }
    if let svg { console.confirm(svg) }
  }

  private func examples(_ console: Console) throws -> ShapeExamples {
    let options = try reading.replayOptions(part: part, orientation: orientation)
    var examples = ShapeExamples(console, options: options)
    if let name = arguments.first { try examples.add(recordings) { _ in name } }
    if let folders { try examples.add(folders: folders) }
    if let labels { try examples.add(labels: labels, outputs: outputs) }
    if let strokes { try examples.add(strokes: strokes, perClass: perClass ?? .max) }
    for path in svgPath { examples.drawings.append(try LabelledDrawing(svgPath: path)) }
    return examples
  }

  // MARK: Teaching

  private typealias Effect = (example: LabelledDrawing, effect: ExampleEffect)

  /// The most examples whose effects are judged: it takes as long as naming all twice.
  private static let maximumJudged = 100
  /// The most examples that are tested, in a second: it takes the square of their number.
  private static let maximumTested = 10_000

  /// Adds the examples to a set, and reports the effect of each.
  private func teach(
    _ examples: [LabelledDrawing], _ set: inout ShapeSet, _ console: Console
  ) throws -> [Effect] {
    if counter {
      try teachCounterExamples(examples, &set)
      return []
    }
    if set.exampleCount + examples.count <= ShapesLearnCommand.maximumJudged {
      var judged = set.thinned
      return examples.map { example in
        let effect = judged.effect(of: example.drawing.thinned, on: example.name)
        judged.add(example.drawing.thinned, to: example.name)
        judged[example.name] = judged[example.name].map(adjusted)
        set.add(example.drawing, to: example.name)
        set[example.name] = set[example.name].map(adjusted)
        return (example, effect)
      }
    }
    console.note(
      output ?? "shapes",
      "more than \(ShapesLearnCommand.maximumJudged) examples: the effect of each is left out")
    for example in examples { set.add(example.drawing, to: example.name) }
    for name in Set(examples.map(\.name)) { set[name] = set[name].map(adjusted) }
    return []
  }

  private func teachCounterExamples(_ examples: [LabelledDrawing], _ set: inout ShapeSet) throws {
    for example in examples where set[example.name] == nil {
      let near = Suggestion.nearest(to: example.name, among: set.shapes.map(\.name))
      let hint = near.map { "; did you mean \($0.printable)?" }
      throw ValidationError(
        "\(example.name.printable) has no examples that --counter could be compared with"
          + (hint ?? (add ? "" : "; --add adds to the shapes of --output")))
    }
    for (name, examples) in Dictionary(grouping: examples, by: \.name) {
      guard var shape = set[name] else { continue }
      shape.counterExamples += examples.map(\.drawing)
      set[name] = adjusted(shape)
    }
  }

  /// The shape with the tolerance and the threshold of the command line.
  private func adjusted(_ shape: Shape) -> Shape {
    var shape = shape
    if let rotation { shape.tolerance.rotation = rotation }
    if reversal { shape.tolerance.allowsReversal = true }
    if let scale { shape.tolerance.scale = scale }
    if let threshold { shape.threshold = threshold }
    return shape
  }

  /// Draws the shapes, and prints effects and self-test, unless standard output has the shapes.
  private func report(
    _ effects: [Effect], _ set: ShapeSet, madeOf files: [String], _ console: Console
  ) throws {
    let count = set.exampleCount
    guard count <= ShapesLearnCommand.maximumTested else {
      let omitted = svg == nil ? "the self-test is" : "the self-test and the drawing are"
      return console.note(output ?? "shapes", "\(count) examples: \(omitted) left out")
    }
    let test = set.selfTest()
    for pair in test.nearPairs { console.warn(output ?? "shapes", pair.sentence) }
    if let svg {
      try PictureFile.write(
        ShapeSheet(set, test).picture(title: output.map(Files.name(of:)) ?? "shapes"), to: svg,
        format: PictureFormat(path: svg) ?? .svg, madeOf: files)
    } else if !test.nearPairs.isEmpty {
      console.note(output ?? "shapes", "--svg draws shapes that are near beside each other")
    }
    if output == "-" { return }
    if !effects.isEmpty {
      console.printTable(
        [.left("SHAPE"), .left("EFFECT"), .path("EXAMPLE")],
        effects.map { [$0.example.name, $0.effect.phrase, $0.example.source] })
      console.print("")
    }
    console.printShapes(set, test, showsNearPairs: false)
  }
}

extension ShapeSet {
  fileprivate var exampleCount: Int { shapes.reduce(0) { $0 + $1.examples.count } }

  /// The set with the reduced points of ``Drawing/thinned``.
  fileprivate var thinned: ShapeSet { mapDrawings(\.thinned) }
}

extension Drawing {
  /// The most points by which a stroke is judged, several times those that a matcher compares.
  private static let maximumPoints = 256

  /// The drawing with evenly chosen points: judging compares each example with all others.
  fileprivate var thinned: Drawing {
    Drawing(
      strokes: strokes.map { stroke in
        guard stroke.count > Drawing.maximumPoints else { return stroke }
        return (0..<Drawing.maximumPoints).map {
          stroke[$0 * (stroke.count - 1) / (Drawing.maximumPoints - 1)]
        }
      })
  }
}

extension ExampleEffect {
  fileprivate var phrase: String {
    switch self {
    case .helps: "helps"
    case .changesNothing: "changes nothing"
    case .harms: "harms: fewer of the others are recognized with it"
    }
  }
}
