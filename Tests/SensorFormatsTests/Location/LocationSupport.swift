import Foundation
import Sensors
import TestSupport
import Timeline

@testable import Files
@testable import SensorFormats

/// Reads the fixes of a recording in memory.
func locations(
  _ bytes: [UInt8], _ options: LocationReadingOptions = LocationReadingOptions()
) throws(FileError) -> [Location] {
  let reader = try LocationFormat.open(ByteSource(name: "test", bytes: bytes), options)
  var found: [Location] = []
  try reader.readAll { found.append($0) }
  return found
}

func locations(_ text: String, date: String? = nil) throws(FileError) -> [Location] {
  var options = LocationReadingOptions()
  options.date = date.flatMap { StatedDate($0) }
  return try locations(Array(text.utf8), options)
}

/// The fixes of a recording in memory, and the notes on it.
func locationsAndNotes(
  _ bytes: [UInt8], _ options: LocationReadingOptions = LocationReadingOptions()
) throws(FileError) -> (fixes: [Location], notes: [String]) {
  let reader = try LocationFormat.open(ByteSource(name: "test", bytes: bytes), options)
  var found: [Location] = []
  try reader.readAll { found.append($0) }
  return (found, reader.notes.map(\.description))
}

func locationsAndNotes(
  _ text: String
) throws(FileError) -> (fixes: [Location], notes: [String]) {
  try locationsAndNotes(Array(text.utf8))
}

/// A sentence with its checksum and the end of its line.
func sentence(_ text: String) -> String {
  let sum = text.utf8.reduce(0, ^)
  let digits = String(sum, radix: 16, uppercase: true)
  return "$\(text)*\(digits.count < 2 ? "0" : "")\(digits)\r\n"
}

extension Location {
  /// The time in ISO 8601; `-` without a date.
  var time: String {
    guard let timestamp, isDateKnown else { return "-" }
    return CalendarTime(timestamp).iso8601
  }
}

/// The paths of files in a folder of `../shared/data`, sorted.
func sharedFiles(_ folder: String, ending: String) -> [String] {
  SharedFolder.files("data/" + folder, ending: ending)
}
