import Playback
import Sensors

/// Fixes as lines of aligned columns, each written when it comes.
struct LocationTable {
  private let terminal: Terminal

  init(_ terminal: Terminal) { self.terminal = terminal }

  var header: String {
    terminal.styled(
      line("TIME", "LATITUDE", "LONGITUDE", "ALTITUDE", "SPEED", "COURSE", "ACCURACY", "WAY", ""),
      .dim)
  }

  func row(_ record: LocationRecord) -> String {
    let location = record.location
    let text = line(
      record.time ?? "", LocationRecord.text(location.coordinate.latitude, decimals: 7),
      LocationRecord.text(location.coordinate.longitude, decimals: 7),
      cell(location.validAltitude, 1, "m"), cell(location.validSpeed, 2, "m/s"),
      cell(location.validCourse, 1, "°"), cell(location.horizontalAccuracy, 1, "m"),
      LocationSummary.length(record.decision.total), record.decision.dropped?.rawValue ?? "")
    return record.decision.isDelivered ? text : terminal.styled(text, .dim)
  }

  private func cell(_ number: Double?, _ decimals: Int, _ unit: String) -> String {
    number.map { "\(LocationRecord.text($0, decimals: decimals)) \(unit)" } ?? ""
  }

  private func line(
    _ time: String, _ latitude: String, _ longitude: String, _ altitude: String, _ speed: String,
    _ course: String, _ accuracy: String, _ way: String, _ dropped: String
  ) -> String {
    var text = time.padded(toColumns: 24) + "  " + latitude.rightAligned(toColumns: 11)
    text +=
      "  " + longitude.rightAligned(toColumns: 12) + "  " + altitude.rightAligned(toColumns: 9)
    text += "  " + speed.rightAligned(toColumns: 10) + "  " + course.rightAligned(toColumns: 7)
    text += "  " + accuracy.rightAligned(toColumns: 9) + "  " + way.rightAligned(toColumns: 10)
    text += dropped.isEmpty ? "" : "  " + dropped
    return terminal.columns.map { text.prefix(columns: $0) } ?? text
  }
}
