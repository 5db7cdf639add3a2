import Pictures

struct ShapesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "shapes",
    abstract: "Teach shapes that people draw, test them, and name drawings by them.",
    discussion: """
      A shape is a name and one or more drawings of it. 'replay run --shapes FILE' recognizes them in \
      recordings.

      EXAMPLES
        replay shapes learn pigtail pigtail-1.evemu pigtail-2.evemu -o shapes.json
        replay shapes learn --strokes Examples/Samples/drawings.ndjson -o shapes.json
        replay shapes show shapes.json
        replay shapes classify shapes.json Examples/Samples/drawings.others.ndjson
      """,
    subcommands: [ShapesLearnCommand.self, ShapesShowCommand.self, ShapesClassifyCommand.self])
}

struct ShapesShowCommand: ResultsCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Print the shapes of a file, and how well they can be distinguished.",
    discussion: """
      The self-test names each example as if it had not been taught. Shapes are near to each other if \
      a quarter of the examples of one would be accepted as the other.

      EXAMPLES
        replay shapes show shapes.json
        replay shapes show --json standard
        replay shapes show standard -o standard.png
      """)

  @Argument(file: "The shapes: standard, or a file.")
  var shapes: String

  @Option(
    file:
      "Also draw the examples of each shape, and beside each other those of shapes that are near.")
  var svg: String?

  @OptionGroup var results: ResultOptions
  @OptionGroup var verbosity: VerbosityOptions

  func validate() throws {
    try results.check(inputs: [shapes], draws: true)
    if let svg { try Files.refuse(svg, asOneOf: [shapes]) }
    try Files.checkEnding(of: svg, among: PictureFormat.endings)
    try Files.refuseStandardOutput(svg, for: "--svg")
    if let svg, results.drawing != nil || svg == results.output {
      throw ValidationError("--svg and --output both name the drawing; one is enough")
    }
  }

  func run(_ console: Console) throws {
    console.restrictOutput(toReadersOf: [shapes])
    let set = try ShapeFile.find(shapes)
    let test = set.selfTest()
    if results.drawing == nil {
      if results.isJSON {
        for record in ShapeRecord.all(of: set, test) { console.print(record.appendJSON) }
      } else {
        console.printShapes(set, test)
      }
    }
    if let path = svg ?? results.drawing {
      try console.settle()
      try PictureFile.write(
        ShapeSheet(set, test).picture(title: Files.name(of: shapes)), to: path,
        format: PictureFormat(path: path) ?? .svg, madeOf: [shapes])
      console.confirm(path)
    }
  }
}

extension Console {
  /// Prints the shapes and their self-test; without near pairs if warnings report these.
  func printShapes(_ set: ShapeSet, _ test: ShapeSelfTest, showsNearPairs: Bool = true) {
    let records = ShapeRecord.all(of: set, test)
    let hasCounter = records.contains { !$0.shape.counterExamples.isEmpty }
    let columns: [Table.Column] =
      [.left("SHAPE"), .right("EXAMPLES")] + (hasCounter ? [.right("COUNTER")] : [])
      + [.left("STROKES"), .left("THRESHOLD"), .left("SELF-TEST"), .left("TOLERANCE")]
    let rows = records.map { record -> [String] in
      let (shape, row) = (record.shape, record.row)
      let strokes = record.strokes.map {
        $0.lowerBound == $0.upperBound ? "\($0.lowerBound)" : "\($0.lowerBound) to \($0.upperBound)"
      }
      return [shape.name, "\(shape.examples.count)"]
        + (hasCounter ? ["\(shape.counterExamples.count)"] : []) + [
          strokes ?? "",
          row.threshold.text(decimals: 2) + (shape.threshold == nil ? "" : ", fixed"),
          row.tested == 0 ? "" : "\(row.named) of \(row.tested), \(row.accepted) accepted",
          shape.tolerance.sentence,
        ]
    }
    printTable(columns, rows)
    let notes =
      test.confusions.map(\.sentence) + (showsNearPairs ? test.nearPairs.map(\.sentence) : [])
    if !notes.isEmpty { print("") }
    for note in notes { print(note) }
  }
}

extension Shape.Tolerance {
  /// The tolerance in words, as in `±15°, either direction`; empty for the default tolerance.
  fileprivate var sentence: String {
    var parts: [String] = []
    if rotation >= 180 {
      parts.append("any angle")
    } else if rotation > 0 {
      parts.append("±\(rotation.text(decimals: 0...1))°")
    }
    if allowsReversal { parts.append("either direction") }
    if let scale { parts.append("up to ×\(scale.text(decimals: 0...2))") }
    return parts.joined(separator: ", ")
  }
}

extension ShapeSelfTest.Confusion {
  /// The confusion in words, as in `v: 2 examples named check`.
  fileprivate var sentence: String { "\(shape): \(count.counted("example")) named \(namedAs)" }
}

extension ShapeSelfTest.NearPair {
  /// The pair in words, as in `v and check are near: example 2 of v scores 0.81 as check`.
  var sentence: String {
    "\(first) and \(second) are near: example \(firstExample + 1) of \(first) scores "
      + "\(score.text(decimals: 2)) as \(second) (example \(secondExample + 1))"
  }
}

struct ShapesClassifyCommand: ResultsCommand {
  static let configuration = CommandConfiguration(
    commandName: "classify", abstract: "Name the drawings of a file of strokes.",
    discussion: """
      Each line of the strokes is a drawing, as in {"class":"x","strokes":[[[0,0],[9,9]],[[0,9],[9,0]]]}; \
      a point may have a time after x and y, and "class" may be missing. The name of a drawing is that of \
      the shape that it is most like, also if the score does not suffice to accept it.

      EXAMPLES
        replay shapes classify shapes.json strokes.ndjson
        gzip -dc strokes.ndjson.gz | replay shapes classify --json standard -
      """)

  @Argument(file: "The shapes: standard, or a file.")
  var shapes: String

  @Argument(file: "The drawings as JSON Lines; - is standard input.")
  var strokes: String

  @OptionGroup var results: ResultOptions
  @OptionGroup var verbosity: VerbosityOptions

  func validate() throws { try results.check(inputs: [shapes, strokes]) }

  func run(_ console: Console) throws {
    console.restrictOutput(toReadersOf: [shapes, strokes])
    var classifier = ShapeClassifier(try ShapeFile.find(shapes))
    let reader = try StrokeReader(path: strokes)
    let printer = RecordPrinter(
      console, results,
      [
        .right("INDEX", 7), .left("CLASS", 16), .left("NAME", 16), .right("SCORE"),
        .left("ACCEPTED"), .left("RUNNER-UP", 16), .right("SCORE"),
      ], showsFiles: false)
    var (drawings, accepted, classed, named) = (0, 0, 0, 0)
    defer {
      if !results.isJSON {
        var parts = [drawings.counted("drawing"), "\(accepted) accepted"]
        if classed > 0 {
          let share = (Double(named) / Double(classed)).text(decimals: 4)
          parts.append("\(named) of \(classed) named as their class (\(share))")
        }
        console.flush()
        console.summarize(parts.joined(separator: ", "))
      }
    }
    var line = StrokeLine()
    while try reader.next(&line) {
      let match = classifier.classify(Drawing(strokes: line.strokes))
      let record = ShapeMatchRecord(index: drawings, match: match)
      drawings += 1
      if match?.isAccepted == true { accepted += 1 }
      if let name = line.name {
        classed += 1
        if match?.name == name { named += 1 }
      }
      printer.print(record, of: nil, styles: [2: .bold]) { Self.cells(record, line.name) }
    }
  }

  private static func cells(_ record: ShapeMatchRecord, _ name: String?) -> [String] {
    guard let match = record.match else {
      return ["\(record.index)", name ?? "", "none", "", "no"]
    }
    return [
      "\(record.index)", name ?? "", match.name, match.score.text(decimals: 2),
      match.isAccepted ? "yes" : "no", match.runnerUp ?? "",
      match.runnerUpScore?.text(decimals: 2) ?? "",
    ]
  }
}
