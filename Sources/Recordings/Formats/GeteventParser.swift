import Evdev
import Timeline

/// What ``GeteventReader`` knows between two batches, and how it reads lines.
///
/// A value apart from the reader: accesses to it are checked once a batch, not once an event.
struct GeteventParser {
  private(set) var anomalies = AnomalyCounts()
  private(set) var listing = GeteventListing()
  /// Whether an event had neither a time nor a rate to get one from.
  private(set) var lacksTimes = false
  private(set) var own = OwnLines()
  private let rate: Double?
  /// One for each device.
  private var clocks: [RateClock] = []
  /// The latest time of any clock.
  private var latest = Timestamp.zero

  init(rate: Double?) { self.rate = rate }

  /// Reads lines until the batch is full or the next event is another device's.
  mutating func readLines(
    _ cursor: inout TextCursor, of lines: LineBuffer, into batch: inout EventBatch
  ) throws(RecordingError) {
    defer { if !batch.events.isEmpty { own.meet() } }
    do throws(Expectation) {
      while !cursor.isAtEnd, batch.events.count < EventBatch.capacity {
        if GeteventParser.isEvent(cursor) {
          if try !readEvent(&cursor, of: lines, into: &batch) { return }
        } else {
          try readOther(&cursor, of: lines)
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
  private mutating func readEvent(
    _ cursor: inout TextCursor, of lines: LineBuffer, into batch: inout EventBatch
  ) throws(Expectation) -> Bool {
    let start = cursor
    cursor.skipSpaces()
    let line = try GeteventLine(&cursor, of: lines)
    let device: Int
    do throws(Expectation) {
      device = try listing.device(of: line.node)
    } catch {
      cursor.restore(start)
      throw error
    }
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
    let isReport = line.type == .synchronization && code == SynchronizationCode.report
    let time = line.time ?? tick(device, isReport: isReport)
    batch.events.append(
      InputEvent(time: time, type: line.type, code: code, value: line.value))
    return true
  }

  /// The time of an event that comes without one.
  private mutating func tick(_ device: Int, isReport: Bool) -> Timestamp {
    guard rate != nil else {
      lacksTimes = true
      return .zero
    }
    while clocks.count <= device { clocks.append(RateClock(rate: rate)) }
    clocks[device].catchUp(with: latest)
    let now = clocks[device].now
    latest = now
    if isReport { clocks[device].endFrame() }
    return now
  }
}

extension GeteventParser {
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

  private static let expected = "getevent, with lines as in `/dev/input/event1: 0003 0035 00000213`"

  /// A line that is no event.
  private mutating func readOther(
    _ cursor: inout TextCursor, of lines: LineBuffer
  ) throws(Expectation) {
    let line = cursor
    if try listing.readLine(&cursor, &anomalies) {
      if !line.isBlank { own.meet() }
    } else {
      if GeteventParser.isBrokenEvent(cursor) {
        throw Expectation("an event, as in `EV_ABS ABS_X 000000ff` or `0003 0000 000000ff`")
      }
      anomalies.count(.foreignLine)
      if !lines.isCutOff(line) {
        own.pass(lines.error(at: line, expected: GeteventParser.expected))
      }
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
