import Conversion
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

  /// The format for the name of a file; throws for other names, with a hint on their command.
  init(forName path: String) throws {
    self = try Files.format(
      forName: path, expected: ".json (trace events), .csv, .gpx, .kml, .geojson or .nmea",
      hint: { Self.hint($0, $1, path) },
      find: { ending in
        if ending == "json" { return .trace }
        return TrackFormat(forName: path).flatMap { Self(rawValue: $0.rawValue) }
      })
  }

  private static func hint(_ ending: String, _ stem: String, _ path: String) -> String {
    switch ending {
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
    case "pftrace", "perfetto", "perfetto-trace", "trace": "\nThe Perfetto UI opens \(stem).json."
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

struct PageOptions: ParsableArguments {
  @Option(
    help: .value(
      "WxHpx", "The page: the touch area is centred in it, as large as its shape allows."),
    transform: { Rect(origin: .zero, size: try PageOptions.size($0)) })
  var viewport: Rect?

  @Option(
    help: .value("X,Y,WxHpx", "A part of the page instead, from its left and top."),
    transform: PageOptions.box)
  var box: Rect?

  @Option(
    help: .value(
      "number",
      "CSS pixels per mm; by default what fits, or 6.42 as on a phone from the page's top left."),
    transform: number("pixels per mm from 0.01 to 1000", where: (0.01...1000).contains))
  var pxPerMm: Double?

  @Option(
    help: .value("WxHpx", "The screen of an Android device, for --to android."),
    transform: PageOptions.size)
  var screen: Size?

  @Option(
    help: .value("factor", "The speed as a multiple of the recorded one."),
    transform: number("a factor from 0.001 to 1000", where: (0.001...1000).contains))
  var speed: Double?

  /// Throws for options without an effect on the format, and for one that lacks its screen.
  func check(_ format: ExportFormat) throws {
    guard let target = format.target else {
      try reject(
        if: viewport != nil || box != nil || pxPerMm != nil || screen != nil || speed != nil,
        "--viewport, --box, --px-per-mm, --screen, --speed are for --to-format cdp and its like")
      return
    }
    if (target == .android) != (screen != nil) {
      throw ValidationError(
        target == .android
          ? "android needs the size of the screen, as in --screen 1080x2400px"
          : "--screen is for android; pages have --viewport or --box")
    }
    if let screen, let box = box ?? viewport,
      box.minX < 0 || box.minY < 0 || box.maxX > screen.width || box.maxY > screen.height
    {
      let size = "\(Int(screen.width))x\(Int(screen.height))px"
      throw ValidationError("the box is not on the screen of \(size)")
    }
  }

  var mapping: PageMapping {
    let whole = screen.map { Rect(origin: .zero, size: $0) }
    return PageMapping(box: box ?? viewport ?? whole, pixelsPerMillimetre: pxPerMm)
  }

  private static func size(_ text: String) throws -> Size {
    let sides = text.lowercased().replacing("×", with: "x").replacing("px", with: "")
      .split(separator: "x", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    try reject(
      if: !(sides.count == 2 && sides.allSatisfy((1...100_000).contains)),
      "expected width x height in pixels, each from 1 to 100000, as in 1080x2400px")
    return Size(width: Double(sides[0]), height: Double(sides[1]))
  }

  private static func box(_ text: String) throws -> Rect {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 3, let left = Int(parts[0]), let top = Int(parts[1]),
      (-100_000...100_000).contains(left), (-100_000...100_000).contains(top)
    else { throw ValidationError("expected left,top,width x height, as in 100,50,600x400px") }
    return Rect(origin: Point(x: Double(left), y: Double(top)), size: try size(String(parts[2])))
  }
}
