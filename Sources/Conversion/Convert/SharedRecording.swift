public import Playback

/// A recording for other people: what recognizes the same gestures, and nothing else.
///
/// The recording contains the touched devices only, and of their events those of touches, of
/// buttons, and of the four keys that interrupt touches (power, sleep, phone and screen lock). It
/// contains no typed text, neither as codes nor as the times of otherwise empty frames, no volume
/// and other controls and, without names, no clock of the device. It is always written anew, so
/// that it has no comments, no other lines and no traces of the recording machine.
public struct SharedRecording: Sendable {
  public let bytes: [UInt8]
  /// The format: evemu for one device, libinput for several.
  public let format: RecordingFormat
  /// The content that the format cannot express, as phrases such as `the device node`.
  public let losses: [String]

  /// The largest size in bytes: 16 MiB, some 600,000 events. Base64 makes 22 MB of them; trackers
  /// of issues accept files of 25 MB.
  public static let largest = 16 << 20

  /// Reads a recording and keeps the shared part, the cut of the options. Anonymous devices are
  /// named after their kind, and times begin at 0. Throws ``FileError`` also for a recording that
  /// is larger than ``largest``, or has no touches, as a part may.
  public init(
    path: String, options: ReplayOptions, isAnonymous: Bool = false,
    progress: ((Int) -> Void)? = nil
  ) throws(FileError) {
    var options = options
    options.size = nil
    let recording = try Recording(path: path, options: options, progress: progress)
    let touched = recording.tracks.indices.filter { recording.tracks[$0].isTouched }
    guard !touched.isEmpty else {
      throw FileError(file: path, expected: "touches", found: recording.noTouchNote.description)
    }
    format = touched.count > 1 ? .libinput : .evemu
    let part = SharedPart(
      file: path, devices: Set(touched),
      names: isAnonymous ? recording.tracks.map(\.touchArea.kind.rawValue) : nil,
      origin: isAnonymous ? recording.origin : nil)
    var conversion = RecordingConversion(input: path, target: format)
    conversion.options = options
    conversion.keepsKeys = false
    conversion.cut = options.cut
    losses = try conversion.write(recording, to: ConversionWriter(format, for: part)).losses
    bytes = part.sink.bytes
  }
}

/// The part of a recording that is for other people, and its sink.
struct SharedPart {
  /// The path of the recording.
  let file: String
  /// The written devices, as indices into those of the recording.
  let devices: Set<Int>
  /// The replacements of the devices' names; nil keeps the names.
  let names: [String]?
  /// The time that becomes 0; nil keeps times.
  let origin: Timestamp?
  let sink = ByteSink()

  func leavesOut(_ event: InputEvent) -> Bool {
    // A recording without names also lacks the clock of the device.
    !event.isShared || (origin != nil && event.type == .miscellaneous)
  }

  func moveTimes(of events: inout [InputEvent]) {
    guard let origin else { return }
    for index in events.indices {
      let time = events[index].time.microseconds(since: origin)
      events[index].time = Timestamp(microseconds: time)
    }
  }

  func checkSize() throws(FileError) {
    if sink.bytes.count <= SharedRecording.largest { return }
    let limit = "\(SharedRecording.largest >> 20) MiB"
    throw FileError(
      file: file, expected: "at most \(limit) of touches (--from and --to choose a part)",
      found: "more")
  }
}

/// Removes the keys of one device, and the reports that contain nothing else.
struct KeyFilter {
  /// The number of removed events.
  private(set) var leftOut = 0
  private let isLeftOut: (InputEvent) -> Bool
  /// The kept events since the last report.
  private var events: [InputEvent] = []
  private var isFiltered = false

  init(_ isLeftOut: @escaping (InputEvent) -> Bool) { self.isLeftOut = isLeftOut }

  /// The kept events of complete reports.
  mutating func pass(_ new: [InputEvent]) -> [InputEvent] {
    var output: [InputEvent] = []
    for event in new {
      if isLeftOut(event) {
        isFiltered = true
        leftOut += 1
      } else {
        events.append(event)
        if event.isReport { output += finish() }
      }
    }
    return output
  }

  /// The kept events of the open report. A report of keys only would reveal when they were pressed.
  mutating func finish() -> [InputEvent] {
    defer { (events, isFiltered) = ([], false) }
    return !isFiltered || events.contains(where: \.isTouch) ? events : []
  }
}

extension InputEvent {
  /// Whether the event belongs to a keyboard's keys: they and their scan codes may reveal a text.
  var isTyped: Bool { (type == .key || type == .miscellaneous) && !isShared }

  /// Whether the event belongs to touches and buttons, and not to keys, as scan codes (`MSC_SCAN`)
  /// and many of the codes beyond `BTN_GEAR_UP` do.
  fileprivate var isShared: Bool {
    switch type {
    case .synchronization: true
    // `ABS_X` and `ABS_Y`, `ABS_PRESSURE` to `ABS_TOOL_WIDTH`, and multitouch: no volume.
    case .absolute: [0...1, 0x18...0x1c, 0x2f...0x3d].contains { $0.contains(code) }
    // `BTN_MISC` to `BTN_GEAR_UP`.
    case .key: (0x100...0x151).contains(code) || InputEvent.interruptions.contains(code)
    // The device's own clock, `MSC_TIMESTAMP`.
    case .miscellaneous: code == 5
    default: false
    }
  }

  private static let interruptions: Set<UInt16> = [
    KeyCode.power, KeyCode.sleep, KeyCode.phone, KeyCode.screenLock,
  ]

  /// Whether the event alone shows a touch, or lost events.
  fileprivate var isTouch: Bool {
    type == .absolute || type == .key || type == .synchronization && !isReport
  }
}
