public import Evdev

/// Reads what Android's `getevent` prints: plain, or with any of `-l`, `-t`, `-r`, `-i` and `-p`.
///
/// Lines are those of ``GeteventLine``; the list of devices before them is that of
/// ``GeteventListing``. A recording without times has all of its events at zero, unless there is a
/// rate to go by. Lines of other programs in between are skipped and counted.
public final class GeteventReader: RecordingReader {
  public let format = RecordingFormat.getevent
  private let lines: LineBuffer
  private var parser: GeteventParser

  /// Reads from a source; `rate` is in frames a second and gives times to frames that have none.
  public init(_ source: ByteSource, rate: Double? = nil) {
    precondition(rate.map { $0 > 0 && $0.isFinite } ?? true, "a rate is positive")
    lines = LineBuffer(source)
    parser = GeteventParser(rate: rate)
  }

  /// The devices of the list and those that events name, in the order of their appearance.
  public var devices: [RecordedDevice] { parser.listing.devices }

  public var anomalies: AnomalyCounts { parser.anomalies }

  public var lacksTimes: Bool { parser.lacksTimes }

  public func read(into batch: inout EventBatch) throws(RecordingError) -> Bool {
    batch.events.removeAll(keepingCapacity: true)
    while batch.events.isEmpty {
      guard try lines.fill() else {
        try parser.own.check()
        return false
      }
      var cursor = lines.cursor
      try parser.readLines(&cursor, of: lines, into: &batch)
      lines.consume(to: cursor)
    }
    return true
  }
}
