import Pictures
import SensorPlayback

struct BallCommand: ResultsCommand {
  static let configuration = CommandConfiguration(
    commandName: "ball", abstract: "Roll a ball on a screen that is tilted as recorded.",
    discussion: """
      Prints the centre of the ball 60 times a second: in pixels from the top left corner, and in \
      seconds from the first sample. The acceleration is 500 pixels/s² for each g. -o draws \
      the path instead where it names an .svg, .png or .html.

      EXAMPLES
        replay ball Examples/Samples/shakes.csv
        replay ball --textbook --json Examples/Samples/shakes.csv | jq .x_px
        replay simulate motion Examples/Samples/tilt.motion |
          replay ball - --size 320x460 -o path.svg
      """)

  @Argument(file: "A table of accelerations; - is standard input.")
  var file: String

  @Option(help: .value("WxH", "The size of the screen in pixels."), transform: BallCommand.size)
  var size: (width: Double, height: Double) = (320, 460)

  @Option(help: .value("pixels", "The diameter of the ball in pixels."))
  var ball = 50.0

  @Flag(help: "Use the textbook rules: their integration and start, and no bounces.")
  var textbook = false

  @OptionGroup var results: ResultOptions
  @OptionGroup var limit: LimitOption
  @OptionGroup(title: "Reading options") var table: AccelerationOptions
  @OptionGroup var verbosity: VerbosityOptions

  private static func size(_ text: String) throws -> (width: Double, height: Double) {
    let parts = text.lowercased().split(separator: "x").compactMap { Double($0) }
    guard parts.count == 2, parts.allSatisfy({ $0 >= 1 && $0 <= 100_000 }) else {
      throw ValidationError("expected width x height in pixels, up to 100000, as in 320x460")
    }
    return (parts[0], parts[1])
  }

  func validate() throws {
    try results.check(inputs: [file], draws: true)
    try reject(
      if: !(ball > 0 && ball <= min(size.width, size.height)),
      "--ball takes pixels above 0, at most the shorter side of the screen")
  }

  func run(_ console: Console) throws {
    console.restrictOutput(toReadersOf: [file])
    let reader = AccelerationReader(try ByteSource(path: file), rate: table.rate)
    let samples: [AccelerationSample]
    do throws(FileError) {
      samples = try BallTrack.samples(reader, limit: limit.samples)
    } catch {
      throw SoughtContent.accelerations.naming(error)
    }
    for remark in reader.remarks { console.note(file, .table(remark)) }
    let box = BallBox(width: size.width, height: size.height, ballSize: ball)
    if results.drawing != nil {
      let track = BallTrack(samples, box: box, isTextbook: textbook)
      if track.points.isEmpty { console.note(file, tooShort) }
      return try results.draw(
        [Plot.ball(track, title: Plot.title(of: file))], madeOf: [file], console)
    }
    let table = Table(
      [.right("TIME", 10), .right("X (PX)", 9), .right("Y (PX)", 9)], on: console.output)
    if !results.isJSON { console.print(table.header) }
    var isEmpty = true
    BallTrack.roll(samples, box: box, isTextbook: textbook) { point in
      isEmpty = false
      if results.isJSON { return console.print(point.appendJSON) }
      console.print(
        table.row([Cell.seconds(point.time), point.x.text(decimals: 2), point.y.text(decimals: 2)]))
    }
    if isEmpty { console.note(file, tooShort) }
  }

  private var tooShort: String { "too short for a step" }
}
