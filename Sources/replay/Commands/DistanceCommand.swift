import SensorPlayback

struct DistanceCommand: ResultsCommand {
  static let configuration = CommandConfiguration(
    commandName: "distance",
    abstract: "Print the distance between two locations, on the sphere and on WGS 84.",
    discussion: """
      EXAMPLES
        replay distance 37.5665,126.9780 35.1796,129.0756
        replay distance --json -33.8568,151.2153 51.5007,-0.1246
        echo '37.5665 126.9780 35.1796 129.0756' | replay distance --json -
      """)

  // Latitudes south of the equator begin like options.
  @Argument(
    parsing: .allUnrecognized,
    help: .value(
      "lat,lon",
      "Two locations in degrees, or - for lines of standard input: lat1 lon1 lat2 lon2."))
  var locations: [String]

  @OptionGroup var results: ResultOptions
  @OptionGroup var verbosity: VerbosityOptions

  mutating func validate() throws {
    try results.check(inputs: [])
    // The parser treats the end of the options as an argument.
    if locations.first == "--" { locations.removeFirst() }
    if locations == ["-"] { return }
    if let option = locations.first(where: {
      $0.hasPrefix("-") && $0 != "-" && Coordinate(parsing: $0) == nil
    }) {
      throw ValidationError("Unknown option '\(option.printable)'")
    }
    try reject(
      if: locations.count != 2,
      "expected two locations, as in 37.5665,126.9780 35.1796,129.0756, or -")
    for text in locations {
      guard let coordinate = Coordinate(parsing: text) else {
        throw ValidationError(
          "expected a location, as in 37.5665,126.9780, found '\(text.printable)'")
      }
      try reject(
        if: !coordinate.isValid,
        "'\(text.printable)': expected a latitude of -90 to 90 and a longitude of -180 to 180")
    }
  }

  func run(_ console: Console) throws {
    console.restrictOutput(toReadersOf: locations)
    if locations == ["-"] {
      let source = try ByteSource(path: "-")
      try DistanceLines.read(source, failure: console.report) { record in
        if !results.isJSON { console.printGap() }
        print(record, console)
      }
    } else if let from = Coordinate(parsing: locations[0]),
      let to = Coordinate(parsing: locations[1])
    {
      print(try DistanceRecord(from: from, to: to), console)
    }
  }

  private func print(_ record: DistanceRecord, _ console: Console) {
    if results.isJSON { return console.print(record.json) }
    let table = Table([.left("", 12), .left("")], on: console.output)
    let azimuths = record.azimuths.map { "\(LocationRecord.text($0, decimals: 6))°" }
    for (name, text) in [
      ("great circle", "\(LocationRecord.text(record.greatCircle, decimals: 3)) m"),
      ("geodesic", "\(LocationRecord.text(record.geodesic.distance, decimals: 3)) m"),
      ("azimuths", azimuths.joined(separator: ", ")),
    ] {
      console.print(table.row([name, text]))
    }
  }
}
