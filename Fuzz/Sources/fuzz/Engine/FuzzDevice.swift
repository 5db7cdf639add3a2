import Contacts
import Gestures
import Timeline

/// The contacts of one device of one application.
struct FuzzDevice {
  let application: Int
  let number: Int
  private var contacts: [Contact] = []
  /// Whether a contact was where no device is, a kilometre away or nowhere: what gestures then
  /// report is not checked.
  private(set) var isOdd = false
  /// Ids are never used again, as those of a tracker; views tell touches apart by them.
  private var lastID: Contact.ID

  init(application: Int, number: Int) {
    self.application = application
    self.number = number
    lastID = application * 1_000_000
  }

  /// The next frame: contacts move, lift, are cancelled and touch down.
  mutating func frame(at time: Timestamp, _ bytes: inout ByteReader) -> ContactFrame {
    let change = bytes.byte()
    move(&bytes, spreads: change & 3 == 3)
    var frame = ContactFrame(time: time, device: number)
    if change & 0x0c == 0x0c { lift(&bytes, &frame) }
    if contacts.isEmpty || change & 0x30 == 0x30 { land(&bytes) }
    frame.contacts = contacts
    if change == 0x40 { frame.buttons = .left }
    if change == 0x41 { frame.isInterrupted = true }
    if change == 0x42 { frame.extraFingers = [1, 2, -1, Int.max][bytes.below(4)] }
    if change == 0x43 { frame.contacts.reverse() }
    if change == 0x44, let first = frame.contacts.first { frame.contacts.append(first) }
    return frame
  }

  private mutating func move(_ bytes: inout ByteReader, spreads: Bool) {
    let motion = Vector(dx: step(&bytes), dy: step(&bytes))
    for index in contacts.indices {
      let own = spreads ? Vector(dx: step(&bytes), dy: step(&bytes)) : .zero
      contacts[index].position = contacts[index].position + motion + own
    }
    guard let index = contacts.indices.randomIndex(&bytes, oneIn: 64) else { return }
    switch bytes.below(4) {
    case 0: contacts[index].tool = .palm
    case 1: contacts[index].pressure = bytes.share()
    case 2:
      let x = bytes.anyNumber()
      contacts[index].position.x = x
      isOdd = isOdd || !(x.magnitude <= 1e6)
    default: contacts[index].pressure = bytes.anyNumber()
    }
  }

  private func step(_ bytes: inout ByteReader) -> Double {
    Double(Int8(bitPattern: bytes.byte())) / 12
  }

  private mutating func lift(_ bytes: inout ByteReader, _ frame: inout ContactFrame) {
    let choice = bytes.byte()
    for (index, contact) in contacts.enumerated().reversed()
    where choice & 1 << UInt8(index & 7) != 0 {
      if bytes.isOne(in: 8) { frame.cancelled.append(contact.id) }
      // A contact that goes on can be cancelled, too.
      if !bytes.isOne(in: 16) { contacts.remove(at: index) }
    }
  }

  private mutating func land(_ bytes: inout ByteReader) {
    for _ in 0..<bytes.below(3) where contacts.count < 6 {
      lastID += 1
      let tools: [Contact.Tool] = [.finger, .finger, .finger, .finger, .finger, .pen, .palm]
      var contact = Contact(
        id: lastID, position: Point(x: bytes.number(0...90), y: bytes.number(0...60)))
      contact.tool = bytes.pick(tools) ?? .finger
      contacts.append(contact)
    }
  }
}

extension Range<Int> {
  /// An index, with a probability of one in the given number.
  fileprivate func randomIndex(_ bytes: inout ByteReader, oneIn limit: Int) -> Int? {
    bytes.isOne(in: limit) && !isEmpty ? lowerBound + bytes.below(count) : nil
  }
}
