import ArgumentParser
import Conversion
import Files
import Playback
import SensorFormats

enum ExportFormat: String, CaseIterable {
  /// Chrome's trace events.
  case trace
  case csv
  case gpx
  case kml
  case geojson
  case nmea
  case gpsd
  case cdp
  case w3c
  case playwright
  case android

  static let names = allCases.map(\.rawValue).joined(separator: ", ")

  /// Replaces `--to cdp` and `--to=cdp` in a command line of `export` by `--to-format`: otherwise
  /// `--to` is an end in seconds, which is no word.
  static func rename(in arguments: [String]) -> [String] {
    guard arguments.first == "export" else { return arguments }
    var renamed = arguments
    for (index, argument) in arguments.enumerated() {
      if argument == "--to" {
        let word = arguments.dropFirst(index + 1).first
        if word?.first?.isLetter == true { renamed[index] = "--to-format" }
      } else if argument.hasPrefix("--to="), argument.dropFirst(5).first?.isLetter == true {
        renamed[index] = "--to-format=" + argument.dropFirst(5)
      }
    }
    return renamed
  }

  /// The format for the name of a file: `.json` is ``trace``.
  ///
  /// Throws for other names, with a hint on what they mean if there is one.
  init(forName path: String) throws {
    if path == "-" { throw Files.undetermined(path) }
    let ending = path.split(separator: ".").dropFirst().last.map { $0.lowercased() } ?? ""
    if ending == "json" {
      self = .trace
    } else if let track = TrackFormat(forName: path), let format = Self(rawValue: track.rawValue) {
      self = format
    } else {
      throw ValidationError(
        "the name \"\(path.printable)\" does not determine the format: expected .json (trace events), "
          + ".csv, .gpx, .kml, .geojson or .nmea, or --to-format" + Self.hint(ending, path))
    }
  }

  /// A hint on the command for a name, beginning with a line break; empty for other names.
  private static func hint(_ ending: String, _ path: String) -> String {
    let stem = String(path.dropLast(ending.utf8.count + 1)).printable
    return switch ending {
    case "parquet":
      """

      No maintained Swift library writes Parquet. Write CSV, and convert that:
        duckdb -c "COPY (FROM '\(stem).csv') TO '\(stem).parquet'"
        python3 -c "import pandas; pandas.read_csv('\(stem).csv').to_parquet('\(stem).parquet')"
      """
    case "arrow", "feather":
      """

      No maintained Swift library writes Arrow. Write CSV, and convert that:
        python3 -c "import pandas; pandas.read_csv('\(stem).csv').to_feather('\(stem).\(ending)')"
      """
    case "pftrace", "perfetto", "perfetto-trace", "trace":
      "\nThe Perfetto UI opens \(stem).json."
    case "gz", "zst", "xz", "zip":
      "\nWrite to standard output, and compress that: --to-format trace -o - | gzip > \(path.printable)"
    case "xlsx", "xls", "ods", "tsv": "\nSpreadsheets open \(stem).csv."
    case "jsonl", "ndjson": "\nJSON Lines are printed by 'replay run --json' and its like."
    case "svg", "png", "html": "\nPictures are drawn by 'replay plot'."
    default:
      RecordingConversion.target(forName: path) == nil
        ? "" : "\nRecordings are written by 'replay convert'."
    }
  }

  /// The input of another program; nil for other formats.
  var target: TouchInputExport.Target? { TouchInputExport.Target(rawValue: rawValue) }

  /// The format of a track; nil for trace events.
  var track: TrackFormat? { TrackFormat(rawValue: rawValue) }
}

extension TableExport.Rows: ExpressibleByArgument {}

extension RecordingContent {
  var phrase: String {
    switch self {
    case .touches: "a recording of touches"
    case .accelerations: "a table of accelerations"
    case .locations: "a recording of locations"
    case .accelerationsAndLocations: "a table of accelerations and locations"
    }
  }

  /// The formats in which a recording of this kind is exported.
  var formats: [ExportFormat] {
    switch self {
    case .touches: [.trace, .csv, .cdp, .w3c, .playwright, .android]
    case .accelerations: [.trace, .csv]
    case .locations: [.gpx, .kml, .geojson, .nmea, .gpsd, .csv]
    case .accelerationsAndLocations: ExportFormat.allCases.filter { $0.target == nil }
    }
  }

  /// The tables of such a recording, the default one first; locations are a table themselves.
  var tables: [TableExport.Rows] {
    switch self {
    case .touches: [.touches, .gestures, .changes]
    case .accelerations, .accelerationsAndLocations: [.samples, .shakes]
    case .locations: []
    }
  }
}
