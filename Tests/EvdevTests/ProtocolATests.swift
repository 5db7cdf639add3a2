import Contacts
import Evdev
import Testing

@Suite struct ProtocolATests {
  private let device = DeviceDescription.plain(.packets(hasTrackingIDs: false))
  private let deviceWithIDs = DeviceDescription.plain(.packets(hasTrackingIDs: true))

  @Test("With tracking ids, a contact is identified by its id, whatever its order in the frame")
  func trackingIDs() {
    let script = "id 3 x 1 y 1 mt id 4 x 9 y 9 mt | id 4 x 8 y 9 mt id 3 x 2 y 1 mt | id 4 x 7 mt"
    #expect(frames(script, on: deviceWithIDs) == ["1:1,1 2:9,9", "1:2,1 2:8,9", "2:7,9"])
  }

  @Test("Without ids, contacts continue so that the sum of distances is smallest")
  func nearest() {
    // With each contact paired greedily, 0 would have to move to 190.
    let script = "x 0 y 0 mt x 100 y 0 mt | x 190 y 0 mt x 90 y 0 mt"
    #expect(frames(script, on: device) == ["1:0,0 2:100,0", "1:90,0 2:190,0"])
  }

  @Test("An additional contact begins a touch; a missing one ends the touch farthest off")
  func touchDownAndUp() {
    let script = "x 0 y 0 mt | x 300 y 0 mt x 5 y 0 mt | x 305 y 0 mt"
    #expect(frames(script, on: device) == ["1:0,0", "1:5,0 2:300,0", "2:305,0"])
  }

  @Test(
    "A frame without contacts ends all touches",
    arguments: ["mt", "-", "touch 0", "touch 0 mt", "x 1 y 1 major 0 mt"])
  func emptyFrame(ending: String) {
    #expect(frames("x 1 y 1 major 5 mt | \(ending)", on: device) == ["1:1,1", ""])
  }

  @Test("A frame of keys only does not change the contacts")
  func keysOnly() {
    #expect(frames("x 1 y 1 mt | left 1 | power 1 | mt", on: device).last == "")
    #expect(frames("x 1 y 1 mt | left 1", on: device) == ["1:1,1", "1:1,1"])
  }

  @Test("The last contact of a frame needs no SYN_MT_REPORT")
  func withoutReport() {
    #expect(frames("x 1 y 1 | x 2 y 1", on: device) == ["1:1,1", "1:2,1"])
  }

  @Test("A size of 0 ends a touch, unless the device reports no other size")
  func sizeZero() {
    let script = "x 1 y 1 major 9 mt x 50 y 50 major 9 mt | x 1 y 1 major 0 mt x 50 y 50 major 9 mt"
    #expect(frames(script, on: device) == ["1:1,1 2:50,50", "2:50,50"])
    #expect(frames("x 1 y 1 major 0 mt", on: device, observed: true) == ["1:1,1"])
  }

  @Test("An undescribed device is recognized by SYN_MT_REPORT")
  func undescribed() {
    let script = "x 1 y 1 id 0 mt | x 1 y 1 id 0 mt x 9 y 9 id 1 mt | mt"
    let counts = frames(script, on: nil).map { $0.split(separator: " ").count }
    #expect(counts == [1, 2, 0])
    #expect(tracker(after: script, on: nil).anomalies.isEmpty)
  }

  @Test("A coordinate that is not sent is unchanged")
  func missingCoordinate() {
    #expect(frames("x 1 y 7 mt | x 2 mt", on: device) == ["1:1,7", "1:2,7"])
  }

  @Test("A hovering contact is not a touch")
  func hovering() {
    let script = "id 1 x 1 y 1 distance 5 mt | id 1 x 1 y 1 distance 0 mt | mt"
    #expect(frames(script, on: deviceWithIDs) == ["", "1:1,1", ""])
  }

  @Test("Contacts in a frame beyond the limit are ignored and counted")
  func flood() {
    let frame = (0..<400).map { "x \($0) y 1 mt" }.joined(separator: " ")
    let result = tracker(after: "\(frame) | \(frame)", on: device)
    #expect(result.frame.contacts.count == SlotTracker.slotLimit)
    #expect(result.anomalies[.slotOutOfRange] == 2 * (400 - SlotTracker.slotLimit))
  }

  @Test("A stray SYN_MT_REPORT of a device with slots is ignored")
  func strayReport() {
    #expect(frames("id 1 x 1 y 1 mt | x 2 mt | mt", observed: true).last == "1:2,1")
    #expect(frames("id 1 x 1 y 1 mt | x 2 mt | mt").last == "1:2,1")
  }
}
