/// Every command, and every reader below it.
enum CommandCases {
  static let all =
    touches + scenes + locations + accelerations + shapes + scripts + labels + oddities

  /// Touch recordings: the reader of each format, then each command with one format.
  private static let touches =
    TouchInput.formats.flatMap { format in
      [
        command("info", 1_000_000, quick: 64, format), command("run", 1_000_000, quick: 64, format),
      ]
    }
    + [
      .command("explain", 200_000, what: "taps", file: "a.evemu", TouchInput.taps),
      .command(
        "explain --expected swipe", 200_000, what: "taps", file: "a.evemu", TouchInput.taps),
      .command(
        "explain", 200_000, what: "taps at one time", file: "a.txt", TouchInput.untimedGetevent),
      .command(
        "explain", 24_000, quick: 4, what: "many devices", file: "a.yml", TouchInput.devices),
      .command("libinput", 50_000, what: "taps", file: "a.evemu", TouchInput.taps),
      .command("touchpad analyze", 50_000, what: "taps", file: "a.evemu", TouchInput.taps),
      .command(
        "touchpad suggest --fingers", 24_000, quick: 4, what: "taps", file: "a.evemu",
        TouchInput.taps),
      .command("run --json", 200_000, what: "taps", file: "a.evemu", TouchInput.taps),
      .command("run --touches", 200_000, what: "a movement", file: "a.evemu", TouchInput.movement),
      .command("run", 40_000, what: "ten fingers", file: "a.evemu", TouchInput.manyFingers),
      .command(
        "plot -o OUT.svg", 200_000, what: "a movement", file: "a.evemu", TouchInput.movement),
      .command(
        "plot -o OUT.html", 200_000, what: "a movement", file: "a.evemu", TouchInput.movement),
      .command("plot -o OUT.html", 40_000, what: "taps", file: "a.evemu", TouchInput.taps),
      .command("export -o OUT.json", 200_000, what: "taps", file: "a.evemu", TouchInput.taps),
      .command("export -o OUT.csv", 200_000, what: "taps", file: "a.evemu", TouchInput.taps),
      .command(
        "export --to-format w3c -o OUT.json", 40_000, what: "ten fingers", file: "a.evemu",
        TouchInput.manyFingers),
      .command("stress --draws 1", 6000, what: "taps", file: "a.evemu", TouchInput.taps),
      .command("shrink -o OUT.evemu", 6000, what: "taps", file: "a.evemu", TouchInput.taps),
      .command(
        "shrink -o OUT.evemu --expected tap --trials 5", 200_000, what: "taps", file: "a.evemu",
        TouchInput.taps),
      .command(
        "plot --expected swipe -o OUT.svg", 24_000, what: "taps", file: "a.evemu", TouchInput.taps),
      .command("report -o OUT.html", 24_000, what: "taps", file: "a.evemu", TouchInput.taps),
      conversion("libinput", "yml"), conversion("evtest", "evtest"),
      conversion("getevent", "getevent"), conversion("raw", "bin"), conversion("evemu", "evemu"),
      folder("run", 10_000), folder("check", 10_000), folder("info", 10_000), fileList(10_000),
      folder("library add --jobs 1 --library library.sqlite", 2000),
    ]

  private static let scenes = ["taptaps", "swipes", "ball"].flatMap { scene -> [GrowthCase] in
    [
      .command(
        "scene run \(scene)", 24_000, quick: 4, what: "taps", file: "a.evemu",
        TouchInput.taps),
      .command(
        "scene run \(scene)", 24_000, quick: 4, what: "many devices", file: "a.yml",
        TouchInput.devices),
      .command(
        "scene run \(scene)", 24_000, quick: 4, what: "many devices in turn", file: "a.yml",
        TouchInput.devicesInTurn),
    ]
  }

  private static func command(
    _ arguments: String, _ largest: Int, quick: Int, _ format: TouchInput.Format
  ) -> GrowthCase {
    .command(
      arguments, largest, quick: quick, what: format.name, file: format.file, format.contents)
  }

  private static func conversion(_ format: String, _ ending: String) -> GrowthCase {
    .command(
      "convert -o OUT.\(ending) --to-format \(format)", 200_000, what: "evemu", file: "a.evemu",
      TouchInput.taps)
  }

  /// A folder of many small recordings, each with its expectations.
  private static func folder(_ command: String, _ largest: Int) -> GrowthCase {
    GrowthCase(
      name: "\(command): a folder", largest: largest, quickDivisor: 32,
      work: .command {
        size, folder in
        for index in 0..<size {
          try Files.write(TouchInput.taps(6), to: "\(folder)/\(index).evemu")
          try Files.write(
            Array("{\"gesture\":\"tap\"}\n".utf8), to: "\(folder)/\(index).gestures.jsonl")
        }
        let words = command.split(separator: " ").map { word in
          word == "library.sqlite" ? "\(folder)/.library.sqlite" : String(word)
        }
        return GrowthCase.Invocation(arguments: words + [folder])
      })
  }

  /// Many small recordings in a list of paths.
  private static func fileList(_ largest: Int) -> GrowthCase {
    GrowthCase(
      name: "run --files-from: a list", largest: largest, quickDivisor: 32,
      work: .command {
        size, folder in
        let paths = (0..<size).map { "\(folder)/\($0).evemu" }
        for path in paths { try Files.write(TouchInput.taps(6), to: path) }
        try Files.write(Array(paths.joined(separator: "\n").utf8), to: "\(folder)/list")
        return GrowthCase.Invocation(arguments: ["run", "--files-from", "\(folder)/list"])
      })
  }

  private static let locations: [GrowthCase] = [
    .command("locate", 200_000, what: "nmea", file: "a.nmea", LocationInput.nmea),
    .command("locate", 200_000, what: "gpx", file: "a.gpx", LocationInput.gpx),
    .command("locate", 200_000, what: "gpsd", file: "a.json", LocationInput.gpsd),
    .command("locate", 200_000, what: "a table", file: "a.csv", LocationInput.table),
    .command("locate --smooth", 100_000, what: "nmea", file: "a.nmea", LocationInput.nmea),
    .command("locate --filter fitness", 100_000, what: "nmea", file: "a.nmea", LocationInput.nmea),
    .command("locate --json", 100_000, what: "nmea", file: "a.nmea", LocationInput.nmea),
    .command("locate -o OUT.svg", 100_000, what: "nmea", file: "a.nmea", LocationInput.nmea),
    .command("locate -o OUT.kml", 100_000, what: "nmea", file: "a.nmea", LocationInput.nmea),
    .command("locate -o OUT.geojson", 100_000, what: "nmea", file: "a.nmea", LocationInput.nmea),
    .command("distance", 50_000, what: "lines", file: "-", LocationInput.pairs),
    .command("distance", 400_000, what: "empty lines", file: "-") { .init("\n", times: $0) },
  ]

  private static let accelerations: [GrowthCase] = [
    .command("shake", 200_000, what: "a table", file: "a.csv", MotionInput.table),
    .command("ball", 100_000, what: "a table", file: "a.csv", MotionInput.table),
    .command("ball --textbook", 100_000, what: "a table", file: "a.csv", MotionInput.table),
    .command("shake", 100_000, what: "a heading of columns", file: "a.csv") {
      .init("x ", times: $0)
    },
  ]

  private static let shapes: [GrowthCase] = [
    .command(
      "shapes classify standard --json", 40_000, what: "drawings", file: "a.ndjson",
      StrokeInput.drawings),
    .command("shapes classify standard", 40_000, what: "drawings", file: "-", StrokeInput.drawings),
    .command(
      "shapes classify standard", 60_000, what: "points of one drawing", file: "a.ndjson",
      StrokeInput.points),
    .command("shapes classify standard", 400_000, what: "empty lines", file: "a.ndjson") {
      .init("\n", times: $0)
    },
    .command(
      "shapes learn -o OUT.json --per-class 9 --strokes", 40_000, what: "drawings",
      file: "a.ndjson", StrokeInput.drawings),
    .command(
      "shapes learn -o OUT.json --strokes", 100_000, quick: 2, what: "points of a hundred drawings",
      file: "a.ndjson", StrokeInput.hundred),
    .command("shapes show", 200_000, what: "points of an example", file: "a.json") {
      Array("{\"v\":2,\"shapes\":[{\"name\":\"a\",\"examples\":[".utf8)
        + StrokeInput.points($0).dropLast() + Array("]}]}".utf8)
    },
  ]

  private static let scripts: [GrowthCase] = [
    .command("script -o OUT.evemu", 10_000, what: "taps", file: "a.touch", Scripts.taps),
    .command("script -o OUT.evemu", 4000, what: "interruptions", file: "a.touch") {
      .init("wait 1\ninterrupt 0.2\n", times: $0)
    },
    .command("script -o OUT.evemu", 4000, what: "movements of a finger", file: "a.touch") {
      Array("fingers {\n  finger 30,30".utf8) + .init(" rest 0.01", times: $0) + Array("\n}\n".utf8)
    },
    .command("simulate motion", 10_000, what: "taps", file: "a.motion", Scripts.motion),
    .command("simulate motion", 10_000, what: "turns", file: "a.motion", Scripts.turns),
    .command("simulate location", 4000, what: "legs", file: "a.location", Scripts.location),
    .command("profile", 40_000, what: "a long word", file: "a.yaml") {
      Array("tap:\n  slop: ".utf8) + .init("a", times: $0)
    },
    .command("profile", 10_000, what: "unknown keys", file: "a.yaml") { size in
      (0..<size).flatMap { Array("key\($0): 1\n".utf8) }
    },
  ]

  private static let labels: [GrowthCase] = [
    scores("many gestures in a file", 100_000) { size, folder in
      try Files.write(TouchInput.taps(size * 6), to: folder + "/a.evemu")
      return Labels.line("a.evemu", gestures: size)
    },
    scores("many files", 4000) { size, folder in
      try Files.write(TouchInput.taps(6), to: folder + "/a.evemu")
      return (0..<size).flatMap { _ in Labels.line("a.evemu", gestures: 1) }
    },
  ]

  private static func scores(
    _ what: String, _ largest: Int,
    _ labels: @escaping @Sendable (Int, _ folder: String) throws -> [UInt8]
  ) -> GrowthCase {
    GrowthCase(
      name: "score: \(what)", largest: largest, quickDivisor: 16,
      work: .command {
        size, folder in
        let path = folder + "/labels.v2.jsonl"
        try Files.write(try labels(size, folder), to: path)
        return GrowthCase.Invocation(arguments: ["score", path])
      })
  }

  /// What no tool writes, repeated: each command finds out quickly that it is no recording.
  private static let oddities: [GrowthCase] = [
    "{", "[", "<", "<gpx ", "$", "\u{b5}b", "#", ",", "\"", "\n", " ", "a", "&a ", "- ", "lat,lon,",
    "E: 1 2 3 4\n",
  ].flatMap { text in
    ["run", "locate", "shake"].map { name in
      .command(name, 80_000, quick: 8, what: "\(text.debugDescription) repeated", file: "a") {
        .init(text, times: $0)
      }
    }
  }
}

/// Drawings as JSON Lines.
private enum StrokeInput {
  static func drawings(_ count: Int) -> [UInt8] {
    (0..<count).flatMap { index in
      let x = index % 40 + 5
      return Array(
        "{\"class\":\"\(index % 3)\",\"strokes\":[[[0,0],[\(x),0],[0,30],[\(x),\(30 + index % 7)]]]}\n"
          .utf8)
    }
  }

  /// A hundred drawings of three classes, with a share of the points each.
  static func hundred(_ count: Int) -> [UInt8] {
    (0..<100).flatMap { index in
      let points = (0..<count / 100).map { "[\($0 * (index % 3 + 1) % 90),\($0 % 70 + index % 7)]" }
      return Array(
        "{\"class\":\"\(index % 3)\",\"strokes\":[[\(points.joined(separator: ","))]]}\n".utf8)
    }
  }

  /// One drawing of one stroke with many points.
  static func points(_ count: Int) -> [UInt8] {
    let points = (0..<count).map { "[\($0 % 90),\($0 % 70)]" }
    return Array("{\"strokes\":[[\(points.joined(separator: ","))]]}\n".utf8)
  }
}

extension [UInt8] {
  init(_ text: String, times: Int) {
    self = Array(repeatElement(text.utf8, count: times).joined())
  }
}
