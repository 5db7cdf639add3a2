import Evdev
import Files
import Foundation
import LibinputOffline
import Playback
import TestSupport
import Testing
import Timeline

/// Damaged recordings and messages.
@Suite("Damaged input")
struct MutationTests {
  @Test("A damaged recording has an answer or an error that names it", .requiresLibinput)
  func recordings() throws {
    let worker = Libinput.makeWorker()
    var generator = SeededGenerator(seed: 35)
    let folder = try TemporaryFolder()
    var answers = 0
    for trace in ["scroll.yml", "tap-and-drag.evemu", "two-devices.yml", "swipes.evemu"] {
      let text = try String(
        contentsOf: packageFolder.appending(path: "Traces/\(trace)"), encoding: .utf8)
      for _ in 0..<25 {
        var bytes = Array(text.utf8)
        for _ in 0..<Int.random(in: 1...8, using: &generator) {
          bytes[Int.random(in: bytes.indices, using: &generator)] =
            Array("0123456789-f".utf8).randomElement(using: &generator) ?? 0
        }
        let path = try folder.write(trace, bytes)
        do {
          _ = try Libinput.play(path, worker)
          answers += 1
        } catch is FileError {
        } catch let error as LibinputError {
          #expect(error.of(path).file == path)
        }
      }
    }
    #expect(answers > 20)
  }

  /// An answer with all kinds of events.
  private static func answer() throws -> LibinputAnswer {
    var device = LibinputDeviceInfo()
    device.width = 100.5
    device.lackedSettings = ["drag"]
    // LIBINPUT_EVENT_GESTURE_PINCH_UPDATE
    var gesture = try #require(LibinputEvent.Gesture(type: 804))
    gesture.scale = 1.25
    let contents: [LibinputEvent.Content] = [
      .gesture(gesture), .motion(dx: 1, dy: -2, rawX: 0.5, rawY: 4),
      .button(272, isPressed: true, isTap: true), .scroll(horizontal: nil, vertical: 15),
      .touch(slot: 3, .up, x: nil, y: nil), .key(30, isPressed: false),
      .toggle(switch: 1, isOn: true),
    ]
    var answer = LibinputAnswer()
    answer.devices = [device]
    answer.events = contents.enumerated().map { index, content in
      LibinputEvent(time: Timestamp(microseconds: Int64(index) - 2), device: 0, content: content)
    }
    answer.isLogCut = true
    return answer
  }

  @Test("A damaged answer is malformed, or another answer")
  func messages() throws {
    let answer = try Self.answer()
    let message = answer.message
    #expect(LibinputAnswer(message: message) == answer)
    var generator = SeededGenerator(seed: 35)
    for _ in 0..<2000 {
      var bytes = message
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        bytes[Int.random(in: bytes.indices, using: &generator)] =
          Array("0123456789-.e,:[]{}AQz/\"".utf8).randomElement(using: &generator) ?? 0
      }
      guard let answer = LibinputAnswer(message: bytes) else { continue }
      #expect(answer.events.allSatisfy { answer.devices.indices.contains($0.device) })
    }
  }

  @Test("A recording arrives at the process as it was sent")
  func arrival() throws {
    let path = packageFolder.appending(path: "Traces/two-devices.yml").path
    let input = try LibinputRecording(Recording(path: path)).input
    let received = try #require(input.received)
    #expect(received.devices == input.devices)
    #expect(received.frames.count == input.frames.count)
    for (frame, sent) in zip(received.frames, input.frames) {
      let events = received.events[frame.range]
      #expect((frame.device, frame.time) == (sent.device, sent.time))
      #expect(events.map(\.value) == input.events[sent.range].map(\.value))
      #expect(events.allSatisfy { $0.time == frame.time })
    }
    #expect(received.origin == input.origin)
  }
}
