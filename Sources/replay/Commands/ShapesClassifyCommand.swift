import ArgumentParser
import Files
import Playback
import Shapes
import Timeline
import TouchFormats

struct ShapesClassifyCommand: ResultsCommand {
  static let configuration = CommandConfiguration(
    commandName: "classify",
    abstract: "Name the drawings of a file of strokes.",
    discussion: """
      Each line of the strokes is a drawing, as in {"class":"x","strokes":[[[0,0],[9,9]],[[0,9],[9,0]]]}; \
      a point may have a time after x and y, and "class" may be missing. The name of a drawing is that of \
      the shape that it is most like, also if the score does not suffice to accept it.

      EXAMPLES
        replay shapes classify shapes.json strokes.ndjson
        gzip -dc strokes.ndjson.gz | replay shapes classify --json standard -
      """)

  @Argument(file: "The shapes: standard, or a file.", as: "shapes")
  var shapes: String

  @Argument(file: "The drawings as JSON Lines; - is standard input.", as: "strokes")
  var strokes: String

  @OptionGroup var results: ResultOptions
  @OptionGroup var verbosity: VerbosityOptions

  func validate() throws {
    try results.check(inputs: [shapes, strokes])
  }

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
    guard let match = record.match else { return ["\(record.index)", name ?? ""] }
    return [
      "\(record.index)", name ?? "", match.name, match.score.text(decimals: 2),
      match.isAccepted ? "yes" : "no", match.runnerUp ?? "",
      match.runnerUpScore?.text(decimals: 2) ?? "",
    ]
  }
}
