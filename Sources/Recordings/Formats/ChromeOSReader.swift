public import Contacts
public import Evdev
import Timeline

/// Reads the touchpad activity log of ChromeOS: what its gesture library was fed, as JSON.
///
/// Of the entries those of type `hardwareState` are frames; the others say what the library did.
/// Positions are in the units of `hardwareProperties`, which stand behind the entries, so that the
/// log is loaded whole. Of a log that was cut off the complete entries are read.
///
/// Fingers keep their order, which is that of slots. Those of the very first frame are taken as
/// down already: the library keeps the latest entries only. Source: the activity log and
/// `gestures.h` of Chromium OS' gestures library.
public final class ChromeOSReader: ContactFrameReader {
  public let format = RecordingFormat.chromeos
  public private(set) var description: DeviceDescription?
  public private(set) var entryCount = 0
  public private(set) var anomalies = AnomalyCounts()
  private let source: ByteSource
  private var bytes: [UInt8] = []
  private var entries: [JSONNode]?
  private var nextEntry = 0
  private var touchArea = ChromeOSTouchArea()
  private var landings = ChromeOSLandings()

  /// Logs are kept short by the library; no device writes this many bytes.
  private static let largest = 512 << 20

  public init(_ source: ByteSource) {
    self.source = source
  }

  public var touchAreaSize: Size { touchArea.size }

  public func next() throws(RecordingError) -> ContactFrame? {
    let entries = try loadedEntries()
    do throws(JSONError) {
      while nextEntry < entries.count {
        let entry = entries[nextEntry]
        nextEntry += 1
        if case .string("hardwareState")? = entry["type"]?.value { return try frame(of: entry) }
      }
    } catch {
      nextEntry = entries.count
      throw located(error)
    }
    return nil
  }

  /// The entries, loaded at the first call.
  private func loadedEntries() throws(RecordingError) -> [JSONNode] {
    if let entries { return entries }
    // If anything fails, nothing comes after it.
    entries = []
    bytes = try source.readAll(limit: ChromeOSReader.largest)
    let found: [JSONNode]
    do throws(JSONError) {
      found = try load()
    } catch {
      throw located(error)
    }
    entries = found
    entryCount = found.count
    return found
  }

  private func load() throws(JSONError) -> [JSONNode] {
    let root = try JSONParser.parse(bytes)
    let isCut = root?.isCut ?? true
    if isCut { anomalies.count(.truncated) }
    guard case .array(let entries)? = root?["entries"]?.value else {
      if isCut, root?["entries"] == nil { return [] }
      throw JSONError(
        offset: root?["entries"]?.offset ?? root?.offset ?? 0,
        expected: "an activity log, an object with an array of `entries`")
    }
    if let properties = root?["hardwareProperties"], !properties.isCut {
      touchArea = try ChromeOSTouchArea(properties)
      description = touchArea.description(properties)
    } else {
      touchArea = ChromeOSTouchArea(guessedFrom: entries)
    }
    return entries
  }

  private func located(_ error: JSONError) -> RecordingError {
    let before = bytes.prefix(error.offset)
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let line = before.count { $0 == UInt8(ascii: "\n") } + 1
    let rest = bytes[min(error.offset, bytes.count)...].prefix { $0 != UInt8(ascii: "\n") }
    return RecordingError(
      file: source.name, position: .line(line, column: error.offset - lineStart + 1),
      expected: error.expected.description, found: RecordingError.excerpt(rest))
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
    landings.beginFrame()
    for finger in fingers { frame.contacts.append(try contact(of: finger)) }
    landings.endFrame()
    frame.contacts.sort { $0.id < $1.id }
    if let count = try entry.optionalNumber("touchCount") {
      // More than this is no hand.
      frame.extraFingers = max(0, Int(max(0, min(count, 20))) - fingers.count)
    }
    frame.buttons = ChromeOSReader.buttons(try entry.optionalNumber("buttonsDown") ?? 0)
    return frame
  }

  private func contact(of finger: JSONNode) throws(JSONError) -> Contact {
    let place = Point(
      x: try finger.number("positionX"), y: try finger.number("positionY"))
    let number = try finger.number("trackingId")
    guard let trackingID = Int(exactly: number), let landing = landings.landing(of: trackingID)
    else {
      throw JSONError(
        offset: finger["trackingId"]?.offset ?? finger.offset,
        expected: "a whole number that no other finger of the entry has")
    }
    let flags = try finger.optionalNumber("flags") ?? 0
    return Contact(
      id: landing.id, position: touchArea.position(of: place),
      pressure: try finger.optionalNumber("pressure").map(ChromeOSReader.pressure),
      size: touchArea.size(
        major: try finger.optionalNumber("touchMajor") ?? 0,
        minor: try finger.optionalNumber("touchMinor") ?? 0),
      tool: ChromeOSReader.isPalm(flags) ? .palm : .finger, isResumed: landing.isResumed)
  }

  /// The log does not tell the range of pressures; that of touchpads is 0 to 255.
  private static func pressure(_ value: Double) -> Double { max(0, min(1, value / 255)) }

  /// `GESTURES_FINGER_PALM`
  private static func isPalm(_ flags: Double) -> Bool {
    (UInt32(exactly: flags) ?? 0) & (1 << 4) != 0
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

/// Numbers landings: a tracking id that was away and comes back is another landing.
private struct ChromeOSLandings {
  struct Landing {
    var id: Contact.ID
    var isResumed: Bool
  }

  private var down: [Int: Landing] = [:]
  private var previous: [Int: Landing] = [:]
  private var nextID = 1
  private var isFirstFrame = true

  mutating func beginFrame() {
    swap(&down, &previous)
    down.removeAll(keepingCapacity: true)
  }

  mutating func endFrame() { isFirstFrame = false }

  /// The landing of a finger; nil if the frame has this tracking id already.
  mutating func landing(of trackingID: Int) -> Landing? {
    guard down[trackingID] == nil else { return nil }
    if let known = previous[trackingID] {
      down[trackingID] = known
      return known
    }
    let landing = Landing(id: nextID, isResumed: isFirstFrame)
    nextID += 1
    down[trackingID] = landing
    return landing
  }
}
