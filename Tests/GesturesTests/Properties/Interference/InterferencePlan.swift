import Contacts
import Timeline

/// What a run of the interference tests sends to its applications, drawn before the run so that
/// parts of it can be left out.
struct InterferencePlan {
  enum Step {
    case frame(ContactFrame, application: Int)
    /// Frames of one display refresh.
    case frames([ContactFrame], application: Int)
    case advance(Timestamp, application: Int)
    case finish(application: Int)
  }

  private(set) var steps: [Step] = []
  private var random: SeededGenerator
  private var time = Timestamp.zero
  private var sources: [Source] = []

  /// The contacts of one device of one application.
  private struct Source {
    let application: Int
    let device: Int
    var contacts: [Contact] = []
    var motion = Vector.zero
    var spread = 1.0
    var buttons: ContactFrame.Buttons = []
    var last = Point(x: 20, y: 20)
  }

  init(seed: Int) {
    random = SeededGenerator(seed: UInt64(seed), item: -1)
    for application in 0..<2 {
      for device in 0..<2 { sources.append(Source(application: application, device: device)) }
    }
    let hours = [0, 0, 0, -1, 1_000, 100_000_000][random.index(below: 6)]
    time = Timestamp(seconds: Double(hours) * 3600)
    let count = 6 + random.index(below: 26)
    for _ in 0..<count { steps.append(step()) }
  }

  private mutating func step() -> Step {
    pass()
    // Most frames are of the first device of the first application.
    let index = [0, 0, 0, 0, 1, 1, 2, 3][random.index(below: 8)]
    let application = sources[index].application
    switch random.index(below: 24) {
    case 0: return .advance(time, application: application)
    case 1 where random.index(below: 6) == 0: return .finish(application: application)
    case 2, 3:
      var frames: [ContactFrame] = []
      for _ in 0..<(2 + random.index(below: 4)) {
        time = time.advanced(byMicroseconds: Int64(random.index(below: 5)) * 2000)
        frames.append(frame(of: index, isMovement: random.index(below: 4) > 0))
      }
      return .frames(frames, application: application)
    default: return .frame(frame(of: index), application: application)
    }
  }

  /// Mostly a sensor's interval; sometimes none, a step back, or longer than deadlines.
  private mutating func pass() {
    let steps: [Int64] = [
      0, 8000, 8000, 16_000, 16_000, 16_000, 40_000, 40_000, 100_000, 310_000, 700_000, 1_600_000,
      -50_000,
    ]
    time = time.advanced(byMicroseconds: steps[random.index(below: steps.count)])
  }

  private mutating func chance(_ probability: Double) -> Bool { random.uniform() < probability }

  private mutating func signed(_ reach: Double) -> Double { (random.uniform() * 2 - 1) * reach }

  private mutating func frame(of index: Int, isMovement: Bool = false) -> ContactFrame {
    if chance(0.15) {
      sources[index].motion = chance(0.4) ? .zero : Vector(dx: signed(9), dy: signed(9))
      sources[index].spread = chance(0.6) ? 1 : 1 + signed(0.4)
    }
    move(index)
    var cancelled: [Contact.ID] = []
    if !isMovement {
      lift(index, &cancelled)
      land(index)
    }
    var frame = ContactFrame(
      time: time, contacts: sources[index].contacts.sorted { $0.id < $1.id },
      cancelled: cancelled.sorted(), device: sources[index].device)
    if chance(0.02) { sources[index].buttons.formSymmetricDifference(.left) }
    frame.buttons = sources[index].buttons
    if chance(0.02) { frame.extraFingers = [1, 2, -1, Int.max][random.index(below: 4)] }
    if chance(0.02) { frame.isInterrupted = true }
    return frame
  }

  private mutating func move(_ index: Int) {
    let contacts = sources[index].contacts
    guard !contacts.isEmpty else { return }
    var sum = Vector.zero
    for contact in contacts { sum = sum + (contact.position - .zero) }
    let centroid = Point.zero + sum / Double(contacts.count)
    for finger in contacts.indices {
      let arm = contacts[finger].position - centroid
      let shift = arm * (sources[index].spread - 1) + sources[index].motion
      sources[index].contacts[finger].position = contacts[finger].position + shift
      if chance(0.005) { sources[index].contacts[finger].tool = .palm }
      if chance(0.01) { sources[index].contacts[finger].pressure = random.uniform() }
    }
  }

  private mutating func lift(_ index: Int, _ cancelled: inout [Contact.ID]) {
    let liftsAll = chance(0.15)
    let contacts = sources[index].contacts
    sources[index].contacts = []
    for contact in contacts {
      if liftsAll || chance(0.12) {
        sources[index].last = contact.position
        if chance(0.1) { cancelled.append(contact.id) }
      } else {
        // A contact that goes on can be cancelled, too.
        if chance(0.01) { cancelled.append(contact.id) }
        sources[index].contacts.append(contact)
      }
    }
  }

  private mutating func land(_ index: Int) {
    var count = sources[index].contacts.isEmpty ? random.index(below: 3) : 0
    if sources[index].contacts.count < 4 && chance(0.2) { count += 1 }
    while count > 0 {
      count -= 1
      // Ids are reused at once.
      guard
        let id = (1...6).first(where: { id in
          !sources[index].contacts.contains { $0.id == id }
        })
      else { return }
      var position = Point(x: random.uniform() * 90, y: random.uniform() * 60)
      if chance(0.5) { position = sources[index].last + Vector(dx: signed(2), dy: signed(2)) }
      let tools: [Contact.Tool] = [.finger, .finger, .finger, .finger, .finger, .pen, .palm]
      sources[index].contacts.append(
        Contact(
          id: id, position: position,
          tool: chance(0.8) ? .finger : tools[random.index(below: tools.count)],
          isResumed: chance(0.02)))
    }
  }
}
