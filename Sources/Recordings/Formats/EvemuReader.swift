public import Evdev
import Timeline

/// Reads evemu 1.0 to 1.3: a description, or none, and events as in
/// `E: 1452295559.602264 0003 0039 22`.
///
/// Type and code are hexadecimal, the value decimal; a comment may follow. Times are the kernel's
/// or relative to the recording's start. A last line that is cut off is dropped and counted.
public final class EvemuReader: RecordingReader {
  public let format = RecordingFormat.evemu
  public private(set) var anomalies = AnomalyCounts()
  private let lines: LineBuffer
  private var head = EvemuDescription()
  private var hasEvents = false

  public init(_ source: ByteSource) {
    lines = LineBuffer(source)
  }

  /// The one device, with a description if the recording has one.
  public var devices: [RecordedDevice] {
    [RecordedDevice(description: head.isPresent ? head.description : nil)]
  }

  public func read(into batch: inout EventBatch) throws(RecordingError) -> Bool {
    batch.device = 0
    batch.events.removeAll(keepingCapacity: true)
    while batch.events.isEmpty {
      guard try lines.fill() else { return false }
      var cursor = lines.cursor
      try readLines(&cursor, into: &batch.events)
      lines.consume(to: cursor)
    }
    hasEvents = true
    return true
  }

  private func readLines(
    _ cursor: inout TextCursor, into events: inout [InputEvent]
  ) throws(RecordingError) {
    do throws(Expectation) {
      while !cursor.isAtEnd, events.count < EventBatch.capacity {
        EvemuReader.readUsualEvents(&cursor, into: &events)
        guard !cursor.isAtEnd, events.count < EventBatch.capacity else { break }
        if cursor.byte == UInt8(ascii: "E") {
          events.append(try EvemuReader.event(&cursor))
        } else {
          try readOther(&cursor, isInHead: !hasEvents && events.isEmpty)
        }
      }
    } catch {
      guard lines.isCutOff(cursor) else { throw lines.error(at: cursor, error) }
      anomalies.count(.truncated)
      cursor.nextLine()
    }
  }

  /// Reads events in the shape that evemu writes, up to the first line of any other.
  private static func readUsualEvents(
    _ cursor: inout TextCursor, into events: inout [InputEvent]
  ) {
    let room = EventBatch.capacity - events.count
    let countBefore = events.count
    let end = cursor.end
    var place = cursor.position
    events.append(addingCapacity: room) { output in
      while place < end, !output.isFull {
        var scanner = QuickScanner(place)
        guard let event = usualEvent(&scanner) else { break }
        output.append(event)
        place = scanner.position
      }
    }
    cursor.jump(to: place, lines: events.count - countBefore)
  }

  @inline(__always)
  private static func usualEvent(_ scanner: inout QuickScanner) -> InputEvent? {
    // The bytes of "E: ", the first one lowest.
    guard scanner.load(UInt32.self) & 0xff_ffff == 0x20_3a45 else { return nil }
    scanner.advance(3)
    guard let seconds = scanner.digits(), let microseconds = scanner.microseconds(),
      let type = scanner.hexadecimal16(), let code = scanner.hexadecimal16(),
      let value = scanner.int32(), scanner.endLine()
    else { return nil }
    return InputEvent(
      time: Timestamp(seconds: seconds, microseconds: microseconds),
      type: EventType(rawValue: type), code: code, value: value)
  }

  /// `E: 12.000345 0003 0039 22`, from its first letter to its newline.
  private static func event(_ cursor: inout TextCursor) throws(Expectation) -> InputEvent {
    cursor.advance()
    guard cursor.skip(UInt8(ascii: ":")) else { throw Expectation("a colon after E") }
    cursor.skipSpaces()
    let event = try cursor.evemuEvent()
    try cursor.endLine()
    return event
  }

  /// A line that is no event.
  private func readOther(
    _ cursor: inout TextCursor, isInHead: Bool
  ) throws(Expectation) {
    if cursor.isAtLineEnd || cursor.byte == UInt8(ascii: "#") {
      try checkVersion(cursor)
      cursor.nextLine()
    } else if EvemuDescription.hasLine(cursor.byte) {
      // Whoever has seen events has seen the description, and counts on it.
      guard isInHead else { throw Expectation("an event: the description ends at the first one") }
      try head.readLine(&cursor)
    } else {
      cursor.skipSpaces()
      guard cursor.isAtLineEnd || cursor.byte == UInt8(ascii: "#") else {
        throw Expectation("a line of evemu (N: I: P: B: A: E: or a comment)")
      }
      cursor.nextLine()
    }
  }

  /// The first line may say `# EVEMU 1.3`; a version 2 would be another grammar.
  private func checkVersion(_ line: TextCursor) throws(Expectation) {
    var cursor = line
    guard cursor.line == 1, cursor.skip("# EVEMU ") else { return }
    guard cursor.decimal() == 1 else { throw Expectation("version 1 of evemu") }
  }
}
