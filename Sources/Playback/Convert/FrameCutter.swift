import Contacts
import Timeline

/// Passes on the frames of a piece of a recording.
struct FrameCutter {
  private let cut: TraceCut
  private let from: Timestamp
  private let to: Timestamp
  /// The ids of the touches that are down in the piece.
  private var down: [Contact.ID] = []
  private var buttons: ContactFrame.Buttons = []
  private var lastTime: Timestamp?
  private var isOver = false

  /// - Parameter origin: the recording's first event, from which the cut counts.
  init(_ cut: TraceCut, origin: Timestamp) {
    self.cut = cut
    from = cut.from.map { origin.advanced(bySeconds: $0) } ?? .min
    to = cut.to.map { origin.advanced(bySeconds: $0) } ?? .max
  }

  /// What the piece has of a frame; nil for nothing.
  mutating func pass(_ frame: ContactFrame) -> ContactFrame? {
    if frame.time < from || isOver { return nil }
    if frame.time > to { return end(frame.device) }
    var piece = frame
    piece.cancelled.removeAll { !down.contains($0) }
    if cut.fingers != nil {
      piece.contacts.removeAll { !cut.includes($0.id) }
      // Nobody knows which of the fingers they are.
      piece.extraFingers = 0
      let isIdle = piece.contacts.isEmpty && down.isEmpty && piece.buttons == buttons
      if isIdle { return nil }
    }
    down = piece.contacts.map(\.id)
    buttons = piece.buttons
    lastTime = piece.time
    return piece
  }

  /// The last frame of a piece that was cut off: all touches lift.
  private mutating func end(_ device: Int) -> ContactFrame? {
    isOver = true
    guard !down.isEmpty || !buttons.isEmpty else { return nil }
    down = []
    return ContactFrame(time: max(to, lastTime ?? to), device: device)
  }
}
