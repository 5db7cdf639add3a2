import CTouchstone
import Contacts
import Evdev
import Gestures
import Playback
import TestSupport
import Testing
import Timeline

@testable import TouchstoneC

@Suite("Gestures of the C interface")
struct SameGesturesTests {
  static let traces: [String] = InputFiles.expand(["Traces"]).compactMap(\.file?.path)
    .filter { !$0.hasSuffix(".md") }

  @Test("Frames of a recording give the gestures that they give in Swift", arguments: traces)
  func frames(path: String) throws {
    for track in try LoadedRecording(path: path).tracks {
      let frames = track.frames.map(\.withoutWhatCLacks)
      let engine = CEngine(track.size, isTouchpad: track.touchArea.kind == .touchpad)
      var isInterrupted = false
      for frame in frames {
        if frame.isInterrupted != isInterrupted {
          isInterrupted.toggle()
          engine.setInterrupted(isInterrupted, at: frame.time)
        }
        #expect(engine.push(frame) == TOUCHSTONE_OK)
      }
      #expect(touchstone_engine_finish(engine.handle) == TOUCHSTONE_OK)
      let expected = gestures(
        of: frames, on: track.size, isTouchpad: track.touchArea.kind == .touchpad)
      #expect(engine.gestures().map { ComparedGesture($0) } == expected)
    }
  }

  @Test("Single touches give the gestures of their frames", arguments: traces)
  func touches(path: String) throws {
    for track in try LoadedRecording(path: path).tracks {
      let frames = track.frames.map(\.positionsOnly)
      let engine = CEngine(track.size, isTouchpad: false)
      var slots = Slots()
      for frame in frames { slots.touch(engine, frame) }
      _ = touchstone_engine_finish(engine.handle)
      let expected = gestures(of: frames, on: track.size, isTouchpad: false)
      #expect(engine.gestures().map { ComparedGesture($0) } == expected)
    }
  }

  private func gestures(
    of frames: [ContactFrame], on size: Size, isTouchpad: Bool
  ) -> [ComparedGesture] {
    let engine = GestureEngine(touchArea: size, isTouchpad: isTouchpad)
    var gestures: [ComparedGesture] = []
    engine.observer = { report in
      if case .gesture(let record) = report { gestures.append(ComparedGesture(record.gesture)) }
    }
    for frame in frames { engine.send(frame) }
    engine.finish()
    return gestures
  }
}

extension ContactFrame {
  /// Without what only recordings know: that a contact was down before, and a pressure of all
  /// contacts.
  fileprivate var withoutWhatCLacks: ContactFrame {
    var frame = self
    for index in frame.contacts.indices { frame.contacts[index].isResumed = false }
    frame.totalPressure = nil
    return frame
  }

  /// With what toolkits report of touches. Frames in which nothing touches do not exist there.
  fileprivate var positionsOnly: ContactFrame {
    ContactFrame(
      time: time, contacts: contacts.map { Contact(id: $0.id, position: $0.position) },
      cancelled: cancelled)
  }
}

/// Gives fingers slots as toolkits do: the lowest free one, which is used again.
private struct Slots {
  private var ids: [Int32: Contact.ID] = [:]

  mutating func touch(_ engine: CEngine, _ frame: ContactFrame) {
    let time = frame.time.microseconds
    let down = Set(frame.contacts.map(\.id))
    for (slot, id) in ids.sorted(by: { $0.key < $1.key }) where !down.contains(id) {
      ids[slot] = nil
      if frame.cancelled.contains(id) {
        _ = touchstone_engine_touch_cancel(engine.handle, time, slot)
      } else {
        _ = touchstone_engine_touch_up(engine.handle, time, slot)
      }
    }
    for contact in frame.contacts { touch(engine, contact, time) }
    _ = touchstone_engine_touch_frame(engine.handle)
  }

  private mutating func touch(_ engine: CEngine, _ contact: Contact, _ time: Int64) {
    let (x, y) = (contact.position.x, contact.position.y)
    if let slot = ids.first(where: { $0.value == contact.id })?.key {
      _ = touchstone_engine_touch_motion(engine.handle, time, slot, x, y)
    } else {
      let slot = (0...Int32.max).first { ids[$0] == nil } ?? 0
      ids[slot] = contact.id
      _ = touchstone_engine_touch_down(engine.handle, time, slot, x, y)
    }
  }
}
