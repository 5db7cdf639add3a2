#if Live
  import CInput
  import Glibc
  public import SensorFormats
  public import Sensors
  import SystemPackage
  public import Timeline

  /// Reads the samples of one accelerometer as they arrive.
  ///
  /// ```swift
  /// let reader = try AccelerometerReader(device, from: .attributes(interval: 0.02))
  /// try loop.add(reader.descriptor) { _ in
  ///   while try reader.read(into: &samples) { samples.forEach(detector.process) }
  /// }
  /// ```
  public final class AccelerometerReader {
    /// The source of the samples.
    public enum Source: Hashable, Sendable {
      /// The polling of `in_accel_*_raw` in sysfs at an interval in seconds, clamped to 0.001 ...
      /// 3600. It needs no permission and writes nothing; a sample's time is that of the poll.
      case attributes(interval: Double)
      /// The device's node, whose buffer another program has enabled; nothing is written.
      case buffer
      /// The device's node, whose buffer is enabled if it is disabled, which needs permission to
      /// write to sysfs; the previous state is restored at the end.
      case enabledBuffer
    }

    public let folder: String
    /// The scale of raw values.
    public let sensor: IIOAccelerometer
    /// The descriptor that becomes readable when there may be samples.
    public var descriptor: Int32 { poller.number }
    /// The zero of the samples' times, on the kernel's monotonic clock.
    public let origin: Timestamp

    private let poller: Descriptor
    private let timer: Descriptor
    private let node: Descriptor?
    private let buffer: AccelerometerBuffer?
    private let clock: SampleClock
    /// The bytes of an incomplete sample.
    private var pending: [UInt8] = []
    private var latest = Timestamp.min

    /// Opens an accelerometer, whose times count from `origin` on the kernel's monotonic clock.
    public init(
      _ device: AccelerometerInfo, from source: Source = .attributes(interval: 0.01),
      origin: Timestamp = .zero
    ) throws(DeviceError) {
      folder = device.folder
      self.origin = origin
      if case .attributes = source {
        (node, buffer) = (nil, nil)
      } else {
        node = try AccelerometerReader.open(device)
        buffer = source == .enabledBuffer ? try AccelerometerBuffer(enabling: device.folder) : nil
      }
      // The attributes describe the present layout of the buffer.
      guard let sensor = try AccelerometerInfo(folder: device.folder).sensor else {
        throw DeviceError(.unsuitable, device: device.folder, message: "not an accelerometer")
      }
      self.sensor = sensor
      if node != nil {
        try AccelerometerReader.check(sensor, device)
      } else {
        _ = try AccelerometerReader.poll(sensor, device.folder)
      }
      clock = SampleClock(folder: device.folder)
      poller = try Descriptor.poller()
      timer = try Descriptor.timer()
      try poller.watch(timer.number, token: 0, of: folder)
      if let node { try poller.watch(node.number, token: 1, of: folder) }
      let interval = timespec(Timestamp(seconds: source.pollInterval))
      timer.startTimer(interval, interval: interval)
    }

    /// Opens the node read-only; a second program gets `EBUSY`.
    private static func open(_ device: AccelerometerInfo) throws(DeviceError) -> Descriptor {
      guard let node = device.node else {
        throw DeviceError(.unsuitable, device: device.folder, message: "the device has no buffer")
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
      if !AccelerometerBuffer.isEnabled(device.folder) {
        throw DeviceError(.unsuitable, device: device.folder, message: "the buffer is disabled")
      }
      if !sensor.hasAllAxesInBuffer {
        throw DeviceError(
          .unsuitable, device: device.folder, message: "the buffer lacks an axis (scan_elements)")
      }
    }

    /// Replaces `samples` by those that have arrived; returns false if no sample has arrived.
    ///
    /// Times never decrease. Throws ``DeviceError/Problem/gone`` when the device is unplugged.
    public func read(into samples: inout [AccelerationSample]) throws(DeviceError) -> Bool {
      samples.removeAll(keepingCapacity: true)
      let isDue = timer.takeCount()
      if let node {
        try readBuffer(node, into: &samples)
      } else if isDue {
        let acceleration: Acceleration
        do {
          acceleration = try AccelerometerReader.poll(sensor, folder)
        } catch  where error.problem == .notFound {
          throw departure
        }
        samples.append(AccelerationSample(time: MonotonicClock.now, acceleration: acceleration))
      }
      for index in samples.indices { settle(&samples[index].time) }
      return !samples.isEmpty
    }

    /// The error for a removed device, for callers that detect the removal without reading.
    public var departure: DeviceError {
      DeviceError(.operationNotSupportedByDevice, device: folder)
    }

    private static func poll(
      _ sensor: IIOAccelerometer, _ folder: String
    ) throws(DeviceError) -> Acceleration {
      do {
        return try sensor.read(folder: folder)
      } catch {
        throw DeviceError(error, device: folder)
      }
    }

    /// The most samples per read.
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
      // Without a rate, all samples of a read get the current time.
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

    /// Makes times relative to the origin, and keeps them from decreasing.
    private func settle(_ time: inout Timestamp) {
      latest = max(latest, time)
      time = Timestamp(microseconds: latest.microseconds(since: origin))
    }
  }

  extension AccelerometerReader.Source {
    /// The seconds between wake-ups, by which a buffer's reader notices a removed device, too.
    fileprivate var pollInterval: Double {
      guard case .attributes(let interval) = self else { return 1 }
      return interval.isNaN ? 1 : min(3600, max(0.001, interval))
    }
  }

  /// The samples of an accelerometer as they arrive, in batches, for one iterator. The sequence
  /// ends when its task is cancelled and throws when the device is unplugged.
  public struct AccelerometerSamples: AsyncSequence, AsyncIteratorProtocol, Sendable {
    private let source: BatchSource<AccelerationSample>

    /// Opens an accelerometer; see ``AccelerometerReader/init(_:from:origin:)``.
    public init(
      _ device: AccelerometerInfo,
      from input: AccelerometerReader.Source = .attributes(interval: 0.01),
      origin: Timestamp = .zero
    ) throws(DeviceError) {
      let reader = try AccelerometerReader(device, from: input, origin: origin)
      source = try BatchSource(
        reader.descriptor, device: reader.folder, limit: 1024, departure: reader.departure
      ) { try reader.read(into: &$0) }
    }

    public func makeAsyncIterator() -> AccelerometerSamples { self }

    /// Waits for the next batch.
    public mutating func next() async throws -> [AccelerationSample]? {
      try await source.next()
    }
  }

  /// The clock of an industrial I/O device's timestamps: `current_timestamp_clock`.
  struct SampleClock {
    private let identifier: clockid_t

    /// Reads the clock that the device uses; the kernel's default is the wall clock.
    init(folder: String) {
      let name = IIOAttributes(folder: folder).text("current_timestamp_clock") ?? ""
      identifier = SampleClock.identifiers[name] ?? CLOCK_REALTIME
    }

    /// The kernel's names of clocks (`iio_show_timestamp_clock`). A coarse clock is the same clock
    /// with a lower resolution.
    private static let identifiers: [String: clockid_t] = [
      "realtime": CLOCK_REALTIME, "realtime_coarse": CLOCK_REALTIME,
      "monotonic": CLOCK_MONOTONIC, "monotonic_coarse": CLOCK_MONOTONIC,
      "monotonic_raw": CLOCK_MONOTONIC_RAW, "boottime": CLOCK_BOOTTIME, "tai": CLOCK_TAI,
    ]

    /// The microseconds by which this clock is ahead of the monotonic one; it can be set.
    var ahead: Int64 {
      identifier == CLOCK_MONOTONIC
        ? 0 : Timestamp(of: identifier).microseconds(since: MonotonicClock.now)
    }
  }
#endif
