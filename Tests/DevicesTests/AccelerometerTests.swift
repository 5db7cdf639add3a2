#if Live
  import Devices
  import Glibc
  import SensorFormats
  import Sensors
  import Testing
  import Timeline

  extension MockedMachine {
    struct AccelerometerTests {
      private typealias Device = MockAccelerometer

      private func isClose(_ acceleration: Acceleration, _ x: Double, _ y: Double, _ z: Double)
        -> Bool
      {
        (acceleration - Acceleration(x: x, y: y, z: z)).magnitude < 1e-9
      }

      @Test("An accelerometer is found; a light sensor is not listed")
      func list() throws {
        let found = try AccelerometerList.accelerometers()
        #expect(found.map(\.node) == [Mock.accelerometer])
        #expect(found.map(\.name) == ["mock_accel"])
        #expect(found.first?.sensor?.rate == 100)
        #expect(found.first?.isBuffering == false)
        #expect(found.first?.obstacle == nil)
        let error = #expect(throws: DeviceError.self) { try AccelerometerInfo(folder: "/nowhere") }
        #expect(error?.problem == .notFound)
        #expect(error?.message.contains("an accelerometer") == true)
      }

      @Test("An accelerometer with malformed attributes is listed with its error")
      func nonsense() throws {
        let mock = try Device(["in_accel_scale": "much"])
        let device = try #require(try AccelerometerList.accelerometers().first)
        #expect(device.sensor == nil)
        #expect(device.obstacle?.problem == .unsuitable)
        #expect(device.obstacle?.message.contains("in_accel_scale") == true)
        #expect(throws: DeviceError.self) { try AccelerometerReader(device) }
        _ = mock
      }

      @Test("Attributes are polled at an interval, mounted and scaled, with increasing times")
      func attributes() throws {
        let mock = try Device()
        let origin = MonotonicClock.now
        let reader = try AccelerometerReader(
          mock.found(), from: .attributes(interval: 0.002), origin: origin)
        let loop = try EventLoop()
        var all: [AccelerationSample] = []
        var samples: [AccelerationSample] = []
        try loop.add(reader.descriptor) { _ in
          while try reader.read(into: &samples) { all += samples }
          if all.count == 1 { try mock.set("in_accel_z_raw", "-2000") }
          if all.count >= 3 { loop.stop() }
        }
        try loop.run()
        #expect(all.count == 3)
        #expect(isClose(all[0].acceleration, -0.5, 0, -1))
        #expect(isClose(all[2].acceleration, -0.5, 0, 2))
        #expect(all[0].time > .zero && all[0].time < all[1].time && all[1].time < all[2].time)
        #expect(all[2].time.seconds <= MonotonicClock.now.seconds(since: origin))
        #expect(try mock.get("buffer/enable") == "0")
      }

      @Test("An accelerometer unplugged while its attributes are polled is gone")
      func pulled() throws {
        let mock = try Device()
        let samples = try AccelerometerReader(mock.found(), from: .attributes(interval: 0))
        try mock.remove("in_accel_y_raw")
        let loop = try EventLoop()
        var read: [AccelerationSample] = []
        try loop.add(samples.descriptor) { _ in _ = try samples.read(into: &read) }
        let error = #expect(throws: DeviceError.self) { try loop.run() }
        #expect(error?.problem == .gone)
      }

      @Test(
        "A buffer produces whole samples with the kernel's times, then reports that the device is gone"
      )
      func buffer() throws {
        let mock = try Device(Device.buffering)
        let node = try MockNode(Mock.accelerometer)
        let device = try mock.found()
        #expect(device.isBuffering)
        let now = MonotonicClock.now
        let origin = now.advanced(bySeconds: -1)
        let reader = try AccelerometerReader(device, from: .buffer, origin: origin)
        var samples: [AccelerationSample] = []
        #expect(try !reader.read(into: &samples))
        let base = origin.microseconds * 1000
        let second = Device.sample(x: 16, y: 0, z: -1000, nanoseconds: base + 20_000_000)
        node.write(Device.sample(x: 1016, y: 500, z: 0, nanoseconds: base + 10_000_000))
        node.write(Array(second.prefix(9)))
        #expect(try reader.read(into: &samples))
        #expect(samples.map(\.time.microseconds) == [10_000])
        #expect(samples.allSatisfy { isClose($0.acceleration, -0.5, -1, 0) })
        node.write(Array(second.dropFirst(9)))
        // Decreasing times, and times in the future, are clamped.
        node.write(Device.sample(x: 0, y: 0, z: 0, nanoseconds: base + 5_000_000))
        node.write(Device.sample(x: 0, y: 0, z: 0, nanoseconds: .max))
        #expect(try reader.read(into: &samples))
        #expect(samples.prefix(2).map(\.time.microseconds) == [20_000, 20_000])
        #expect(samples.first.map { isClose($0.acceleration, 0, 0, 1) } == true)
        let last = try #require(samples.last).time.seconds
        #expect(samples.count == 3 && last >= 1)
        #expect(last <= MonotonicClock.now.seconds(since: origin))
        node.unplug()
        let error = #expect(throws: DeviceError.self) { try reader.read(into: &samples) }
        #expect(error?.problem == .gone)
      }

      @Test("Wall clock times become monotonic clock times")
      func wallClock() throws {
        let mock = try Device(
          Device.buffering.merging(["current_timestamp_clock": "realtime"]) { $1 })
        let node = try MockNode(Mock.accelerometer)
        let reader = try AccelerometerReader(mock.found(), from: .buffer)
        var wall = timespec()
        clock_gettime(CLOCK_REALTIME, &wall)
        let now = MonotonicClock.now
        let nanoseconds = Int64(wall.tv_sec) * 1_000_000_000 + Int64(wall.tv_nsec)
        node.write(Device.sample(x: 0, y: 0, z: 0, nanoseconds: nanoseconds - 500_000_000))
        var samples: [AccelerationSample] = []
        #expect(try reader.read(into: &samples))
        let time = try #require(samples.first).time
        // The clocks are read one after the other, on a machine that may be busy.
        #expect(abs(now.seconds(since: time) - 0.5) < 0.25)
      }

      @Test("Samples without times are spaced by the sensor's rate and end now")
      func untimed() throws {
        let mock = try Device(
          Device.buffering.merging(["scan_elements/in_timestamp_en": "0"]) { $1 })
        let node = try MockNode(Mock.accelerometer)
        let reader = try AccelerometerReader(mock.found(), from: .buffer)
        node.write([UInt8](repeating: 0, count: 18))
        var samples: [AccelerationSample] = []
        #expect(try reader.read(into: &samples))
        let times = samples.map(\.time)
        #expect(times.count == 3 && times[2] <= MonotonicClock.now)
        #expect(times[1].microseconds(since: times[0]) == 10_000)
        #expect(times[2].microseconds(since: times[1]) == 10_000)
      }

      @Test(
        "A buffer that is off, or lacks an axis, is refused, and nothing is written",
        arguments: ["buffer/enable", "scan_elements/in_accel_y_en"])
      func unsuitable(name: String) throws {
        let mock = try Device(Device.buffering.merging([name: "0"]) { $1 })
        let node = try MockNode(Mock.accelerometer)
        let device = try mock.found()
        #expect(!device.isBuffering)
        let error = #expect(throws: DeviceError.self) {
          try AccelerometerReader(device, from: .buffer)
        }
        #expect(error?.problem == .unsuitable)
        #expect(try mock.get(name) == "0")
        _ = node
      }

      @Test("A buffer is enabled on request, and its previous state restored")
      func enabling() throws {
        let mock = try Device(["scan_elements/in_accel_x_en": "1"])
        let node = try MockNode(Mock.accelerometer)
        let names = [
          "buffer/enable", "buffer/length", "scan_elements/in_accel_x_en",
          "scan_elements/in_accel_y_en", "scan_elements/in_accel_z_en",
          "scan_elements/in_timestamp_en",
        ]
        let before = try names.map(mock.get)
        do {
          let reader = try AccelerometerReader(mock.found(), from: .enabledBuffer)
          #expect(try names.map(mock.get) == ["1", "128", "1", "1", "1", "1"])
          node.write(Device.sample(x: 16, y: 0, z: 0, nanoseconds: 0))
          var samples: [AccelerationSample] = []
          #expect(try reader.read(into: &samples))
        }
        #expect(try names.map(mock.get) == before)
      }

      @Test("A user without permission for the node is referred to the attributes")
      func permission() throws {
        let mock = try Device(Device.buffering)
        let node = try MockNode(Mock.accelerometer)
        try node.forbid()
        // The user is the whole process's: these tests run one after the other.
        let user = geteuid()
        if user == 0 { seteuid(65534) }
        defer { seteuid(user) }
        let device = try mock.found()
        let error = #expect(throws: DeviceError.self) {
          try AccelerometerReader(device, from: .buffer)
        }
        #expect(error?.problem == .noPermission)
        #expect(error?.message.contains("docs/Devices.md") == true)
        #expect(throws: Never.self) { try AccelerometerReader(device) }
      }

      @Test("A sequence of samples ends with its task or with the device")
      func sequence() async throws {
        let mock = try Device(Device.buffering)
        let node = try MockNode(Mock.accelerometer)
        let batches = try AccelerometerSamples(mock.found(), from: .buffer)
        node.write(Device.sample(x: 16, y: 0, z: 1000, nanoseconds: 1_000_000))
        var iterator = batches.makeAsyncIterator()
        let batch = try #require(try await iterator.next())
        #expect(batch.map(\.time.microseconds) == [1000])
        let task = Task { [batches] in
          for try await _ in batches {}
          return true
        }
        task.cancel()
        #expect(try await task.value)

        let others = try AccelerometerSamples(mock.found(), from: .buffer)
        node.unplug()
        await #expect(throws: DeviceError.self) { for try await _ in others {} }
      }
    }
  }
#endif
