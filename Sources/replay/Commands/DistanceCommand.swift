import ArgumentParser
import Playback
import Recordings
import Sensors

/// `replay distance`
struct DistanceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "distance",
    abstract: "Tells how far it is from one place to another, on the sphere and on WGS 84.",
    discussion: """
      EXAMPLES
        replay distance 37.5665,126.9780 35.1796,129.0756
        replay distance --json -33.8568,151.2153 51.5007,-0.1246
        replay distance --json - < pairs.txt      lines of lat1 lon1 lat2 lon2
      """)

  // Latitudes south of the equator begin as options do.
  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp(
      "Two places in degrees, or - for lines of standard input.", valueName: "lat,lon"))
  var places: [String]

  @Flag(help: "Prints one JSON object a line.")
  var json = false

  mutating func validate() throws {
    // What says that no options follow is taken for a place otherwise.
    if places.first == "--" { places.removeFirst() }
    if places == ["-"] { return }
    guard places.count == 2 else {
      throw ValidationError("expected two places, as in 37.5665,126.9780 35.1796,129.0756, or -")
    }
    for place in places {
      guard let coordinate = Coordinate(parsing: place) else {
        throw ValidationError("'\(place.printable)' is no place, as in 37.5665,126.9780")
      }
      if !coordinate.isValid {
        throw ValidationError(
          "'\(place.printable)': expected a latitude of -90 to 90 and a longitude of -180 to 180")
      }
    }
  }

  func run() throws {
    let console = Console(VerbosityOptions())
    do {
      if places == ["-"] {
        let source = try ByteSource(path: "-")
        try DistanceLines.read(source, failure: console.report) { print($0, console) }
      } else if let from = Coordinate(parsing: places[0]), let to = Coordinate(parsing: places[1]) {
        print(try DistanceRecord(from: from, to: to), console)
      }
    } catch let error as RecordingError {
      console.report(error)
    }
    try end(console)
  }

  private func print(_ record: DistanceRecord, _ console: Console) {
    if json { return console.print(record.json) }
    let geodesic = record.geodesic
    console.print("great circle  \(LocationRecord.text(record.greatCircle, decimals: 3)) m")
    console.print("geodesic      \(LocationRecord.text(geodesic.distance, decimals: 3)) m")
    console.print(
      """
      azimuths      \(LocationRecord.text(geodesic.azimuth1, decimals: 6))°, \
      \(LocationRecord.text(geodesic.azimuth2, decimals: 6))°
      """)
  }
}
