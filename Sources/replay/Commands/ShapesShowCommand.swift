import ArgumentParser
import Pictures
import Playback
import Shapes

/// `replay shapes show`
struct ShapesShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Print the shapes of a file, and how well they can be distinguished.",
    discussion: """
      The self-test names each example as if it had not been taught. Shapes are near to each other if a \
      quarter of the examples of one would be accepted as the other.

      EXAMPLES
        replay shapes show shapes.json
        replay shapes show --json standard
        replay shapes show standard -o standard.png
      """)

  @Argument(
    help: ArgumentHelp("The shapes: standard, or a file.", valueName: "shapes"),
    completion: .file())
  var shapes: String

  @Option(
    help: ArgumentHelp(
      "Also draw the examples of each shape, and beside each other those of shapes that are near.",
      valueName: "file"),
    completion: .file())
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

  func run() throws {
    let output = results.drawing == nil ? results.output : nil
    try withConsole(verbosity, output: output, madeOf: [shapes]) { console in
      let set = try ShapeFile.find(shapes)
      let test = set.selfTest()
      if results.drawing == nil {
        if results.isJSON {
          for record in ShapeRecord.all(of: set, test) { console.print(record.appendJSON) }
        } else {
          ShapeTables(console).print(set, test)
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
}
