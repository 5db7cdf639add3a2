import ArgumentParser
import Playback
import Recordings
import Sensors
import SystemPackage
import Timeline

/// `replay ball`
struct BallCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ball",
    abstract: "Lets a ball roll on a screen that is moved as a recording tells.",
    discussion: """
      Prints where the centre of the ball is, 60 times a second: in pixels from the top left, and \
      seconds from the first sample. Acceleration is 500 pixels a second squared for each g.

      EXAMPLES
        replay ball tilt.csv
        replay ball tilt.csv --size 320x460 --svg way.svg --quiet
        replay ball --textbook --json tilt.csv | jq .x
      """)

  @Argument(
    help: ArgumentHelp("A table of accelerations; - is standard input.", valueName: "file"),
    completion: .file())
  var file: String

  @Option(
    help: ArgumentHelp("The screen in pixels.", valueName: "WxH"), transform: BallCommand.size)
  var size: (width: Double, height: Double) = (320, 460)

  @Option(help: ArgumentHelp("The ball's diameter in pixels.", valueName: "pixels"))
  var ball = 50.0

  @Option(
    help: ArgumentHelp("Writes a picture of the way to this file.", valueName: "out"),
    completion: .file())
  var svg: String?

  @Flag(help: "Integrates as the textbook does, from its start and without bounces.")
  var textbook = false

  @Flag(help: "Prints one JSON object a line instead of a table.")
  var json = false

  @OptionGroup var table: AccelerationOptions
  @OptionGroup var verbosity: VerbosityOptions

  private static func size(_ text: String) throws -> (width: Double, height: Double) {
    let parts = text.lowercased().split(separator: "x").compactMap { Double($0) }
    guard parts.count == 2, parts.allSatisfy({ $0 >= 1 && $0 <= 100_000 }) else {
      throw ValidationError("expected width x height in pixels, up to 100000, as in 320x460")
    }
    return (parts[0], parts[1])
  }

  func validate() throws {
    try StandardOutput.refuse(svg, for: "--svg")
    guard ball > 0, ball <= min(size.width, size.height) else {
      throw ValidationError("--ball takes pixels above 0, at most the shorter side of the screen")
    }
  }

  func run() throws {
    let console = Console(verbosity)
    do {
      let samples = try BallTrack.samples(path: file, rate: table.rate)
      let box = BallBox(width: size.width, height: size.height, ballSize: ball)
      let track = BallTrack(samples, box: box, isTextbook: textbook)
      if track.points.isEmpty { console.note(file, "is too short for a step") }
      if svg == nil || json { print(track, console) }
      if let svg { try TextFile.write(track.svg, to: svg) }
    } catch {
      console.report(error)
    }
    try end(console)
  }

  private func print(_ track: BallTrack, _ console: Console) {
    if !json {
      console.print(console.output.styled("      TIME          X          Y", .dim))
    }
    for point in track.points {
      if json {
        console.print(point.appendJSON)
      } else {
        let cells = [
          point.time.text(decimals: 3), point.x.text(decimals: 2),
          point.y.text(decimals: 2),
        ]
        console.print(
          cells[0].rightAligned(toColumns: 10) + cells[1].rightAligned(toColumns: 11)
            + cells[2].rightAligned(toColumns: 11))
      }
    }
  }

}
