/// A piece of a recording: a span of time, some of the touches, or both. Touches that are down at
/// its ends begin and end there.
public struct RecordingCut: Hashable, Sendable {
  /// Seconds from the first event of the recording; earlier frames are omitted.
  public var from: Double?
  /// Seconds from the first event of the recording; later frames are omitted.
  public var to: Double?
  /// The ids of the touches to keep, which count from 1; nil keeps all.
  public var fingers: [ClosedRange<Int>]?

  public init(from: Double? = nil, to: Double? = nil, fingers: [ClosedRange<Int>]? = nil) {
    self.from = from
    self.to = to
    self.fingers = fingers
  }

  /// Whether the whole recording is kept.
  public var isWhole: Bool { from == nil && to == nil && fingers == nil }

  func includes(_ id: Int) -> Bool { fingers?.contains { $0.contains(id) } ?? true }

  /// Parses a list of ids such as `1`, `1,3` or `1-2,5`; nil for any other text.
  public static func fingers(parsing text: String) -> [ClosedRange<Int>]? {
    var ranges: [ClosedRange<Int>] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let (_, start, end) = part.wholeMatch(of: /([0-9]+)(?:-([0-9]+))?/)?.output,
        let first = Int(start), let last = Int(end ?? start), first >= 1, first <= last
      else { return nil }
      ranges.append(first...last)
    }
    return ranges
  }
}

/// Cuts the frames of a piece out of the frames of a recording.
package struct FrameCutter {
  private let cut: RecordingCut
  private let from: Timestamp
  private let to: Timestamp
  /// The ids of the touches that are down in the piece.
  private var down: [Contact.ID] = []
  private var buttons: ContactFrame.Buttons = []
  private var isInterrupted = false
  private var isHovering = false
  private var lastTime: Timestamp?
  /// Whether the piece has ended.
  package private(set) var isOver = false

  /// A cutter for one device; `origin` is the time of the first event of the recording.
  package init(_ cut: RecordingCut, origin: Timestamp) {
    self.cut = cut
    from = cut.from.map { origin.advanced(bySeconds: $0) } ?? .min
    to = cut.to.map { origin.advanced(bySeconds: $0) } ?? .max
  }

  /// Whether fingers that hover are in the piece: they have no ids to choose them by.
  package var keepsHovering: Bool { cut.fingers == nil }

  /// Whether a time is in the piece.
  package func includes(_ time: Timestamp) -> Bool { time >= from && time <= to }

  /// The part of a frame that is in the piece; nil for none. Hovering ends with the piece.
  package mutating func pass(_ frame: ContactFrame, isHovering: Bool = false) -> ContactFrame? {
    if frame.time < from || isOver { return nil }
    if frame.time > to { return end(frame.device) }
    var piece = frame
    piece.cancelled.removeAll { !down.contains($0) }
    if cut.fingers != nil {
      piece.contacts.removeAll { !cut.includes($0.id) }
      // It is unknown which touches the extra fingers are.
      piece.extraFingers = 0
      let isIdle = piece.contacts.isEmpty && down.isEmpty
      if isIdle, piece.buttons == buttons, piece.isInterrupted == isInterrupted { return nil }
    }
    down = piece.contacts.map(\.id)
    buttons = piece.buttons
    isInterrupted = piece.isInterrupted
    self.isHovering = isHovering
    lastTime = piece.time
    return piece
  }

  private mutating func end(_ device: Int) -> ContactFrame? {
    isOver = true
    guard !down.isEmpty || !buttons.isEmpty || isHovering else { return nil }
    down = []
    return ContactFrame(time: max(to, lastTime ?? to), device: device)
  }
}
