/// Reads the pointer events of a web page as JSON Lines, with the names of the DOM.
///
/// ```json
/// {"type":"viewport","innerWidth":390,"innerHeight":844,"px_per_mm":6.3}
/// {"type":"pointerdown","pointerId":2,"timeStamp":12.5,"clientX":100.25,"clientY":80}
/// ```
///
/// The line of the viewport is optional. Without `px_per_mm`, a CSS pixel is 1/163 inch, like a
/// point of a phone. `pointerType`, `pressure`, `width` and `height` are read; other keys, other
/// types of events and the events of a mouse are skipped. Events are sorted by time, since a page
/// lists coalesced events pointer by pointer; events of the same time form a frame. Source: W3C's
/// Pointer Events.
package final class PointerEventReader: ContactFrameReader {
  package let format = RecordingFormat.pointerEvents
  package private(set) var description: DeviceDescription?
  package private(set) var entryCount = 0
  package private(set) var anomalies = AnomalyCounts()
  package private(set) var touchAreaSize = Size(width: 1, height: 1)
  private let source: ByteSource
  private var events: [PointerEvent] = []
  private var page = PointerPage()
  private var hasBegun = false
  private var isSorted = true
  /// The index of the next event.
  private var position = 0
  private var down: [Int: Contact] = [:]
  private var lastID = 0

  /// The most events of a recording: some hours of touches.
  package static let maximumEvents = 2_000_000
  /// The most pointers at the same time: more than people have fingers. Browsers report at most 16.
  package static let maximumPointers = 64

  package init(_ source: ByteSource) { self.source = source }

  package func next() throws(FileError) -> ContactFrame? {
    if !hasBegun { try begin() }
    while position < events.count {
      var frame = ContactFrame(time: events[position].time)
      var changed: Set<Int> = []
      var isChanged = false
      while position < events.count, events[position].time == frame.time,
        changed.insert(events[position].pointer).inserted
      {
        if try apply(events[position], to: &frame) { isChanged = true }
        position += 1
      }
      if !isChanged { continue }
      frame.contacts = down.values.sorted { $0.id < $1.id }
      frame.cancelled.sort()
      return frame
    }
    return nil
  }

  /// Applies an event; false if it changes no touch.
  private func apply(
    _ event: PointerEvent, to frame: inout ContactFrame
  ) throws(FileError) -> Bool {
    let known = down[event.pointer]
    switch event.kind {
    case .up, .cancel:
      guard let known = down.removeValue(forKey: event.pointer) else {
        if event.kind == .up { anomalies.count(.liftWithoutTouch) }
        return false
      }
      if event.kind == .cancel { frame.cancelled.append(known.id) }
    case .move where known == nil && event.isPen: return false
    case .down, .move:
      var contact = known ?? Contact(id: 0, position: .zero, tool: event.isPen ? .pen : .finger)
      contact.size = nil
      if known == nil || event.kind == .down {
        if let known { frame.cancelled.append(known.id) }
        if known == nil, down.count == PointerEventReader.maximumPointers {
          throw tooMany(
            "\(PointerEventReader.maximumPointers) pointers at the same time", line: event.line)
        }
        lastID += 1
        contact.id = lastID
        contact.isResumed = event.kind == .move
        if contact.isResumed { anomalies.count(.startsMidTouch) }
      }
      contact.position = Point(x: event.x / page.scale, y: event.y / page.scale)
      contact.pressure = event.pressure
      // A pointer without a size has one pixel.
      if event.width > 1 || event.height > 1 {
        contact.size = Size(
          width: max(event.width, event.height) / page.scale,
          height: min(event.width, event.height) / page.scale)
      }
      down[event.pointer] = contact
    }
    return true
  }

  /// Reads all events.
  private func begin() throws(FileError) {
    hasBegun = true
    let lines = LineBuffer(source)
    while let line = try lines.nextLine() {
      if !line.isBlank { try add(line, of: lines) }
    }
    if !isSorted {
      let order = events.indices.sorted { (events[$0].time, $0) < (events[$1].time, $1) }
      events = order.map { events[$0] }
    }
    describe()
  }

  private func add(_ cursor: TextCursor, of lines: LineBuffer) throws(FileError) {
    var event: PointerEvent?
    do throws(JSONError) {
      event = try PointerEvent(cursor.rest, line: cursor.line, page: &page)
    } catch {
      // The last line of a truncated file.
      if lines.isCutOff(cursor) { return anomalies.count(.truncated) }
      throw lines.error(at: cursor, error)
    }
    entryCount += 1
    guard let event else { return }
    if events.count == PointerEventReader.maximumEvents {
      throw tooMany("\(PointerEventReader.maximumEvents) pointer events", line: cursor.line)
    }
    if let last = events.last, event.time < last.time { isSorted = false }
    events.append(event)
  }

  private func tooMany(_ limit: String, line: Int) -> FileError {
    FileError(
      file: source.name, position: .line(line, column: 1), expected: "at most \(limit)",
      found: "a further one")
  }

  /// Describes the page as a touchscreen with one device unit for each CSS pixel.
  private func describe() {
    let isKnown = page.width > 0 && page.height > 0
    let width = isKnown ? page.width : max(1, events.lazy.map(\.x).max() ?? 1)
    let height = isKnown ? page.height : max(1, events.lazy.map(\.y).max() ?? 1)
    touchAreaSize = Size(width: width / page.scale, height: height / page.scale)
    var device = DeviceDescription(properties: [InputProperty.direct])
    if isKnown {
      let resolution = page.announcedScale.map { Int32(max(1, $0.rounded())) } ?? 0
      for (code, side) in [(AbsoluteCode.positionX, width), (AbsoluteCode.positionY, height)] {
        device.axes[code] = .init(
          minimum: 0, maximum: Int32(side.rounded()) - 1, resolution: resolution)
      }
    }
    description = device
  }
}

/// The viewport of a page in CSS pixels; zero if the file has none.
private struct PointerPage {
  var width = 0.0
  var height = 0.0
  /// CSS pixels per millimetre; nil if the file does not specify them.
  var announcedScale: Double?
  /// CSS pixels per millimetre; by default as many as points of UIKit, 163 per inch.
  var scale: Double { announcedScale ?? 163 / 25.4 }
}

private struct PointerEvent {
  enum Kind { case down, move, up, cancel }

  var kind = Kind.move
  var time = Timestamp.zero
  var pointer = 0
  var x = 0.0
  var y = 0.0
  var width = 0.0
  var height = 0.0
  var pressure: Double?
  var isPen = false
  var line: Int

  private static let kinds: [String: Kind] = [
    "pointerdown": .down, "pointermove": .move, "pointerrawupdate": .move, "pointerup": .up,
    "pointercancel": .cancel,
  ]

  /// Reads a line; nil for other types of events, for events of a mouse, and for the viewport.
  init?(_ text: UnsafeBufferPointer<UInt8>, line: Int, page: inout PointerPage) throws(JSONError) {
    self.line = line
    var (type, isMouse, found, viewport) = (nil as String?, false, 0, page)
    var json = JSONCursor(text)
    try json.members("an event as an object of JSON") { json, name throws(JSONError) in
      switch name {
      case "type": type = try json.string("the type of the event in quotes")
      case "pointerType":
        let name = try json.string("the type of the pointer in quotes")
        (isMouse, isPen) = (name == "mouse", name == "pen")
      case "pointerId":
        pointer = Int(try json.number("a whole number", in: -1e9...1e9).rounded())
        found |= 1
      case "timeStamp":
        time = Timestamp(seconds: try json.number("a time in ms", in: -1e12...1e13) / 1000)
        found |= 2
      case "clientX":
        x = try json.number("a position in CSS pixels", in: -1e6...1e6)
        found |= 4
      case "clientY":
        y = try json.number("a position in CSS pixels", in: -1e6...1e6)
        found |= 8
      case "width": width = try json.number("a width in CSS pixels", in: 0...1e6)
      case "height": height = try json.number("a height in CSS pixels", in: 0...1e6)
      case "pressure": pressure = try json.number("a pressure from 0 to 1", in: 0...1)
      case "innerWidth": viewport.width = try json.number("a width in CSS pixels", in: 1...1e6)
      case "innerHeight": viewport.height = try json.number("a height in CSS pixels", in: 1...1e6)
      case "px_per_mm":
        viewport.announcedScale = try json.number("CSS pixels per mm", in: 0.01...1000)
      default: try json.skipValue()
      }
    }
    try json.end()
    guard let type else { throw json.error("an event with a type", at: 0) }
    if type == "viewport" { page = viewport }
    guard let kind = PointerEvent.kinds[type], !isMouse else { return nil }
    guard found == 15 else {
      throw json.error("an event with pointerId, timeStamp, clientX and clientY", at: 0)
    }
    self.kind = kind
  }
}
