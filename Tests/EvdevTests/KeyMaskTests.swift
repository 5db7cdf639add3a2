import Evdev
import Testing
import Timeline

@Suite("KeyMask")
struct KeyMaskTests {
  private func key(_ code: UInt16, _ value: Int32) -> InputEvent {
    InputEvent(time: .zero, type: .key, code: code, value: value)
  }

  private func masked(_ events: [InputEvent]) -> [InputEvent] {
    var mask = KeyMask()
    var frame = events
    mask.apply(to: &frame)
    return frame
  }

  @Test(
    "Keys that type characters become KEY_A",
    arguments: [2, 14, 16, 27, 30, 42, 50, 54, 57, 71, 83, 86, 89, 98, 124, 0x1f1, 0x200, 0x20f])
  func typed(code: UInt16) {
    #expect(masked([key(code, 1)]) == [key(30, 1)])
  }

  @Test(
    "Keys that type nothing, buttons and touches stay",
    arguments: [
      1, 15, 28, 29, 58, 59, 68, 70, 96, 97, 103, 113, 116, 142, 164, 0x110, 0x145, 0x14a, 0x1fb,
      0x210,
    ])
  func others(code: UInt16) {
    #expect(masked([key(code, 1), key(code, 0)]) == [key(code, 1), key(code, 0)])
  }

  @Test("Scan codes become that of KEY_A", arguments: [0x03, 0x04] as [UInt16])
  func scanCodes(code: UInt16) {
    let event = InputEvent(time: .zero, type: .miscellaneous, code: code, value: 0x7_0010)
    #expect(masked([event]).first?.value == 30)
    let time = InputEvent(time: .zero, type: .miscellaneous, code: 0x05, value: 7)
    #expect(masked([time]) == [time])
    let axis = InputEvent(time: .zero, type: .absolute, code: code, value: 7)
    #expect(masked([axis]) == [axis])
  }

  @Test("Presses, repetitions and releases of several keys are kept in order")
  func order() {
    let typed = [key(30, 1), key(48, 1), key(48, 2), key(30, 0), key(48, 0)]
    #expect(masked(typed).map(\.value) == [1, 1, 2, 0, 0])
    #expect(masked(typed).allSatisfy { $0.code == 30 })
  }

  @Test(
    "A state of all keys does not reveal by its order which one is down", arguments: [2, 30, 57])
  func state(down: UInt16) {
    var mask = KeyMask()
    func state(isDown: Bool) -> [InputEvent] {
      var frame = (2...57).map { key($0, $0 == down && isDown ? 1 : 0) }
      mask.apply(to: &frame)
      return frame.filter { $0.code == 30 }
    }
    #expect(state(isDown: true) == [key(30, 1)])
    #expect(state(isDown: true) == [])
    #expect(state(isDown: false) == [key(30, 0)])
  }
}
