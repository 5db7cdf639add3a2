public import Contacts
public import Evdev
import Recordings
import Timeline

/// A remark on a recording: an assumption that was made, or an anomaly.
public enum TraceNote: Hashable, Sendable {
  /// The size of the touch area was assumed and, without a description, its range taken from the events.
  case assumedSize(Size, isRangeObserved: Bool, device: String?)
  /// The range of the touch area was taken from the events; its size was given.
  case observedRange(device: String?)
  /// Something unusual that was handled.
  case anomaly(Anomaly, count: Int)
  /// The recording describes a device, and has no events.
  case noEvents
  /// The events have no times: all are simultaneous.
  case noTimes

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

extension TraceNote: CustomStringConvertible {
  /// The note as a phrase, as in `no device description: assuming 69 x 50 mm (override with ...)`.
  public var description: String {
    switch self {
    case .assumedSize(let size, let isRangeObserved, let device):
      isRangeObserved
        ? "no \(TraceNote.description(of: device)): assuming \(size.millimetersText) "
          + "(override with --device or --size)"
        : "no size in the \(TraceNote.description(of: device)): assuming \(size.millimetersText) "
          + "(override with --size)"
    case .observedRange(let device):
      "no \(TraceNote.description(of: device)): assuming the range of the largest coordinates "
        + "(override with --device)"
    case .anomaly(let anomaly, let count): anomaly.phrase(count)
    case .noEvents: "a device description without events"
    case .noTimes: "no times: all events are simultaneous (set a rate with --rate)"
    }
  }

  private static func description(of device: String?) -> String {
    device.map { "description of \($0.printable)" } ?? "device description"
  }
}

extension Size {
  /// The size as in `69 x 50 mm`.
  package var millimetersText: String {
    "\(width.text(decimals: 0...1)) x \(height.text(decimals: 0...1)) mm"
  }
}

extension AnomalyCounts {
  /// A note for each anomaly that occurred.
  public var notes: [TraceNote] { occurred.map { .anomaly($0.anomaly, count: $0.count) } }
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
