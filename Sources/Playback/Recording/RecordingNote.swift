public import SensorFormats

/// A remark on a recording: an assumption that was made, or an anomaly.
public enum RecordingNote: Hashable, Sendable {
  /// An assumed size of the touch area and, without a description, its observed range.
  case assumedSize(Size, isRangeObserved: Bool, device: String?)
  /// The range of the touch area was taken from the events; its size was given.
  case observedRange(device: String?)
  /// Something unusual that was handled.
  case anomaly(Anomaly, count: Int)
  /// The recording describes a device, and has no events.
  case noEvents
  /// The events have no times: all are simultaneous.
  case noTimes
  /// A device description was given for a recording of contacts, which are in mm already.
  case ignoredDevice
  /// The file has no events, and describes no device.
  case nothing(bytes: Int)
  /// The recording has no event of a touch; its events may come from another kind of device.
  case noTouchEvents(Int, deviceKind: String?)
  /// The part to read begins after the last event; both are seconds from the first event.
  case startsAfterEnd(Double, end: Double)
  /// There are touches, and no gesture.
  case noGestures(touches: Int, palms: Int)
  /// Lines of other content were left out.
  case skippedLines(SkippedLines, events: Int)
  /// A remark on a table of accelerations.
  case table(TableRemark)

  /// The assumption about a touch area; nil if the device describes all of it.
  init?(_ touchArea: TouchArea, device: String?) {
    if touchArea.scale == .assumed {
      self = .assumedSize(
        touchArea.size, isRangeObserved: touchArea.isRangeObserved, device: device)
    } else if touchArea.isRangeObserved {
      self = .observedRange(device: device)
    } else {
      return nil
    }
  }
}

extension RecordingNote: CustomStringConvertible {
  /// The note as a phrase, as in `no device description: assuming 69 x 50 mm (override with ...)`.
  public var description: String {
    switch self {
    case .assumedSize(let size, let isRangeObserved, let device):
      isRangeObserved
        ? "no \(RecordingNote.description(of: device)): assuming \(size.millimetresText) "
          + "(override with --device or --size)"
        : "no size in the \(RecordingNote.description(of: device)): "
          + "assuming \(size.millimetresText) (override with --size)"
    case .observedRange(let device):
      "no \(RecordingNote.description(of: device)): assuming the range of the largest coordinates "
        + "(override with --device)"
    case .anomaly(let anomaly, let count): anomaly.phrase(count)
    case .noEvents: "a device description without events"
    case .nothing(let bytes):
      bytes == 0 ? "an empty file" : "no events in \(bytes.counted("byte"))"
    case .noTouchEvents(let events, let kind):
      "no touch events: \(events.counted("event"))" + (kind.map { " of \($0)" } ?? "")
    case .startsAfterEnd(let from, let end):
      "--from \(from.shortestText) is after the last event (\(end.text(decimals: 3)) s)"
    case .noGestures(let touches, let palms):
      "no gesture: \(touches.counted("touch", "touches"))" + RecordingNote.share(palms, of: touches)
    case .skippedLines(let lines, _): RecordingNote.description(of: lines)
    case .table(let remark): remark.text
    case .noTimes: "no times: all events are simultaneous (set a rate with --rate)"
    case .ignoredDevice: "contacts in mm: --device is ignored (override the size with --size)"
    }
  }

  /// Whether the recording has no events of a touch device.
  package var isLack: Bool {
    switch self {
    case .nothing, .noEvents: true
    case .noTouchEvents(_, let deviceKind): deviceKind != RecordingTrack.untouched
    default: false
    }
  }

  /// Whether it may mean that the recording was misread.
  public var isWarning: Bool {
    switch self {
    case .nothing, .noTouchEvents, .startsAfterEnd, .noGestures: true
    case .skippedLines(let lines, let events): lines.count * 10 >= events
    case .table(let remark): remark.isWarning
    case .assumedSize, .observedRange, .anomaly, .noEvents, .noTimes, .ignoredDevice: false
    }
  }

  private static func share(_ palms: Int, of touches: Int) -> String {
    switch palms {
    case 0: ""
    case touches: touches == 1 ? ", a palm" : ", all palms"
    default: ", \(palms) of them \(palms == 1 ? "a palm" : "palms")"
    }
  }

  /// As in `3 lines of other content skipped, from line 1: "$ getevent -lt"`.
  private static func description(of lines: SkippedLines) -> String {
    let reason = lines.otherFormat.map { "; some are \($0.rawValue): two recordings in one file?" }
    return "\(lines.count.counted("line")) of other content skipped, from line \(lines.first): "
      + lines.firstText + (reason ?? "")
  }

  private static func description(of device: String?) -> String {
    device.map { "description of \($0.printable)" } ?? "device description"
  }
}

extension Size {
  /// The size as in `69 x 50 mm`.
  package var millimetresText: String {
    "\(width.text(decimals: 0...1)) x \(height.text(decimals: 0...1)) mm"
  }
}

extension AnomalyCounts {
  /// A note for each anomaly that occurred, except for lines of other content.
  public var notes: [RecordingNote] {
    occurred.filter { $0.anomaly != .foreignLine }.map { .anomaly($0.anomaly, count: $0.count) }
  }
}

extension Anomaly {
  /// The anomaly with its count, as in `3 out-of-order timestamps clamped`.
  public func phrase(_ count: Int) -> String {
    switch self {
    case .backwardTime: count.counted("out-of-order timestamp") + " clamped"
    case .timeJump: count.counted("backward jump") + " of the clock skipped"
    case .timeGap: count.counted("gap") + " of more than a day within a touch"
    case .dropped: "events were lost \(count == 1 ? "once" : "\(count) times")"
    case .startsMidTouch: count.counted("touch", "touches") + " began before the recording"
    case .endsMidTouch: count.counted("touch", "touches") + " did not end in the recording"
    case .liftWithoutTouch: count.counted("touch-up") + " without a touch"
    case .identityChange: count.counted("tracking id") + " changed without a touch-up"
    case .missingCoordinate: count.counted("touch", "touches") + " without a known position"
    case .wrappedCoordinate: count.counted("negative coordinate") + " wrapped to large values"
    case .outOfRange: count.counted("coordinate") + " outside the range of the axis"
    case .emptyAxis: count.counted("axis", "axes") + " without extent"
    case .slotOutOfRange: count.counted("slot") + " beyond those of the device"
    case .unknownCode: count.counted("event") + " of unknown types or codes"
    case .truncated: "the end is cut off"
    case .foreignLine: count.counted("line") + " of other content skipped"
    }
  }
}
