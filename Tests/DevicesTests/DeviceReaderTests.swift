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

      /// Types, codes and values, as in `1 30 0`.
      private func text(_ events: some Sequence<InputEvent>) -> [String] {
        events.map { "\($0.type.rawValue) \($0.code) \($0.value)" }
      }

      /// What the mocked device's state is whenever it is asked for.
      private static let state = [
        "3 47 0", "3 57 3", "3 52 45", "3 53 400", "3 54 800",
        "3 47 1", "3 57 -1", "3 52 0", "3 53 0", "3 54 0", "3 47 0",
        "3 0 200", "3 1 100", "3 24 20", "3 26 -30",
        "1 30 1", "1 31 0", "1 320 1", "1 330 0", "1 331 1", "5 1 1", "17 0 0", "17 1 1",
      ]

      @Test("After SYN_DROPPED every axis, key, switch and light arrives; what is no state stays")
      func droppedState() throws {
        let mock = try MockNode(Mock.state)
        let reader = try DeviceReader(node: mock.node)
        mock.write(at: 1, [(0x1a, 9), (0x2f, 0), (0x34, 3)], keys: [(31, 1), (0x14a, 1)])
        _ = try frames(reader)
        let time = Timestamp(seconds: 1.1)
        mock.write([
          InputEvent(time: time, type: .key, code: 31, value: 0),
          InputEvent(time: time, type: .miscellaneous, code: 4, value: 9),
          .dropped(time), .report(time),
        ])
        var state: [InputEvent] = []
        #expect(try reader.read(into: &state))
        #expect(text(state) == ["0 3 0", "0 0 0"] + Self.state + ["4 4 9", "0 0 0"])
        #expect(reader.inserted == [2..<2 + Self.state.count])
      }

      @Test("A device in use when it is opened begins with its state then, before its first events")
      func openingState() throws {
        let mock = try MockNode(Mock.state)
        let reader = try DeviceReader(node: mock.node)
        mock.write(at: 1, [(0x1a, 9)], keys: [(30, 0), (31, 1)])
        mock.write(at: 2, [(0x1a, 8)])
        var frame: [InputEvent] = []
        #expect(try reader.read(into: &frame))
        let sent = ["3 26 9", "1 30 0", "1 31 1", "0 0 0"]
        #expect(text(frame) == ["0 3 0", "0 0 0"] + Self.state + sent)
        #expect(reader.inserted == [0..<2 + Self.state.count])
        #expect(try reader.read(into: &frame))
        #expect(text(frame) == ["3 26 8", "0 0 0"])
        #expect(reader.inserted.isEmpty)
      }

      @Test("Inserted slots and positions are known")
      func insertedValues() throws {
        let mock = try MockNode(Mock.touchpad)
        let reader = try DeviceReader(node: mock.node)
        mock.write(at: 1, [(0x39, 4), (0x36, 800)])
        var frame: [InputEvent] = []
        #expect(try reader.read(into: &frame))
        let inserted = reader.inserted.map { text(frame[$0]) }
        #expect(inserted == [["3 47 0"], ["3 47 0", "3 53 0", "3 54 800"]])
        let sent = frame.indices.filter { index in !reader.inserted.contains { $0 ~= index } }
        #expect(text(sent.map { frame[$0] }) == ["3 57 4", "3 54 800", "0 0 0"])
      }

      @Test("A raw reader delivers exactly the kernel's events, whole frames or not")
      func raw() throws {
        let mock = try MockNode(Mock.state)
        let reader = try DeviceReader(
          node: mock.node, origin: Timestamp(seconds: 1), isRaw: true)
        var frame: [InputEvent] = []
        #expect(try !reader.read(into: &frame))
        let time = Timestamp(seconds: 3)
        let events = [(0x39, 4), (0x2f, 99), (0x2f, -5)].map {
          InputEvent(time: time, type: .absolute, code: UInt16($0.0), value: Int32($0.1))
        }
        mock.write(events + [.dropped(time)])
        #expect(try reader.read(into: &frame))
        #expect(text(frame) == ["3 57 4", "3 47 99", "3 47 -5", "0 3 0"])
        #expect(frame.allSatisfy { $0.time == Timestamp(seconds: 2) })
        #expect(reader.drops == 1)
        #expect(reader.inserted.isEmpty)
        #expect(try !reader.read(into: &frame))
      }

      @Test("A raw reader waits for the rest of an event", arguments: [1, 8, 23])
      func rawParts(size: Int) throws {
        let mock = try MockNode(Mock.touchpad)
        let reader = try DeviceReader(node: mock.node, isRaw: true)
        let bytes = (0..<2).flatMap { number in
          [UInt8](repeating: 0, count: 16) + [3, 0, 0x35, 0, UInt8(number), 0, 0, 0]
        }
        mock.write(Array(bytes.prefix(24 + size)))
        var frame: [InputEvent] = []
        #expect(try reader.read(into: &frame))
        #expect(text(frame) == ["3 53 0"])
        #expect(try !reader.read(into: &frame))
        mock.write(Array(bytes.dropFirst(24 + size)))
        #expect(try reader.read(into: &frame))
        #expect(text(frame) == ["3 53 1"])
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
