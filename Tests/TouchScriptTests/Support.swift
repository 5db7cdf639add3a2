import Contacts
import Timeline

@testable import TouchScript

let pad = Size(width: 100, height: 70)
let middle = Point(x: 50, y: 35)

/// One action of each kind.
let everyAction: [any FingerAction] = [
  Tap(at: middle), Tap(at: middle, count: 3, fingers: 2), LongPress(at: middle, fingers: 2),
  Swipe(.left, at: middle, fingers: 3), Swipe(.up, at: middle),
  Pan(from: Point(x: 20, y: 20), to: Point(x: 70, y: 30), fingers: 2),
  Pan(from: Point(x: 20, y: 20), to: Point(x: 70, y: 30), isSteady: true),
  TapAndDrag(from: Point(x: 20, y: 20), to: Point(x: 70, y: 30)),
  Pinch(center: middle, from: 20, to: 50), Rotation(center: middle, degrees: 60),
  Checkmark(at: middle),
  Path([Point(x: 10, y: 10), Point(x: 80, y: 10)], name: "line", fingers: 2),
]

/// All of them with a rest after each.
let everything = FingerScript(everyAction.flatMap { [$0, Wait(1)] })

extension FingerScript {
  init(_ actions: any FingerAction...) {
    self.init(actions)
  }
}

extension [ContactFrame] {
  /// The positions of a contact, in order of time.
  func track(_ id: Contact.ID) -> [Point] {
    compactMap { frame in frame.contacts.first { $0.id == id }?.position }
  }

  /// The times of the first frame with a contact and of the first one after it without.
  func life(_ id: Contact.ID) -> (landing: Double, lift: Double)? {
    guard let first = firstIndex(where: { $0.contacts.contains { $0.id == id } }),
      let last = lastIndex(where: { $0.contacts.contains { $0.id == id } }), last + 1 < count
    else { return nil }
    return (self[first].time.seconds, self[last + 1].time.seconds)
  }

  var identifiers: [Contact.ID] {
    Set(flatMap { $0.contacts.map(\.id) }).sorted()
  }
}
