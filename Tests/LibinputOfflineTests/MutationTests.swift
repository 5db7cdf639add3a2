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

  @Test("A damaged answer is malformed, or another answer")
  func messages() {
    var generator = SeededGenerator(seed: 35)
    for length in 0..<2000 {
      let bytes = (0..<length % 200).map { _ in UInt8.random(in: 0...3, using: &generator) }
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
