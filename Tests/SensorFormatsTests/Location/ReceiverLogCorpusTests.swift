import Foundation
import Sensors
import TestSupport
import Testing
import Timeline

@testable import Files
@testable import SensorFormats

/// Compares the fixes of receivers' logs with those in gpsd's regression tests.
struct ReceiverLogCorpusTests {
  /// The last position that gpsd reports for a time.
  private struct Report {
    var time: Timestamp
    var fix: Location
  }

  private func reports(_ log: String) throws -> [Report] {
    var found: [Report] = []
    let reader = ReceiverLogReader(
      try ByteSource(path: log + ".chk"), format: .gpsd, isOnlyFormat: true)
    try reader.readAll { fix in
      guard let time = fix.timestamp else { return }
      if found.last?.time == time { found.removeLast() }
      found.append(Report(time: time, fix: fix))
    }
    return found
  }

  /// Logs whose fixes differ, with the number of different reports and the reason.
  private static let exceptions: [String: (count: Int, reason: String)] = [
    "bu303-moving.log": (12, "binary only: gpsd decodes it and writes sentences of its own"),
    "bundg_zeus_9.log": (
      39, "gpsd gives the speed between GGA and the GLL that ends the cycle; ours is the receiver's"
    ),
    "garmin48.log": (
      2, "gpsd derives a speed; the receiver reports none"
    ),
    "neo-m8n.log": (22, "gpsd adds 1024 weeks to the date that the log states"),
    "triton400.log": (1, "only GLL: gpsd derives a speed; the receiver reports none"),
  ]

  @Test(
    "All fixes that gpsd reports with a time are found, except for the known differences",
    .requiresShared("data/gpsd"))
  func gpsd() throws {
    var all = 0
    var agreed = 0
    for log in sharedFiles("gpsd", ending: ".log") {
      var fixes: [Location] = []
      let reader = ReceiverLogReader(try ByteSource(path: log))
      try reader.readAll { fixes.append($0) }
      let name = String(log.split(separator: "/").last ?? "")
      let reports = try reports(log)
      let missed = reports.count { report in !fixes.contains { agrees($0, report) } }
      #expect(missed == ReceiverLogCorpusTests.exceptions[name]?.count ?? 0, "\(name)")
      if name != "bu303-moving.log", name != "neo-m8n.log", name != "bundg_zeus_9.log" {
        all += reports.count
        agreed += reports.count - missed
      }
    }
    #expect(all > 240)
    #expect(Double(agreed) / Double(all) > 0.98)
  }

  @Test(
    "Time and position agree even if the speed differs",
    .requiresShared("data/gpsd"))
  func positions() throws {
    for name in ["bundg_zeus_9.log", "garmin48.log", "triton400.log"] {
      guard let log = sharedFiles("gpsd", ending: name).first else { continue }
      var fixes: [Location] = []
      try ReceiverLogReader(try ByteSource(path: log)).readAll { fixes.append($0) }
      for report in try reports(log) {
        #expect(fixes.contains { isSamePosition($0, report) }, "\(name) \(report.fix.time)")
      }
    }
  }

  @Test(
    "There is no fix at a time for which gpsd reports none",
    .requiresShared("data/gpsd"))
  func rejections() throws {
    for log in sharedFiles("gpsd", ending: ".log") {
      let fixed = Set(try reports(log).map(\.time))
      var fixes: [Location] = []
      try ReceiverLogReader(try ByteSource(path: log)).readAll { fixes.append($0) }
      for time in try timesWithoutFix(log) where !fixed.contains(time) {
        #expect(!fixes.contains { $0.isDateKnown && $0.timestamp == time }, "\(log) \(time)")
      }
    }
  }

  @Test(
    "Sentences are read behind comments that hold gpsd's objects",
    .requiresShared("data/gpsd-header"))
  func header() throws {
    for log in sharedFiles("gpsd-header", ending: ".log") {
      let reader = try LocationFormat.open(path: log)
      var fixes = 0
      try reader.readAll { _ in fixes += 1 }
      // One of the 150 GGA, and one RMC before the first GGA.
      #expect(fixes == 151 && reader.format == .nmea, "\(log)")
    }
  }

  @Test(
    "A log with gpsd's reports between the sentences has each fix once",
    .requiresShared("data/gpsd"))
  func both() throws {
    for log in sharedFiles("gpsd", ending: ".log") {
      // gpsd also decodes binary protocols, and a simulated fix without a time.
      if log.hasSuffix("bu303-moving.log") || log.hasSuffix("garmin-geko201.log") { continue }
      func count(_ path: String) throws -> Int {
        var count = 0
        try ReceiverLogReader(try ByteSource(path: path)).readAll { _ in count += 1 }
        return count
      }
      #expect(try count(log + ".chk") == count(log), "\(log)")
    }
  }

  /// The times for which gpsd reports no fix (mode 0 or 1).
  private func timesWithoutFix(_ log: String) throws -> Set<Timestamp> {
    let text = String(decoding: try Data(contentsOf: URL(filePath: log + ".chk")), as: UTF8.self)
    var times: Set<Timestamp> = []
    for line in text.split(separator: "\n") where line.hasPrefix("{\"class\":\"TPV\"") {
      guard line.contains("\"mode\":1") || line.contains("\"mode\":0"),
        let start = line.firstRange(of: "\"time\":\"")?.upperBound
      else { continue }
      let time = line[start...].prefix { $0 != "\"" }
      if let time = CalendarTime.timestamp(iso8601: time.utf8) { times.insert(time) }
    }
    return times
  }

  private func isSamePosition(_ fix: Location, _ report: Report) -> Bool {
    guard let time = fix.timestamp, fix.isDateKnown else { return false }
    return abs(time.microseconds(since: report.time)) <= 1000
      && abs(fix.coordinate.latitude - report.fix.coordinate.latitude) <= 1e-7
      && abs(fix.coordinate.longitude - report.fix.coordinate.longitude) <= 1e-7
  }

  private func agrees(_ fix: Location, _ report: Report) -> Bool {
    guard isSamePosition(fix, report) else { return false }
    // gpsd writes three decimals of the speed and four of the course.
    if let speed = report.fix.speed, abs((fix.speed ?? -9) - speed) > 0.0011 { return false }
    if let course = report.fix.course, abs((fix.course ?? -9) - course) > 0.0011 { return false }
    return true
  }

  @Test(
    "All GPX files are read",
    .requiresShared("data/gpx"))
  func gpx() throws {
    let counts = try sharedFiles("gpx", ending: ".gpx").map { path in
      var count = 0
      try LocationFormat.open(path: path).readAll { fix in
        count += 1
        if !fix.isValid { Issue.record("\(path) has an invalid fix") }
      }
      return count
    }
    #expect(counts.count == 17)
    #expect(counts.sorted() == [0, 0, 1, 1, 1, 1, 1, 1, 2, 3, 6, 9, 104, 184, 296, 296, 296])
  }
}
