import Contacts
import Timeline

/// Checks what every frame of a slot tracker promises, given the one before.
struct FramePromises {
  private var ids: [Contact.ID] = []
  private var lastID = 0
  private var lastTime = Timestamp.min

  mutating func check(_ frame: ContactFrame) {
    let new = frame.contacts.map(\.id)
    promise(zip(new, new.dropFirst()).allSatisfy(<), "ids ascend: \(new)")
    promise(Set(frame.cancelled).isSubset(of: ids), "what is cancelled was present")
    promise(Set(frame.cancelled).isDisjoint(with: new), "what is cancelled is gone")
    let began = new.filter { !ids.contains($0) }
    promise(began == Array(lastID + 1..<lastID + 1 + began.count), "new ids count up: \(new)")
    promise(frame.time >= lastTime, "time runs forward")
    promise((0...5).contains(frame.extraFingers), "extra fingers are 0 to 5")
    for contact in frame.contacts {
      promise(
        contact.position.x.isFinite && contact.position.y.isFinite, "positions are finite")
      promise((0...1).contains(contact.pressure ?? 0), "a pressure is a share")
    }
    ids = new
    lastID += began.count
    lastTime = frame.time
  }
}
