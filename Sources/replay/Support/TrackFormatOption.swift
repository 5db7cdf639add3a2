import ArgumentParser
import Files
import SensorFormats

/// The format of written tracks.
struct TrackFormatOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The format to write: \(TrackFormatOption.names). By default the name of the file decides.",
      valueName: "format"),
    completion: .list(TrackFormat.allCases.map(\.rawValue)))
  var toFormat: TrackFormat?

  private static let names = TrackFormat.allCases.map(\.rawValue).joined(separator: ", ")

  /// The endings of tracks; any for `--to-format`.
  func endings(of path: String?) -> [String] {
    toFormat == nil ? ["gpx", "kml", "geojson", "nmea", "csv"] : [Files.ending(of: path)]
  }

  /// The format of `--to-format`, or that of the file's name. A command without another output
  /// writes gpsd's JSON for `.json`.
  func format(of path: String) throws -> TrackFormat {
    if let format = toFormat ?? TrackFormat(forName: path) { return format }
    if ["json", "jsonl"].contains(path.split(separator: ".").last ?? "") { return .gpsd }
    if path.hasSuffix(".log") { return .nmea }
    throw Files.undetermined(path)
  }
}

extension TrackFormat: ExpressibleByArgument {}
