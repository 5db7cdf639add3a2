import Contacts
import Timeline

extension Contact {
  /// The place in points of 1/163 inch.
  var point: Point {
    Point(
      x: position.x * Window.pointsPerMillimeter, y: position.y * Window.pointsPerMillimeter)
  }
}

extension ContactFrame {
  /// Whether the contacts stand by ascending id, each once.
  var isInOrder: Bool {
    let contacts = contacts.span
    guard contacts.count > 1 else { return true }
    for index in 1..<contacts.count where contacts[index - 1].id >= contacts[index].id {
      return false
    }
    return true
  }

  /// The frame with its contacts by ascending id, the first of each.
  var inOrder: ContactFrame {
    var frame = self
    var order = contacts.indices.sorted { (contacts[$0].id, $0) < (contacts[$1].id, $1) }
    var last: Contact.ID?
    order.removeAll { index in
      defer { last = contacts[index].id }
      return contacts[index].id == last
    }
    frame.contacts = order.map { contacts[$0] }
    return frame
  }
}

extension Touch.Kind {
  init(_ tool: Contact.Tool) {
    switch tool {
    case .finger: self = .finger
    case .pen: self = .pen
    case .palm: self = .palm
    }
  }
}

extension Touch {
  /// Takes over what a contact reports; true when it moved.
  @inline(__always)
  mutating func move(
    to contact: Contact, at time: Timestamp, in window: Unmanaged<Window>
  ) -> Bool {
    pressure = contact.pressure
    let point = contact.point
    guard point != self.point else {
      phase = .stationary
      return false
    }
    phase = .moved
    timestamp = time
    previousPoint = self.point
    previousLocation = location
    self.point = point
    location = window._withUnsafeGuaranteedRef { $0.location(ofPoint: point) }
    return true
  }

  /// The finger is gone.
  mutating func leave(_ phase: Phase, at time: Timestamp) {
    self.phase = phase
    timestamp = time
  }
}
