import Playback

/// Writes trace events of one device's contacts: a slice for each, with pressure and speed, on the
/// track of the lowest number that no other contact has at the time.
struct FingerTracks {
  private let writer: TraceEventWriter
  private let process: Int
  private let origin: Timestamp
  private var open: [Contact.ID: OpenContact] = [:]
  /// The number of fingers whose tracks have their names.
  private var named = 0

  init(_ writer: TraceEventWriter, process: Int, origin: Timestamp) {
    self.writer = writer
    self.process = process
    self.origin = origin
  }

  /// Whether no contact is down.
  var isEmpty: Bool { open.isEmpty }

  /// The microseconds from the origin.
  func time(_ time: Timestamp) -> Int64 { max(0, time.microseconds - origin.microseconds) }

  /// Adds and moves the contacts of a frame; returns whether any is new.
  mutating func update(_ frame: ContactFrame) -> Bool {
    var hasNew = false
    let now = time(frame.time)
    for contact in frame.contacts {
      let last = open[contact.id]
      hasNew = hasNew || last == nil
      var current = last ?? OpenContact(contact, finger: freeFinger(), at: now)
      if last != nil { current.move(to: contact, at: now) }
      count(current, from: last, at: now)
      open[contact.id] = current
    }
    return hasNew
  }

  /// The lowest unused number; its track gets its name at the first use.
  private mutating func freeFinger() -> Int {
    var finger = 1
    while open.values.contains(where: { $0.finger == finger }) { finger += 1 }
    while named < finger {
      named += 1
      writer.name(track(named), "finger \(named)")
    }
    return finger
  }

  private func track(_ finger: Int) -> TraceEventWriter.Track {
    TraceEventWriter.Track(finger, ofProcess: process)
  }

  /// Writes the values of a finger if they have changed.
  private func count(_ contact: OpenContact, from last: OpenContact?, at time: Int64) {
    if contact.pressure == last?.pressure, contact.speed == last?.speed { return }
    count(contact.finger, contact.pressure, contact.speed, at: time)
  }

  private func count(_ finger: Int, _ pressure: Double?, _ speed: Double, at time: Int64) {
    writer.addCounter("finger \(finger)", of: process, at: time) { values in
      values.add("pressure", pressure, decimals: 3)
      values.add("speed_mm_s", speed, decimals: 2)
    }
  }

  mutating func mark(_ palm: PalmRecord) {
    if open[palm.palm.contact.id] != nil {
      open[palm.palm.contact.id]?.palm = palm
    } else {
      // The contact has lifted: the rhythm of several made it a palm.
      _ = freeFinger()
      writer.add(
        "palm \(palm.palm.contact.id): \(palm.sentence)", category: "palm", on: track(1),
        from: time(palm.palm.reason.time), arguments: palm.json)
    }
  }

  mutating func endMissing(_ frame: ContactFrame) {
    if open.count == frame.contacts.count { return }
    let down = Set(frame.contacts.map(\.id))
    for id in open.keys.sorted() where !down.contains(id) {
      end(id, at: time(frame.time), frame.cancelled.contains(id) ? "cancelled" : "up")
    }
  }

  /// Ends the contacts that are down at the end of the recording.
  mutating func endAll() {
    for (id, contact) in open.sorted(by: { $0.key < $1.key }) {
      end(id, at: contact.lastTime, "cancelled")
    }
  }

  private mutating func end(_ id: Contact.ID, at time: Int64, _ end: String) {
    guard let contact = open.removeValue(forKey: id) else { return }
    let name = contact.isPalm ? "palm \(id)" : "touch \(id)"
    writer.add(
      contact.palm.map { "\(name): \($0.sentence)" } ?? name,
      category: contact.isPalm ? "palm" : "touch", on: track(contact.finger), from: contact.start,
      to: time, arguments: contact.arguments(id, end: end))
    count(contact.finger, contact.pressure.map { _ in 0 }, 0, at: time)
  }
}

/// A contact that is down.
private struct OpenContact {
  let finger: Int
  let start: Int64
  private let first: Contact
  private var last: Contact
  private(set) var lastTime: Int64
  /// The distance travelled in millimetres.
  private var travelled = 0.0
  /// The speed in millimetres per second, between the last two frames.
  private(set) var speed = 0.0
  private var greatestPressure: Double?
  var palm: PalmRecord?

  init(_ contact: Contact, finger: Int, at time: Int64) {
    self.finger = finger
    start = time
    first = contact
    last = contact
    lastTime = time
    greatestPressure = contact.pressure
  }

  var pressure: Double? { last.pressure }

  var isPalm: Bool { palm != nil || last.tool == .palm }

  mutating func move(to contact: Contact, at time: Int64) {
    let step = contact.position.distance(to: last.position)
    travelled += step
    if time > lastTime { speed = step / (Double(time - lastTime) / 1e6) }
    if let pressure = contact.pressure {
      greatestPressure = max(greatestPressure ?? 0, pressure)
    }
    last = contact
    lastTime = time
  }

  /// The members of the slice, with the keys of records.
  func arguments(_ id: Contact.ID, end: String) -> String {
    var line = JSONLine()
    line.add("touch", id)
    line.add("start_mm", x: first.position.x, y: first.position.y, decimals: 2)
    line.add("end_mm", x: last.position.x, y: last.position.y, decimals: 2)
    line.add("travelled_mm", travelled, decimals: 2)
    line.add("pressure_max", greatestPressure, decimals: 3)
    line.add("major_mm", last.size?.width, decimals: 2)
    line.add("minor_mm", last.size?.height, decimals: 2)
    line.add("end", end)
    if let palm { line.add("palm", json: palm.json) }
    return line.object
  }
}
