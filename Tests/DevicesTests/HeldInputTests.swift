#if Live
  import CInput
  import Evdev
  import Testing
  import Timeline

  @testable import Devices

  struct HeldInputTests {
    private func released(_ events: [(EventType, UInt16, Int32)]) -> [String] {
      var held = HeldInput()
      for (type, code, value) in events {
        held.process(InputEvent(time: .zero, type: type, code: code, value: value))
      }
      let release = held.releasing()
      #expect(held.releasing().isEmpty)
      return release.map { "\($0.type.rawValue) \($0.code) \($0.value)" }
    }

    @Test("Fingers and keys that are down are released by slot and code, in one frame")
    func release() {
      let events: [(EventType, UInt16, Int32)] = [
        (.absolute, 0x2f, 3), (.absolute, 0x39, 7), (.absolute, 0x2f, 1), (.absolute, 0x39, 8),
        (.key, 0x14a, 1), (.key, 0x110, 1), (.synchronization, 0, 0), (.key, 0x110, 0),
      ]
      #expect(
        released(events) == ["3 47 1", "3 57 -1", "3 47 3", "3 57 -1", "1 330 0", "0 0 0"])
    }

    @Test("A virtual device's axis has all of the recorded one's numbers but the fuzz")
    func axis() {
      let axis = DeviceDescription.Axis(minimum: 5, maximum: -5, fuzz: 8, flat: 3, resolution: -1)
      let information = axis.information
      #expect(information.minimum == -5 && information.maximum == 5)
      #expect(information.fuzz == 0 && information.flat == 3 && information.resolution == 0)
    }

    @Test("If nothing is down, nothing is released")
    func nothing() {
      #expect(released([(.absolute, 0x39, 7), (.absolute, 0x39, -1), (.key, 30, 0)]).isEmpty)
    }

    @Test("Contacts of protocol A are released by an empty frame")
    func packets() {
      let contact: [(EventType, UInt16, Int32)] = [
        (.absolute, 0x35, 5), (.synchronization, 2, 0), (.synchronization, 0, 0),
      ]
      #expect(released(contact) == ["0 2 0", "0 0 0"])
      #expect(released(contact + [(.synchronization, 2, 0), (.synchronization, 0, 0)]).isEmpty)
    }
  }
#endif
