import Foundation
import Sensors
import Timeline

@testable import Recordings

/// The fixes of a recording in memory.
func locations(
  _ bytes: [UInt8], _ options: LocationReadingOptions = LocationReadingOptions()
) throws(RecordingError) -> [Location] {
  let reader = try LocationFormat.open(ByteSource(name: "test", bytes: bytes), options)
  var found: [Location] = []
  try reader.readAll { found.append($0) }
  return found
}

func locations(_ text: String, date: String? = nil) throws(RecordingError) -> [Location] {
  var options = LocationReadingOptions()
  options.date = date.flatMap { StatedDate($0) }
  return try locations(Array(text.utf8), options)
}

/// A sentence with its checksum and the end of its line.
func sentence(_ text: String) -> String {
  let sum = text.utf8.reduce(0, ^)
  let digits = String(sum, radix: 16, uppercase: true)
  return "$\(text)*\(digits.count < 2 ? "0" : "")\(digits)\r\n"
}

extension Location {
  /// The time by the calendar; `-` without a date.
  var time: String {
    guard let timestamp, isDateKnown else { return "-" }
    return CalendarTime(timestamp).iso8601
  }
}

/// Recordings of receivers that lie beside the project and are not part of it.
enum SensorData {
  static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "shared/data")

  static var isPresent: Bool { FileManager.default.fileExists(atPath: folder.path()) }

  static func files(_ name: String, ending: String) -> [String] {
    let path = folder.appending(path: name).path()
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.filter { $0.hasSuffix(ending) }.sorted().map { path + "/" + $0 }
  }
}
