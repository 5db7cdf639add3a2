#if Live
  import Contacts
  import Devices
  import Evdev
  import Testing
  import Timeline

  extension MockedMachine {
    struct DeviceReaderTests {
      private func frames(_ reader: DeviceReader) throws -> [[InputEvent]] {
        var frames: [[InputEvent]] = []
        var frame: [InputEvent] = []
        while try reader.read(into: &frame) { frames.append(frame) }
        return frames
      }

      /// The contact frames of events.
      private func contacts(_ frames: [[InputEvent]], _ reader: DeviceReader) -> [ContactFrame] {
        var tracker = SlotTracker(description: reader.description)
        var contacts: [ContactFrame] = []
        for event in frames.joined() where tracker.process(event) {
          contacts.append(tracker.frame)
        }
        return contacts
      }

      @Test("Frames arrive whole, with the device's times")
      func wholeFrames() throws {
        let mock = try MockNode(Mock.touchpad)
        let reader = try DeviceReader(node: mock.node, origin: Timestamp(seconds: 1))
        #expect(reader.description.name == "Mock Touchpad")
        #expect(try frames(reader).isEmpty)
        mock.write(at: 1.5, [(0x2f, 0), (0x39, 4), (0x35, 400), (0x36, 800)], keys: [(0x14a, 1)])
        mock.write(at: 1.51, [(0x35, 420)])
        let frames = try frames(reader)
        #expect(frames.count == 2)
        #expect(frames.allSatisfy { $0.last?.isReport == true })
        let contacts = contacts(frames, reader)
        #expect(contacts.map(\.time.seconds) == [0.5, 0.51])
        #expect(contacts[1].contacts.map(\.position) == [Point(x: 10.5, y: 20)])
      }

      @Test("An incomplete frame waits for its rest")
      func parts() throws {
        let mock = try MockNode(Mock.touchpad)
        let reader = try DeviceReader(node: mock.node)
        mock.write(at: 1, [(0x2f, 0), (0x39, 4), (0x35, 400)], isComplete: false)
        #expect(try frames(reader).isEmpty)
        mock.write(at: 1, [(0x36, 800)])
        let frames = try frames(reader)
        #expect(frames.count == 1)
        #expect(frames[0].count >= 5)
      }

      @Test("All ten slots arrive")
      func manySlots() throws {
        let mock = try MockNode(Mock.touchscreen)
        let reader = try DeviceReader(node: mock.node)
        for slot in Int32(0)..<10 {
          mock.write(
            at: 1 + Double(slot) / 100,
            [(0x2f, slot), (0x39, 100 + slot), (0x35, 100 * slot), (0x36, 50)])
        }
        let last = try #require(contacts(try frames(reader), reader).last)
        #expect(last.contacts.count == 10)
        #expect(last.contacts.map(\.position.x) == (0..<10).map { Double($0) * 10 })
      }

      @Test("A touch down whose position the kernel omits gets it, once")
      func landing() throws {
        let mock = try MockNode(Mock.touchpad)
        let reader = try DeviceReader(node: mock.node)
        // libevdev starts with 0 for both, like a kernel that has seen a touch there.
        mock.write(at: 1, [(0x39, 4), (0x36, 800)])
        mock.write(at: 1.1, [(0x39, -1)])
        mock.write(at: 1.2, [(0x39, 5)])
        let frames = try frames(reader)
        #expect(frames[0].contains { $0.code == 0x35 && $0.value == 0 })
        #expect(frames[0].first?.code == 0x2f)
        #expect(!frames[2].contains { $0.code == 0x35 })
        let contacts = contacts(frames, reader)
        #expect(contacts.map { $0.contacts.map(\.position.y) } == [[20], [], [20]])
      }

      @Test("After SYN_DROPPED the state arrives as events, and missing contacts have lifted")
      func droppedLift() throws {
        let mock = try MockNode(Mock.touchpad)
        let reader = try DeviceReader(node: mock.node)
        mock.write(at: 1, [(0x2f, 0), (0x39, 4), (0x35, 400), (0x36, 800)], keys: [(0x14a, 1)])
        _ = try frames(reader)
        mock.write([.dropped(Timestamp(seconds: 1.1)), .report(Timestamp(seconds: 1.1))])
        let frames = try frames(reader)
        #expect(reader.drops == 1)
        let state = try #require(frames.first)
        #expect(state.first == .dropped(Timestamp(seconds: 1.1)))
        #expect(state.count { $0.code == 0x39 && $0.value == -1 } == 5)
        #expect(state.contains { $0.type == .key && $0.code == 0x14a && $0.value == 0 })
        #expect(state.last == .report(Timestamp(seconds: 1.1)))
      }

      @Test("After SYN_DROPPED a touch with the same tracking id continues")
      func droppedContinuation() throws {
        let mock = try MockNode(Mock.held)
        let reader = try DeviceReader(node: mock.node)
        mock.write(at: 1, [(0x2f, 1), (0x35, 2040)])
        mock.write(at: 1.01, [(0x2f, 0), (0x39, 9), (0x35, 100), (0x36, 100)])
        mock.write([.dropped(Timestamp(seconds: 1.1)), .report(Timestamp(seconds: 1.1))])
        let contacts = contacts(try frames(reader), reader)
        let last = try #require(contacts.last)
        // The kernel's state: id 7 in slot 1, as when the device was opened.
        #expect(contacts[0].contacts.map(\.id) == [1])
        #expect(last.contacts.map(\.id) == [1])
        #expect(last.contacts.map(\.position) == [Point(x: 50, y: 30)])
      }

      @Test("A finger that is down when the device is opened is resumed")
      func startsMidTouch() throws {
        let mock = try MockNode(Mock.held)
        let reader = try DeviceReader(node: mock.node)
        mock.write(at: 1, [(0x35, 2040)])
        let contacts = contacts(try frames(reader), reader)
        #expect(contacts.last?.contacts.map(\.isResumed) == [true])
        // Slot 1 was current, so the event belongs to it without naming it.
        #expect(contacts.last?.contacts.map(\.position) == [Point(x: 51, y: 30)])
      }

      @Test("An unplugged device delivers what it has sent, then ends")
      func removal() async throws {
        let mock = try MockNode(Mock.touchpad)
        let events = try DeviceEvents(node: mock.node)
        mock.write(at: 1, [(0x2f, 0), (0x39, 4), (0x35, 400), (0x36, 800)])
        mock.unplug()
        var batches: [[InputEvent]] = []
        let error = await #expect(throws: DeviceError.self) {
          for try await batch in events { batches.append(batch) }
        }
        #expect(error?.problem == .gone)
        #expect(batches.count == 1)
      }

      @Test("A slow consumer gets frames in batches, and a cancelled task ends the sequence")
      func batches() async throws {
        let mock = try MockNode(Mock.touchpad)
        let events = try DeviceEvents(node: mock.node)
        for index in 0..<50 { mock.write(at: 1 + Double(index) / 100, [(0x35, Int32(index + 1))]) }
        let task = Task {
          var batches = 0
          for try await batch in events {
            batches += 1
            #expect(batch.count(where: \.isReport) == 50)
            withUnsafeCurrentTask { $0?.cancel() }
          }
          return batches
        }
        #expect(try await task.value == 1)
      }
    }
  }
#endif
