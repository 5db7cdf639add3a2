public import Contacts
public import Evdev
import Timeline

/// Something about a recording that its reader should know: what was assumed, what was odd.
public enum TraceNote: Hashable, Sendable {
  /// The size of the surface was assumed, and its range taken from the events if nobody told it.
  case assumedSize(Size, isRangeObserved: Bool, device: String?)
  /// The range of the surface was taken from the events; its size was given.
  case observedRange(device: String?)
  /// Something unusual that was survived.
  case anomaly(Anomaly, count: Int)
  /// A description of a device, and no events.
  case noEvents
  /// Events without times, all taken as simultaneous.
  case noTimes
}

extension TraceNote: CustomStringConvertible {
  /// A phrase for people.
  public var description: String {
    switch self {
    case .assumedSize(let size, let isRangeObserved, let device):
      let millimetres = TraceNote.millimetres(size)
      let whose = TraceNote.whose(device)
      return isRangeObserved
        ? "nothing describes \(whose); its largest coordinates taken as \(millimetres) "
          + "(--device or --size overrides)"
        : "\(whose) does not tell its size; taken as \(millimetres) (--size overrides)"
    case .observedRange(let device):
      return "nothing tells the range of \(TraceNote.whose(device)); "
        + "taken as that of its largest coordinates (--device overrides)"
    case .anomaly(let anomaly, let count): return anomaly.phrase(count)
    case .noEvents: return "a device without events"
    case .noTimes: return "tells no times; --rate gives them"
    }
  }

  private static func whose(_ device: String?) -> String {
    device.map { "the device \($0.printable)" } ?? "the device"
  }

  /// A size as in `69 x 50 mm`.
  static func millimetres(_ size: Size) -> String {
    "\(size.width.text(decimals: 0...1)) x \(size.height.text(decimals: 0...1)) mm"
  }

}

extension TraceNote {
  /// What has to be said of a surface; nil if the device told everything.
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

extension Anomaly {
  /// What happened so many times, as in `time ran backward 3 times`.
  func phrase(_ count: Int) -> String {
    let times = count == 1 ? "once" : "\(count) times"
    func several(_ one: String, _ many: String) -> String {
      count == 1 ? "one \(one)" : "\(count) \(many)"
    }
    return switch self {
    case .backwardTime: "time ran backward \(times), and was held"
    case .timeJump: "time jumped back \(times), and went on from where it stood"
    case .timeGap: "time went on by more than a day within a touch \(times)"
    case .dropped: "events were lost \(times)"
    case .startsMidTouch: several("touch", "touches") + " began before the recording"
    case .endsMidTouch: several("touch", "touches") + " did not end in the recording"
    case .liftWithoutTouch: several("lift", "lifts") + " without a touch"
    case .identityChange: "a touch changed its tracking id without a lift \(times)"
    case .missingCoordinate: several("touch", "touches") + " whose place nothing tells"
    case .wrappedCoordinate:
      several("negative coordinate", "negative coordinates") + " that came as large ones"
    case .outOfRange: several("coordinate", "coordinates") + " outside the axis' range"
    case .emptyAxis: several("axis", "axes") + " without extent"
    case .slotOutOfRange: several("slot", "slots") + " beyond those that the device has"
    case .unknownCode: several("event", "events") + " of unknown types or codes"
    case .truncated: "the end is cut off"
    case .foreignLine: several("line", "lines") + " of something else"
    }
  }
}
