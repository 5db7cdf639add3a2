import Contacts
import Evdev
import Files
import SystemPackage
import Timeline

/// Reads the touchpad activity log of ChromeOS: the input of its gesture library, as JSON.
///
/// Entries of type `hardwareState` are frames; the other entries are the library's reactions, and
/// are skipped. Positions are in the units of `hardwareProperties`, which follow the entries. The
/// log is therefore read twice, an entry at a time, and a pipe is kept in memory for the second
/// pass. A truncated log is read up to its last complete entry.
///
/// Fingers are in slot order. Those of the first frame are marked resumed, because the library
/// keeps only the latest entries. Source: the activity log and `gestures.h` of Chromium OS's
/// gestures library.
package final class ChromeOSReader: ContactFrameReader {
  package let format = RecordingFormat.chromeos
  package private(set) var description: DeviceDescription?
  package private(set) var entryCount = 0
  package private(set) var anomalies = AnomalyCounts()
  private var source: ByteSource
  /// The second pass; nil before the first frame, and after the last one or an error.
  private var stream: JSONStream?
  private var hasBegun = false
  /// The number of arrays of entries; the last array counts.
  private var arrays = 0
  private var currentArray = 0
  private var touchArea = ChromeOSTouchArea()
  /// The contacts of the last frame, by tracking id. An id that returns after a gap is a new
  /// contact.
  private var contacts: [Int: Contact.ID] = [:]
  private var lastID: Contact.ID = 0
  /// The last contact of the first frame; nil before its end.
  private var lastResumed: Contact.ID?

  /// The most bytes of a pipe, which are kept in memory: 512 MiB. The library keeps logs far
  /// shorter.
  private static let largest = 512 << 20

  package init(_ source: ByteSource) {
    self.source = source
  }

  package var touchAreaSize: Size { touchArea.size }

  package func next() throws(FileError) -> ContactFrame? {
    do {
      if !hasBegun { try begin() }
      return try nextFrame()
    } catch let error as JSONError {
      stream = nil
      throw try located(error)
    } catch {
      stream = nil
      throw error as? FileError ?? .cannotRead(source.name, .ioError)
    }
  }

  private func nextFrame() throws -> ContactFrame? {
    while let item = try stream?.nextItem() {
      switch item {
      case .array: currentArray += 1
      case .element(let entry) where currentArray == arrays:
        guard case .string("hardwareState")? = entry["type"]?.value else { break }
        return try frame(of: entry)
      case .element, .member: break
      }
    }
    return nil
  }

  /// Reads the log once, for the touchpad and all syntax errors, and begins the second pass.
  private func begin() throws {
    hasBegun = true
    if !source.isRewindable {
      let bytes = try source.readAll(limit: ChromeOSReader.largest)
      source = ByteSource(name: source.name, bytes: bytes)
    }
    try survey()
    try restart()
    if entryCount > 0 { stream = JSONStream(source, arrays: "entries") }
  }

  private func survey() throws {
    var stream = JSONStream(source, arrays: "entries")
    var properties: JSONNode?
    // The last member called `entries` if it is not an array.
    var otherEntries: JSONNode?
    var guess = ChromeOSTouchArea()
    while let item = try stream.nextItem() {
      switch item {
      case .array:
        arrays += 1
        entryCount = 0
        otherEntries = nil
        guess = ChromeOSTouchArea()
      case .element(let entry):
        entryCount += 1
        guess.include(entry)
      case .member("entries", let node): otherEntries = node
      case .member("hardwareProperties", let node): properties = node
      case .member: break
      }
    }
    if stream.isCut { anomalies.count(.truncated) }
    if arrays == 0 || otherEntries != nil {
      entryCount = 0
      if stream.isCut, otherEntries == nil { return }
      throw JSONError(
        offset: otherEntries?.offset ?? 0,
        expected: "an activity log, an object with an array of `entries`")
    }
    if let properties, !properties.isCut {
      touchArea = try ChromeOSTouchArea(properties)
      description = touchArea.description(properties)
    } else {
      touchArea = guess
      touchArea.assumeSize()
    }
  }

  /// Returns to the start of the text.
  private func restart() throws(FileError) {
    guard source.rewind() else { throw .cannotRead(source.name, .illegalSeek) }
    try source.skipByteOrderMark()
  }

  /// The error with its line and column. Finding them takes another pass.
  private func located(_ error: JSONError) throws(FileError) -> FileError {
    try restart()
    var place = (offset: 0, line: 1, lineStart: 0)
    var rest: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 64 << 10)
    while rest.count <= FileError.excerptLength {
      let count = try source.read(into: &block)
      if count == 0 { break }
      for byte in block[..<count] {
        if place.offset < error.offset {
          if byte == UInt8(ascii: "\n") {
            place.line += 1
            place.lineStart = place.offset + 1
          }
        } else if rest.count <= FileError.excerptLength {
          rest.append(byte)
        }
        place.offset += 1
      }
    }
    return FileError(
      file: source.name, position: .line(place.line, column: error.offset - place.lineStart + 1),
      expected: error.expected.description,
      found: FileError.excerpt(rest.prefix { $0 != UInt8(ascii: "\n") }))
  }
}

// MARK: Frames

extension ChromeOSReader {
  private func frame(of entry: JSONNode) throws(JSONError) -> ContactFrame {
    var frame = ContactFrame(time: Timestamp(seconds: try entry.number("timestamp")))
    guard case .array(let fingers)? = entry["fingers"]?.value else {
      throw JSONError(
        offset: entry["fingers"]?.offset ?? entry.offset, expected: "an array of `fingers`")
    }
    let former = contacts
    contacts.removeAll(keepingCapacity: true)
    for finger in fingers { frame.contacts.append(try contact(of: finger, after: former)) }
    lastResumed = lastResumed ?? lastID
    frame.contacts.sort { $0.id < $1.id }
    if let count = try entry.optionalNumber("touchCount") {
      // Larger counts are implausible.
      frame.extraFingers = max(0, Int(max(0, min(count, 20))) - fingers.count)
    }
    frame.buttons = ChromeOSReader.buttons(try entry.optionalNumber("buttonsDown") ?? 0)
    return frame
  }

  private func contact(
    of finger: JSONNode, after former: [Int: Contact.ID]
  ) throws(JSONError) -> Contact {
    let position = Point(
      x: try finger.number("positionX"), y: try finger.number("positionY"))
    let number = try finger.number("trackingId")
    guard let trackingID = Int(exactly: number), contacts[trackingID] == nil else {
      throw JSONError(
        offset: finger["trackingId"]?.offset ?? finger.offset,
        expected: "a whole number that no other finger of the entry has")
    }
    if former[trackingID] == nil { lastID += 1 }
    let id = former[trackingID] ?? lastID
    contacts[trackingID] = id
    let flags = try finger.optionalNumber("flags").flatMap(UInt32.init(exactly:)) ?? 0
    return Contact(
      id: id, position: touchArea.position(of: position),
      // The log has no pressure range; touchpads use 0 to 255.
      pressure: try finger.optionalNumber("pressure").map { max(0, min(1, $0 / 255)) },
      size: touchArea.size(
        major: try finger.optionalNumber("touchMajor") ?? 0,
        minor: try finger.optionalNumber("touchMinor") ?? 0),
      // GESTURES_FINGER_PALM
      tool: flags & 1 << 4 != 0 ? .palm : .finger, isResumed: id <= lastResumed ?? id)
  }

  /// `GESTURES_BUTTON_LEFT`, `..._MIDDLE` and `..._RIGHT` are 1, 2 and 4.
  private static func buttons(_ value: Double) -> ContactFrame.Buttons {
    let bits = UInt32(exactly: value) ?? 0
    var buttons: ContactFrame.Buttons = []
    if bits & 1 != 0 { buttons.insert(.left) }
    if bits & 2 != 0 { buttons.insert(.middle) }
    if bits & 4 != 0 { buttons.insert(.right) }
    return buttons
  }
}

/// The touchpad of an activity log.
struct ChromeOSTouchArea {
  /// A direction: its edges in device units, and units per millimetre.
  private struct Side {
    var start = 0.0
    var end = 1.0
    var resolution = 1.0

    var length: Double { (end - start) / resolution }

    func millimetres(_ value: Double) -> Double { (value - start) / resolution }

    /// The side as an axis of evdev.
    var axis: DeviceDescription.Axis {
      func number(_ value: Double) -> Int32 {
        Int32(max(Double(Int32.min), min(Double(Int32.max), value.rounded())))
      }
      return .init(minimum: number(start), maximum: number(end), resolution: number(resolution))
    }
  }

  private var x = Side()
  private var y = Side()

  init() {}

  /// Reads `hardwareProperties`.
  init(_ properties: JSONNode) throws(JSONError) {
    x.start = try properties.number("left")
    y.start = try properties.number("top")
    x.end = try properties.number("right", above: x.start)
    y.end = try properties.number("bottom", above: y.start)
    assumeSize()
    if let resolution = try properties.optionalNumber("xResolution"), resolution > 0 {
      x.resolution = resolution
    }
    if let resolution = try properties.optionalNumber("yResolution"), resolution > 0 {
      y.resolution = resolution
    }
  }

  /// Extends the ranges, which are assumed to reach from zero to the largest coordinate, for a
  /// truncated log without properties.
  mutating func include(_ entry: JSONNode) {
    guard case .array(let fingers)? = entry["fingers"]?.value else { return }
    for finger in fingers {
      if case .number(let value)? = finger["positionX"]?.value { x.end = max(x.end, value) }
      if case .number(let value)? = finger["positionY"]?.value { y.end = max(y.end, value) }
    }
  }

  mutating func assumeSize() {
    x.resolution = (x.end - x.start) / TouchArea.fallbackTouchpadSize.width
    y.resolution = (y.end - y.start) / TouchArea.fallbackTouchpadSize.height
  }

  /// The size in mm.
  var size: Size { Size(width: x.length, height: y.length) }

  /// The position in millimetres from the top left corner.
  func position(of point: Point) -> Point {
    Point(x: x.millimetres(point.x), y: y.millimetres(point.y))
  }

  /// The axes of a contact's ellipse in mm; nil if the log has none.
  func size(major: Double, minor: Double) -> Size? {
    guard major > 0 || minor > 0 else { return nil }
    return Size(width: major / x.resolution, height: minor / y.resolution)
  }

  /// The touchpad as an evdev device description, as far as the log covers it.
  func description(_ properties: JSONNode) -> DeviceDescription {
    var description = DeviceDescription(properties: [InputProperty.pointer])
    description.axes[AbsoluteCode.positionX] = x.axis
    description.axes[AbsoluteCode.positionY] = y.axis
    if case .number(let count)? = properties["maxFingerCount"]?.value, count >= 1 {
      description.axes[AbsoluteCode.slot] = Side(end: count - 1, resolution: 0).axis
    }
    if case .bool(true)? = properties["isButtonPad"]?.value {
      description.properties.insert(InputProperty.buttonPad)
    }
    if case .bool(true)? = properties["semiMt"]?.value {
      description.properties.insert(InputProperty.semiMultitouch)
    }
    return description
  }
}
