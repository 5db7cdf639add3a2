public import Evdev
import Timeline

/// Reads what Android's `getevent` prints: plain, or with any of `-l`, `-t`, `-r`, `-i` and `-p`.
///
/// Lines are those of ``GeteventLine``; the list of devices before them is that of
/// ``GeteventListing``. A recording without times has all of its events at zero, unless there is a
/// rate to go by. Lines of other programs in between are skipped and counted.
public final class GeteventReader: RecordingReader {
  public let format = RecordingFormat.getevent
  public private(set) var anomalies = AnomalyCounts()
  private let lines: LineBuffer
  private var listing = GeteventListing()
  private let rate: Double?
  /// One for each device.
  private var clocks: [FrameClock] = []
  /// The latest time of any clock.
  private var latest = Timestamp.zero

  /// Reads from a source; `rate` is in frames a second and gives times to frames that have none.
  public init(_ source: ByteSource, rate: Double? = nil) {
    precondition(rate.map { $0 > 0 && $0.isFinite } ?? true, "a rate is positive")
    lines = LineBuffer(source)
    self.rate = rate
  }

  /// The devices of the list and those that events name, in the order of their appearance.
  public var devices: [RecordedDevice] { listing.devices }

  public func read(into batch: inout EventBatch) throws(RecordingError) -> Bool {
    batch.events.removeAll(keepingCapacity: true)
    while batch.events.isEmpty {
      guard try lines.fill() else { return false }
      var cursor = lines.cursor
      try readLines(&cursor, into: &batch)
      lines.consume(to: cursor)
    }
    return true
  }

  private func readLines(
    _ cursor: inout TextCursor, into batch: inout EventBatch
  ) throws(RecordingError) {
    do throws(Expectation) {
      while !cursor.isAtEnd, batch.events.count < EventBatch.capacity {
        if GeteventReader.isEvent(cursor) {
          if try !readEvent(&cursor, into: &batch) { return }
        } else {
          try readOther(&cursor)
        }
      }
    } catch {
      guard lines.isCutOff(cursor) else { throw lines.error(at: cursor, error) }
      anomalies.count(.truncated)
      cursor.nextLine()
    }
  }

  /// Adds an event; false when it is another device's than the batch's, with the cursor before it.
  @inline(__always)
  private func readEvent(
    _ cursor: inout TextCursor, into batch: inout EventBatch
  ) throws(Expectation) -> Bool {
    let start = cursor
    cursor.skipSpaces()
    let line = try GeteventLine(&cursor, isOpen: { self.lines.isCutOff($0) })
    let device = listing.device(of: line.node)
    if device != batch.device, !batch.events.isEmpty {
      cursor.restore(start)
      return false
    }
    batch.device = device
    cursor.nextLine()
    guard let code = line.code else {
      anomalies.count(.unknownCode)
      return true
    }
    var event = InputEvent(time: .zero, type: line.type, code: code, value: line.value)
    event.time = line.time ?? tick(device, at: event)
    batch.events.append(event)
    return true
  }

  /// The time of an event that comes without one.
  private func tick(_ device: Int, at event: InputEvent) -> Timestamp {
    guard rate != nil else { return .zero }
    while clocks.count <= device { clocks.append(FrameClock(rate: rate)) }
    clocks[device].catchUp(with: latest)
    let now = clocks[device].now
    latest = now
    if event.isReport { clocks[device].endFrame() }
    return now
  }
}

extension GeteventReader {
  /// Whether a line claims to be an event, and so must be a whole one.
  @inline(__always)
  private static func isEvent(_ line: TextCursor) -> Bool {
    if line.byte == UInt8(ascii: " ") { return isIndentedEvent(line) }
    return begins(line)
  }

  private static func isIndentedEvent(_ line: TextCursor) -> Bool {
    var cursor = line
    cursor.skipSpaces()
    // Numbers that are indented belong to the list of devices.
    return cursor.byte &- UInt8(ascii: "0") > 9 && begins(cursor)
  }

  @inline(__always)
  private static func begins(_ cursor: TextCursor) -> Bool {
    switch cursor.byte {
    case UInt8(ascii: "["):
      var inside = cursor
      inside.advance()
      inside.skipSpaces()
      return inside.byte &- UInt8(ascii: "0") <= 9 || isBrokenEvent(inside)
    case UInt8(ascii: "/"): return cursor.starts(with: "/dev/input/")
    case UInt8(ascii: "E"): return cursor.starts(with: "EV_")
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      // Android's shell begins its prompt with the number of the error before it.
      return !cursor.contains("|")
    default: return false
    }
  }

  /// A line that is no event.
  private func readOther(_ cursor: inout TextCursor) throws(Expectation) {
    if try !listing.readLine(&cursor, &anomalies) {
      if GeteventReader.isBrokenEvent(cursor) {
        throw Expectation("an event, as in `EV_ABS ABS_X 000000ff` or `0003 0000 000000ff`")
      }
      anomalies.count(.foreignLine)
    }
    cursor.nextLine()
  }

  /// Whether a line that is no event was one before something happened to it.
  private static func isBrokenEvent(_ cursor: TextCursor) -> Bool {
    cursor.contains("EV_") || cursor.contains("SYN_") || cursor.contains(": 00")
      || cursor.contains(": EV") || cursor.contains(" ABS_") || cursor.contains(" BTN_")
      || cursor.contains("/dev/input/event") && cursor.contains(": ")
  }
}
