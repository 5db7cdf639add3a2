/// Recordings of locations, one fix a second.
enum LocationInput {
  private static func digits(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }

  private static func time(_ second: Int, _ separator: String) -> String {
    [second / 3600 % 24, second / 60 % 60, second % 60].map { digits($0, 2) }
      .joined(separator: separator)
  }

  private static func date(_ second: Int) -> String {
    let day = second / 86_400
    return "2024-\(digits(1 + day / 28 % 12, 2))-\(digits(1 + day % 28, 2))T\(time(second, ":"))Z"
  }

  private static func latitude(_ index: Int) -> String { "47.\(digits(index % 10_000, 5))" }

  @Sendable static func nmea(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    for index in 0..<count {
      let minutes = "47\(digits(index % 30, 2)).\(digits(index % 10_000, 4))"
      let sentence = "GPRMC,\(time(index, "")),A,\(minutes),N,00800.0000,E,1.0,0.0,010524,,,A"
      let sum = sentence.utf8.reduce(0, ^)
      let checksum = String(sum, radix: 16, uppercase: true)
      bytes += "$\(sentence)*\(sum < 16 ? "0" : "")\(checksum)\r\n".utf8
    }
    return bytes
  }

  @Sendable static func gpx(_ count: Int) -> [UInt8] {
    var bytes = Array("<?xml version=\"1.0\"?><gpx version=\"1.1\"><trk><trkseg>\n".utf8)
    for index in 0..<count {
      bytes +=
        """
        <trkpt lat="\(latitude(index))" lon="8"><time>\(date(index))</time></trkpt>

        """.utf8
    }
    return bytes + Array("</trkseg></trk></gpx>\n".utf8)
  }

  @Sendable static func gpsd(_ count: Int) -> [UInt8] {
    (0..<count).flatMap { index in
      Array(
        """
        {"class":"TPV","mode":3,"time":"\(date(index))","lat":\(latitude(index)),"lon":8.0}

        """.utf8)
    }
  }

  @Sendable static func table(_ count: Int) -> [UInt8] {
    Array("Time (s),Latitude (°),Longitude (°)\n".utf8)
      + (0..<count).flatMap { Array("\($0),\(latitude($0)),8.0\n".utf8) }
  }

  @Sendable static func pairs(_ count: Int) -> [UInt8] {
    (0..<count).flatMap { Array("\(latitude($0)) 8 48.\($0 % 100) 9.\($0 % 99)\n".utf8) }
  }
}

/// Recordings of accelerometers.
enum MotionInput {
  /// 100 rows a second.
  @Sendable static func table(_ rows: Int) -> [UInt8] {
    let head = "Time (s),Acceleration x (m/s^2),Acceleration y (m/s^2),Acceleration z (m/s^2)\n"
    return Array(head.utf8)
      + (0..<rows).flatMap { row in
        let x = Double(row * 37 % 100 - 50) * 0.4
        return Array("\(Double(row) / 100),\(x),\(Double(row * 13 % 50) * 0.2),9.81\n".utf8)
      }
  }
}

/// Scripts of a number of actions.
enum Scripts {
  @Sendable static func taps(_ count: Int) -> [UInt8] {
    .init("tap 50,35\nwait 1s\n", times: count)
  }

  @Sendable static func motion(_ count: Int) -> [UInt8] {
    (0..<count).reduce(into: Array("rate 10\n".utf8)) { $0 += "\($1 + 1) tap 2 z\n".utf8 }
  }

  @Sendable static func turns(_ count: Int) -> [UInt8] {
    (0..<count).reduce(into: Array("rate 10\n".utf8)) {
      $0 += "\($1 + 1) turn \($1 % 2 == 0 ? "faceUp" : "portrait") 0.5\n".utf8
    }
  }

  @Sendable static func location(_ count: Int) -> [UInt8] {
    Array("at 47 8\nspeed 10\n".utf8) + .init("go 90 for 10s\n", times: count)
  }
}

/// Labels for `replay score`.
enum Labels {
  /// Taps as in ``TouchInput/taps(_:)``.
  static func line(_ file: String, gestures: Int) -> [UInt8] {
    var bytes = Array("{\"v\":2,\"file\":\"\(file)\",\"expect\":[".utf8)
    for index in 0..<gestures {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      let start = Double(index) / 2
      bytes +=
        """
        {"gesture":"tap","touches":1,"taps":1,"start":\(start),"end":\(start + 0.05)}
        """.utf8
    }
    return bytes + Array("]}\n".utf8)
  }
}
