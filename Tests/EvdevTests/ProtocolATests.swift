import Contacts
import Evdev
import Testing

@Suite struct ProtocolATests {
  private let device = DeviceDescription.plain(.packets(hasTrackingIDs: false))
  private let deviceWithIDs = DeviceDescription.plain(.packets(hasTrackingIDs: true))

  @Test("With tracking ids a contact is known by its id, wherever it stands in the frame")
  func trackingIDs() {
    let script = "id 3 x 1 y 1 mt id 4 x 9 y 9 mt | id 4 x 8 y 9 mt id 3 x 2 y 1 mt | id 4 x 7 mt"
    #expect(frames(script, on: deviceWithIDs) == ["1:1,1 2:9,9", "1:2,1 2:8,9", "2:7,9"])
  }

  @Test("Without ids contacts continue by the least way in all, not each by its own")
  func nearest() {
    // Each for itself, 100 would be nearest to 90 and leave 0 to go to 190.
    let script = "x 0 y 0 mt x 100 y 0 mt | x 190 y 0 mt x 90 y 0 mt"
    #expect(frames(script, on: device) == ["1:0,0 2:100,0", "1:90,0 2:190,0"])
  }

  @Test("A contact more is a landing, a contact less a lift of the one far off")
  func landingAndLift() {
    let script = "x 0 y 0 mt | x 300 y 0 mt x 5 y 0 mt | x 305 y 0 mt"
    #expect(frames(script, on: device) == ["1:0,0", "1:5,0 2:300,0", "2:305,0"])
  }

  @Test(
    "A frame without contacts lifts all",
    arguments: ["mt", "-", "touch 0", "touch 0 mt", "x 1 y 1 major 0 mt"])
  func emptyFrame(lift: String) {
    #expect(frames("x 1 y 1 major 5 mt | \(lift)", on: device) == ["1:1,1", ""])
  }

  @Test("A frame of other keys says nothing of contacts")
  func keysOnly() {
    #expect(frames("x 1 y 1 mt | left 1 | power 1 | mt", on: device).last == "")
    #expect(frames("x 1 y 1 mt | left 1", on: device) == ["1:1,1", "1:1,1"])
  }

  @Test("The last contact needs no SYN_MT_REPORT")
  func withoutReport() {
    #expect(frames("x 1 y 1 | x 2 y 1", on: device) == ["1:1,1", "1:2,1"])
  }

  @Test("A size of 0 is a lift, unless the device always says so")
  func sizeZero() {
    let script = "x 1 y 1 major 9 mt x 50 y 50 major 9 mt | x 1 y 1 major 0 mt x 50 y 50 major 9 mt"
    #expect(frames(script, on: device) == ["1:1,1 2:50,50", "2:50,50"])
    #expect(frames("x 1 y 1 major 0 mt", on: device, observed: true) == ["1:1,1"])
  }

  @Test("A device that nobody described gives itself away by SYN_MT_REPORT")
  func undescribed() {
    let script = "x 1 y 1 id 0 mt | x 1 y 1 id 0 mt x 9 y 9 id 1 mt | mt"
    let counts = frames(script, on: nil).map { $0.split(separator: " ").count }
    #expect(counts == [1, 2, 0])
    #expect(tracker(after: script, on: nil).anomalies.isEmpty)
  }

  @Test("A coordinate that a contact leaves out is unchanged")
  func missingCoordinate() {
    #expect(frames("x 1 y 7 mt | x 2 mt", on: device) == ["1:1,7", "1:2,7"])
  }

  @Test("A hovering contact is no touch")
  func hovering() {
    let script = "id 1 x 1 y 1 distance 5 mt | id 1 x 1 y 1 distance 0 mt | mt"
    #expect(frames(script, on: deviceWithIDs) == ["", "1:1,1", ""])
  }

  @Test("Hundreds of contacts in a frame are survived within the limit")
  func flood() {
    let frame = (0..<400).map { "x \($0) y 1 mt" }.joined(separator: " ")
    let result = tracker(after: "\(frame) | \(frame)", on: device)
    #expect(result.frame.contacts.count == SlotTracker.slotLimit)
    #expect(result.anomalies[.slotOutOfRange] == 2 * (400 - SlotTracker.slotLimit))
  }

  @Test("A stray SYN_MT_REPORT of a device with slots means nothing")
  func strayReport() {
    #expect(frames("id 1 x 1 y 1 mt | x 2 mt | mt", observed: true).last == "1:2,1")
    #expect(frames("id 1 x 1 y 1 mt | x 2 mt | mt").last == "1:2,1")
  }
}
