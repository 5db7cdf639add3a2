import Evdev
import Foundation
import Playback
import TestSupport
import Testing
import Timeline

@Suite("Traces to be played")
struct PlayedTraceTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func trace(_ text: String) throws -> PlayedTrace {
    try PlayedTrace(path: folder.write("a.evemu", text))
  }

  @Test("Each frame ends with its SYN_REPORT, and events without one are omitted")
  func frames() throws {
    let trace = try trace(
      """
      E: 1.000000 0003 0039 4
      E: 1.000000 0003 0035 100
      E: 1.000000 0000 0000 0
      E: 1.500000 0003 0039 -1
      E: 1.500000 0000 0000 0
      E: 2.000000 0003 0039 5

      """)
    #expect(trace.frames.map(\.time.seconds) == [1, 1.5])
    #expect(trace.frames.map(\.range.count) == [3, 2])
  }

  @Test("Time that steps back in a recording is clamped when it is played")
  func backwardTime() throws {
    let trace = try trace(
      "E: 2.0 0003 0035 1\nE: 2.0 0000 0000 0\nE: 1.9 0003 0035 2\nE: 1.9 0000 0000 0\n")
    #expect(trace.frames.map(\.time.seconds) == [2, 2])
  }

  @Test("Time continues after a jump of the clock in a recording that is played")
  func clockJump() throws {
    let lines = ["100.0", "100.5", "2.0", "2.25"].map {
      "E: \($0) 0003 0035 1\nE: \($0) 0000 0000 0\n"
    }
    #expect(try trace(lines.joined()).frames.map(\.time.seconds) == [100, 100.5, 100.5, 100.75])
  }

  @Test("A recording without a description is played on a device made of what was observed")
  func description() throws {
    let trace = try trace(
      "E: 1.0 0003 0035 100\nE: 1.0 0003 0036 60\nE: 1.0 0001 0145 1\nE: 1.0 0000 0000 0\n")
    let device = try #require(trace.devices.first)
    #expect(device.axes[AbsoluteCode.positionX]?.maximum == 100)
    #expect(device.supports(.key, KeyCode.toolFinger))
  }

  @Test("A description without keys gets those of the recording")
  func keys() throws {
    let device = "# EVEMU 1.3\nN: x\nA: 35 0 99 0 0 1\nA: 36 0 99 0 0 1\nA: 2f 0 1 0 0 0\n"
    let trace = try trace(device + "E: 1.0 0001 014a 1\nE: 1.0 0000 0000 0\n")
    #expect(trace.devices[0].supports(.key, KeyCode.touch))
    #expect(trace.devices[0].name == "x")
  }

  @Test(
    "Touches and keys that are down at the start of a recording are pressed before it is played")
  func beginning() throws {
    let device = "# EVEMU 1.3\nN: x\nA: 35 0 999 0 0 1\nA: 36 0 999 0 0 1\nA: 2f 0 4 0 0 0\n"
    let trace = try trace(
      device + """
        E: 1.0 0003 002f 2
        E: 1.0 0003 0035 500
        E: 1.0 0000 0000 0
        E: 1.1 0003 0039 -1
        E: 1.1 0001 014a 0
        E: 1.1 0000 0000 0

        """)
    let beginning = trace.beginning(of: 0)
    #expect(
      beginning.map { [Int32($0.type.rawValue), Int32($0.code), $0.value] }
        == [
          [3, 0x2f, 2], [3, 0x39, 60_002], [3, 0x35, 499], [3, 0x2f, 0], [1, 0x14a, 1],
          [0, 0, 0],
        ])
  }

  @Test(
    "The slot in which a recording begins is selected before it is played",
    arguments: [
      ("3 39 1, 3 35 100, 0 0 0", 0),
      ("3 39 1, 0 0 0, 3 2f 0, 3 39 2, 3 2f 1, 3 35 5, 0 0 0", 1),
    ])
  func slot(events: String, expected: Int) throws {
    let device = "# EVEMU 1.3\nN: x\nA: 35 0 999 0 0 1\nA: 36 0 999 0 0 1\nA: 2f 0 4 0 0 0\n"
    let lines = events.components(separatedBy: ", ").map { "E: 1.0 \($0)\n" }
    let trace = try trace(device + lines.joined())
    #expect(
      trace.beginning(of: 0).map { [Int($0.type.rawValue), Int($0.code), Int($0.value)] }
        == [[3, 0x2f, expected], [0, 0, 0]])
    #expect(trace.beginning(of: 1).isEmpty)
  }

  @Test("A device without slots needs no events before a recording that begins without touches")
  func noSlots() throws {
    let trace = try trace(
      "E: 1.0 0003 0035 1\nE: 1.0 0003 0036 1\nE: 1.0 0000 0002 0\nE: 1.0 0000 0000 0\n")
    #expect(trace.beginning(of: 0).isEmpty)
  }

  @Test("A recording that is played again has the same touches, whichever slot it ends in")
  func again() throws {
    let path = packageFolder.appending(path: "Traces/pinch-out.evemu").path
    let trace = try PlayedTrace(path: path)
    var tracker = SlotTracker(description: trace.devices[0])
    for _ in 0..<2 {
      var most = 0
      for event in trace.beginning(of: 0) + trace.events where tracker.process(event) {
        most = max(most, tracker.frame.contacts.count)
      }
      #expect(most == 2)
    }
  }

  @Test("The devices of a recording are played together, even if it lists one after the other")
  func twoDevices() throws {
    let path = packageFolder.appending(path: "Traces/two-devices.yml").path
    let trace = try PlayedTrace(path: path)
    #expect(trace.devices.count == 2)
    #expect(Set(trace.frames.map(\.device)) == [0, 1])
    #expect(zip(trace.frames, trace.frames.dropFirst()).allSatisfy { $0.time <= $1.time })
  }
}
