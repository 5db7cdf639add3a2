#if Live
  import CInput
  import Evdev
  import Glibc
  import SystemPackage
  import Timeline

  /// A reader of a device's events exactly as the kernel sends them.
  struct KernelInput {
    private let file: DeviceFile
    /// The events of one read: as many as the kernel stores for most devices.
    private var buffer = [input_event](repeating: input_event(), count: 64)
    /// The bytes of an incomplete event at the start of the buffer, which test beds may send.
    private var partial = 0

    init(_ file: DeviceFile) {
      self.file = file
    }

    /// Replaces `events` by the arrived ones; returns false if no event has arrived.
    mutating func read(
      into events: inout [InputEvent], since origin: Timestamp
    ) throws(Errno) -> Bool {
      events.removeAll(keepingCapacity: true)
      let (descriptor, offset) = (file.number, partial)
      var error: Errno?
      let count = buffer.withUnsafeMutableBytes { bytes in
        let count = Glibc.read(
          descriptor, bytes.baseAddress.map { $0 + offset }, bytes.count - offset)
        if count < 0 { error = Errno(rawValue: errno) }
        return count
      }
      if let error {
        if error == .resourceTemporarilyUnavailable || error == .interrupted { return false }
        throw error
      }
      let size = MemoryLayout<input_event>.stride
      let (whole, rest) = (offset + count).quotientAndRemainder(dividingBy: size)
      for event in buffer[..<whole] { events.append(InputEvent(event, since: origin)) }
      if whole > 0, rest > 0 { buffer[0] = buffer[whole] }
      partial = rest
      return !events.isEmpty
    }
  }
#endif
