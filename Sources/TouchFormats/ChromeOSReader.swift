/// Reads the touchpad activity log of ChromeOS: the input of its gesture library, as JSON.
///
/// Entries of type `hardwareState` are frames; the other entries are the library's reactions, and
/// are skipped. Positions are in the units of `hardwareProperties`, which follow the entries, so
/// all frames are in memory. A truncated log is read up to its last complete entry.
///
/// Fingers are in slot order. Those of the first frame are marked resumed, because the library
/// keeps only the latest entries. Source: `gestures.h` of Chromium OS's gestures library.
package final class ChromeOSReader: ContactFrameReader {
  package let format = RecordingFormat.chromeos
  package private(set) var anomalies = AnomalyCounts()
  private let source: ByteSource
  private var hasBegun = false
  private var touchArea = ChromeOSTouchArea()
  private var entries = ChromeOSEntries()
  private var nextFrame = 0
  /// The error in the entry after the frames.
  private var failure: FileError?

  /// The most bytes of a log, which is read as a whole: 128 MiB. ChromeOS keeps the last 8,192
  /// entries, or 65,536 with `GESTURES_LARGE_LOGGING_BUFFER` (`activity_log.h`), some tens of MB.
  private static let largest = 128 << 20

  package init(_ source: ByteSource) { self.source = source }

  package var description: DeviceDescription? { touchArea.description }
  package var touchAreaSize: Size { touchArea.size }
  package var entryCount: Int { entries.count }

  package func next() throws(FileError) -> ContactFrame? {
    if !hasBegun { try begin() }
    if nextFrame < entries.frames.count {
      nextFrame += 1
      return touchArea.millimetres(entries.frames[nextFrame - 1])
    }
    if let failure = failure.take() { throw failure }
    return nil
  }

  private func begin() throws(FileError) {
    hasBegun = true
    let bytes = try source.readAll(limit: ChromeOSReader.largest)
    do throws(JSONError) {
      try bytes.withUnsafeBufferPointer { bytes throws(JSONError) in try read(bytes) }
    } catch {
      throw error.located(in: bytes, file: source.name)
    }
    failure = entries.failure?.located(in: bytes, file: source.name)
  }

  /// Reads the log, an entry at a time. Of members of the same name the last one counts.
  private func read(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONError) {
    var json = JSONCursor(bytes)
    var entries: ChromeOSEntries?
    var otherEntries: JSONNode?
    var properties: JSONNode?
    let isCut = try json.isCut { json throws(JSONError) in
      json.skipSpaces()
      guard json.byte == UInt8(ascii: "{") else {
        otherEntries = try json.limitedNode(depth: 0, isComplete: true)
        return
      }
      try json.members("an object") { json, name throws(JSONError) in
        json.skipSpaces()
        if name == "entries", json.byte == UInt8(ascii: "[") {
          entries = ChromeOSEntries()
          otherEntries = nil
          try json.elements("an array") { json throws(JSONError) in
            entries?.add(try json.limitedNode(depth: 2, isComplete: true))
          }
          return
        }
        let node = try json.limitedNode(depth: 1, isComplete: false)
        if name == "entries" { otherEntries = node }
        if name == "hardwareProperties" { properties = node.isCut ? nil : node }
      }
    }
    try json.end("the end of the file")
    if isCut { anomalies.count(.truncated) }
    guard let entries, otherEntries == nil else {
      if isCut, otherEntries == nil { return }
      throw JSONError(
        offset: otherEntries?.offset ?? 0,
        expected: "an activity log, an object with an array of `entries`")
    }
    touchArea = try properties.map(ChromeOSTouchArea.init(_:)) ?? entries.touchArea
    self.entries = entries
  }
}

/// The frames of an array of entries, in the units of the log.
private struct ChromeOSEntries {
  private(set) var count = 0
  private(set) var frames: [ContactFrame] = []
  /// The error in the entry after the frames; further entries are only counted.
  private(set) var failure: JSONError?
  private var extent = ChromeOSTouchArea()
  /// The contacts of the last frame, by tracking id. An id after a gap is a new contact.
  private var contacts: [Int: Contact.ID] = [:]
  private var lastID: Contact.ID = 0
  /// The last contact of the first frame; nil before its end.
  private var lastResumed: Contact.ID?

  /// The touchpad that is assumed for a truncated log without properties.
  var touchArea: ChromeOSTouchArea {
    var touchArea = extent
    touchArea.assumeSize()
    return touchArea
  }

  mutating func add(_ entry: JSONNode) {
    count += 1
    extent.include(entry)
    guard failure == nil, entry["type"]?.text == "hardwareState" else { return }
    do throws(JSONError) {
      frames.append(try frame(of: entry))
    } catch {
      failure = error
    }
  }

  private mutating func frame(of entry: JSONNode) throws(JSONError) -> ContactFrame {
    var frame = ContactFrame(time: Timestamp(seconds: try entry.number("timestamp")))
    guard let fingers = entry["fingers"]?.elements else {
      throw (entry["fingers"] ?? entry).error("an array of `fingers`")
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
    frame.buttons = ChromeOSEntries.buttons(try entry.optionalNumber("buttonsDown") ?? 0)
    return frame
  }

  private mutating func contact(
    of finger: JSONNode, after former: [Int: Contact.ID]
  ) throws(JSONError) -> Contact {
    let position = Point(x: try finger.number("positionX"), y: try finger.number("positionY"))
    let number = try finger.number("trackingId")
    guard let trackingID = Int(exactly: number), contacts[trackingID] == nil else {
      throw (finger["trackingId"] ?? finger)
        .error("a whole number that no other finger of the entry has")
    }
    if former[trackingID] == nil { lastID += 1 }
    let id = former[trackingID] ?? lastID
    contacts[trackingID] = id
    let flags = try finger.optionalNumber("flags").flatMap(UInt32.init(exactly:)) ?? 0
    // The log has no pressure range; touchpads use 0 to 255.
    let pressure = try finger.optionalNumber("pressure").map { max(0, min(1, $0 / 255)) }
    let size = Size(
      width: try finger.optionalNumber("touchMajor") ?? 0,
      height: try finger.optionalNumber("touchMinor") ?? 0)
    return Contact(
      id: id, position: position, pressure: pressure,
      size: size.width > 0 || size.height > 0 ? size : nil,
      // GESTURES_FINGER_PALM
      tool: flags & 1 << 4 != 0 ? .palm : .finger, isResumed: id <= lastResumed ?? id)
  }

  /// `GESTURES_BUTTON_LEFT`, `..._MIDDLE` and `..._RIGHT` are 1, 2 and 4.
  private static func buttons(_ value: Double) -> ContactFrame.Buttons {
    let bits = UInt32(exactly: value) ?? 0
    let buttons: [ContactFrame.Buttons] = [.left, .middle, .right]
    return .init(buttons.indices.filter { bits >> $0 & 1 != 0 }.map { buttons[$0] })
  }
}

/// The touchpad of an activity log.
private struct ChromeOSTouchArea {
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
  /// The touchpad as an evdev device, as far as the log covers it; nil without properties.
  private(set) var description: DeviceDescription?

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
    description = describe(properties)
  }

  /// Extends the ranges, assumed from zero to the largest coordinate, for a truncated log.
  mutating func include(_ entry: JSONNode) {
    for finger in entry["fingers"]?.elements ?? [] {
      x.end = max(x.end, finger["positionX"]?.number ?? x.end)
      y.end = max(y.end, finger["positionY"]?.number ?? y.end)
    }
  }

  mutating func assumeSize() {
    x.resolution = (x.end - x.start) / TouchArea.fallbackTouchpadSize.width
    y.resolution = (y.end - y.start) / TouchArea.fallbackTouchpadSize.height
  }

  /// The size in mm.
  var size: Size { Size(width: x.length, height: y.length) }

  /// A frame of the log in millimetres from the top left corner.
  func millimetres(_ frame: ContactFrame) -> ContactFrame {
    var frame = frame
    for (index, contact) in frame.contacts.enumerated() {
      frame.contacts[index].position = Point(
        x: x.millimetres(contact.position.x), y: y.millimetres(contact.position.y))
      frame.contacts[index].size = contact.size.map {
        Size(width: $0.width / x.resolution, height: $0.height / y.resolution)
      }
    }
    return frame
  }

  private func describe(_ properties: JSONNode) -> DeviceDescription {
    var description = DeviceDescription(properties: [InputProperty.pointer])
    description.axes[AbsoluteCode.positionX] = x.axis
    description.axes[AbsoluteCode.positionY] = y.axis
    if let count = properties["maxFingerCount"]?.number, count >= 1 {
      description.axes[AbsoluteCode.slot] = Side(end: count - 1, resolution: 0).axis
    }
    if properties["isButtonPad"]?.bool == true {
      description.properties.insert(InputProperty.buttonPad)
    }
    if properties["semiMt"]?.bool == true {
      description.properties.insert(InputProperty.semiMultitouch)
    }
    return description
  }
}
