#if Live
  import CInput
  import Glibc
  public import Recordings
  public import Sensors
  import SystemPackage
  public import Timeline

  /// Reads the samples of one accelerometer as they happen.
  ///
  /// ```swift
  /// let device = try AccelerometerList.accelerometers()[0]
  /// let reader = try AccelerometerReader(device, by: .attributes(interval: 0.02))
  /// var samples: [AccelerationSample] = []
  /// loop.add(reader.descriptor) { _ in
  ///   while try reader.read(into: &samples) { samples.forEach(detector.process) }
  /// }
  /// try loop.run()
  /// ```
  public final class AccelerometerReader {
    /// Where the samples come from.
    public enum Way: Hashable, Sendable {
      /// From `in_accel_*_raw` in sysfs, at an interval in seconds, held within 0.001 ... 3600. Needs
      /// no permission, writes nothing; a time is that of asking.
      case attributes(interval: Double)
      /// From the device's node, which somebody else has switched on; writes nothing.
      case buffer
      /// From the device's node; the buffer is switched on if it is off, which needs permission to
      /// write to sysfs, and left as it was at the end.
      case enabledBuffer
    }

    public let folder: String
    /// What the device's numbers mean.
    public let sensor: IIOAccelerometer
    /// Is readable when there may be samples.
    public var descriptor: Int32 { poller.number }
    /// What times count from, on the kernel's monotonic clock.
    public let origin: Timestamp

    private let poller: Descriptor
    private let timer: Descriptor
    private let node: Descriptor?
    private let buffer: AccelerometerBuffer?
    private let clock: SampleClock
    /// Bytes of a sample that has come in part.
    private var pending: [UInt8] = []
    private var latest = Timestamp.min

    /// Opens an accelerometer.
    ///
    /// - Parameter origin: what times count from, on the kernel's monotonic clock.
    public init(
      _ device: AccelerometerInfo, by way: Way = .attributes(interval: 0.01),
      origin: Timestamp = .zero
    ) throws(DeviceError) {
      folder = device.folder
      self.origin = origin
      if case .attributes = way {
        (node, buffer) = (nil, nil)
      } else {
        node = try AccelerometerReader.open(device)
        buffer = way == .enabledBuffer ? try AccelerometerBuffer(enabling: device.folder) : nil
      }
      // What is in the buffer is told by the attributes as they are by now.
      guard let sensor = try AccelerometerInfo(folder: device.folder).sensor else {
        throw DeviceError(.unsuitable, device: device.folder, message: "this is no accelerometer")
      }
      self.sensor = sensor
      if node != nil {
        try AccelerometerReader.check(sensor, device)
      } else {
        _ = try AccelerometerReader.ask(sensor, device.folder)
      }
      clock = SampleClock(folder: device.folder)
      poller = Descriptor(owning: epoll_create1(Int32(EPOLL_CLOEXEC)))
      timer = Descriptor(
        owning: timerfd_create(CLOCK_MONOTONIC, Int32(O_NONBLOCK | O_CLOEXEC)))
      guard poller.number >= 0, timer.number >= 0 else {
        throw DeviceError(Errno(rawValue: errno), device: "timer")
      }
      try watch(timer)
      if let node { try watch(node) }
      startTimer(way.interval)
    }

    /// Opens the node for reading only: a second program gets `EBUSY`.
    private static func open(_ device: AccelerometerInfo) throws(DeviceError) -> Descriptor {
      guard let node = device.node else {
        throw DeviceError(.unsuitable, device: device.folder, message: "it has no buffer")
      }
      do {
        return try Descriptor(opening: node, O_RDONLY)
      } catch {
        throw DeviceError(error, device: node, advice: DeviceError.advice(error))
      }
    }

    private static func check(
      _ sensor: IIOAccelerometer, _ device: AccelerometerInfo
    ) throws(DeviceError) {
      if !AccelerometerBuffer.isOn(device.folder) {
        throw DeviceError(.unsuitable, device: device.folder, message: "its buffer is off")
      }
      if !sensor.isWholeInBuffer {
        throw DeviceError(
          .unsuitable, device: device.folder, message: "its buffer lacks an axis (scan_elements)")
      }
    }

    private func watch(_ source: Descriptor) throws(DeviceError) {
      var event = epoll_event()
      event.events = EPOLLIN.rawValue
      event.data.fd = source.number
      if epoll_ctl(poller.number, EPOLL_CTL_ADD, source.number, &event) != 0 {
        throw DeviceError(Errno(rawValue: errno), device: folder)
      }
    }

    private func startTimer(_ interval: Double) {
      var setting = itimerspec()
      setting.it_interval = timespec(Timestamp(seconds: interval))
      setting.it_value = setting.it_interval
      timerfd_settime(timer.number, 0, &setting, nil)
    }
  }

  extension AccelerometerReader {
    /// Replaces `samples` by those that have come; false if there are none now.
    ///
    /// Their times never run back. Throws ``DeviceError/Problem/gone`` when the device is unplugged.
    public func read(into samples: inout [AccelerationSample]) throws(DeviceError) -> Bool {
      samples.removeAll(keepingCapacity: true)
      var expirations: UInt64 = 0
      let isDue = Glibc.read(timer.number, &expirations, 8) == 8
      if let node {
        try readBuffer(node, into: &samples)
      } else if isDue {
        let acceleration: Acceleration
        do {
          acceleration = try AccelerometerReader.ask(sensor, folder)
        } catch  where error.problem == .notFound {
          throw departure
        }
        samples.append(AccelerationSample(time: MonotonicClock.now, acceleration: acceleration))
      }
      for index in samples.indices { settle(&samples[index].time) }
      return !samples.isEmpty
    }

    /// Says that the device is gone: for those who hear of it without reading.
    public var departure: DeviceError {
      DeviceError(.operationNotSupportedByDevice, device: folder)
    }

    private static func ask(
      _ sensor: IIOAccelerometer, _ folder: String
    ) throws(DeviceError) -> Acceleration {
      do {
        return try sensor.read(folder: folder)
      } catch {
        throw DeviceError(error, device: folder)
      }
    }

    /// Samples that are read at once, at most.
    private static let batch = 256

    private func readBuffer(
      _ node: Descriptor, into samples: inout [AccelerationSample]
    ) throws(DeviceError) {
      let size = sensor.layout.size * AccelerometerReader.batch
      var failure: Errno?
      let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
        let got = Glibc.read(node.number, buffer.baseAddress, size)
        if got < 0 { failure = Errno(rawValue: errno) }
        count = max(0, got)
      }
      if let failure {
        if failure == .resourceTemporarilyUnavailable || failure == .interrupted { return }
        throw DeviceError(failure, device: folder)
      }
      if bytes.isEmpty { throw departure }
      pending += bytes
      decode(into: &samples)
    }

    private func decode(into samples: inout [AccelerationSample]) {
      let now = MonotonicClock.now
      let count = pending.count / sensor.layout.size
      // Without a rate, all that came at once came now.
      let interval = sensor.rate.map { $0 > 0 ? 1 / $0 : 0 } ?? 0
      let isTimed = sensor.layout.channels.contains { $0.name == "in_timestamp" }
      let (found, used) = sensor.samples(in: pending[...]) { index in
        now.advanced(bySeconds: -interval * Double(count - 1 - index))
      }
      pending.removeFirst(used)
      let ahead = isTimed ? clock.ahead : 0
      for var sample in found {
        sample.time = min(now, sample.time.advanced(byMicroseconds: -ahead))
        samples.append(sample)
      }
    }

    /// Holds times in order, and counts them from the origin.
    private func settle(_ time: inout Timestamp) {
      latest = max(latest, time)
      time = Timestamp(microseconds: latest.microseconds(since: origin))
    }
  }

  extension AccelerometerReader.Way {
    /// How often the timer wakes. A buffer's reader does not hear from the kernel that the device was
    /// taken away unless it asks: once a second is soon enough.
    fileprivate var interval: Double {
      guard case .attributes(let interval) = self else { return 1 }
      return interval.isNaN ? 1 : min(3600, max(0.001, interval))
    }
  }
#endif
