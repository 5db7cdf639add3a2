import CLibinputOffline
import Evdev

/// A device of the machine in memory, which passes on events by the rules of the kernel.
///
/// The kernel drops events without information: codes that the device lacks, unchanged values,
/// slots without values and frames without events (`drivers/input/input.c`). The stored values are
/// those of the machine, which libevdev queries when it opens the device.
struct OfflineDevice {
  let index: Int32
  let description: DeviceDescription
  private let codes: [UnsafeMutablePointer<UInt8>]
  private let keys: UnsafeMutablePointer<UInt8>
  private let switches: UnsafeMutablePointer<UInt8>
  private let slotCount: Int
  private var slot = 0
  private var sentSlot = 0
  private var frame: [offline_event] = []

  /// Adds a device to the machine; nil if the machine has no room.
  init?(_ device: LibinputInput.Device, _ udev: DeviceClass) {
    let description = device.description
    let identity = description.identity
    index = offline_add_device(
      description.name, identity.bus, identity.vendor, identity.product, identity.version)
    if index < 0 { return nil }
    self.description = description
    let own = index
    codes = (0..<OfflineDevice.typeCount).compactMap { offline_codes(own, UInt32($0)) }
    guard codes.count == OfflineDevice.typeCount,
      let keys = offline_states(own, UInt32(EventType.key.rawValue)),
      let switches = offline_states(own, UInt32(EventType.switch.rawValue)),
      let properties = offline_input_properties(own)
    else { return nil }
    self.keys = keys
    self.switches = switches
    let last = description.axes[AbsoluteCode.slot]?.maximum
    slotCount = last.map { max(0, min(Int($0), Int(offline_most_slots) - 1) + 1) } ?? 0
    setCode(EventType.synchronization.rawValue, SynchronizationCode.report)
    for (type, codes) in description.codes where type > 0 {
      for code in codes { setCode(type, code) }
    }
    for property in description.properties where (0..<32).contains(property) {
      properties[property / 8] |= 1 << UInt8(property % 8)
    }
    for (code, axis) in description.axes where code < OfflineDevice.axisCount {
      setCode(EventType.absolute.rawValue, code)
      let hasFuzz = !udev.axesWithoutFuzz.contains(code)
      offline_absolute(own, UInt32(code))?.pointee = offline_axis(described: axis, hasFuzz: hasFuzz)
    }
    if slotCount > 0 {
      offline_absolute(own, UInt32(AbsoluteCode.slot))?.pointee.value = 0
      offline_absolute(own, UInt32(AbsoluteCode.slot))?.pointee.maximum = Int32(slotCount - 1)
      let ids = offline_slots(own, UInt32(AbsoluteCode.trackingID))
      for slot in 0..<slotCount { ids?[slot] = -1 }
    }
    let all = udev.properties.merging(device.properties) { $1 }
    for (key, value) in all.sorted(by: { $0.key < $1.key }) {
      guard offline_set_property(own, key, value) == 0 else { return nil }
    }
  }

  var path: String { String(cString: offline_path(index)) }

  /// Whether the device's own key or button is pressed.
  func isPressed(_ code: UInt16) -> Bool { OfflineDevice.has(keys, code) }

  private static let typeCount = 32
  private static let axisCount: UInt16 = 64
  private static let keyCount = UInt16(offline_keys)
  /// The length of the longest frame; the kernel ends a longer one early.
  private static let maximumFrameLength = 512

  private func setCode(_ type: UInt16, _ code: UInt16) {
    guard Int(type) < OfflineDevice.typeCount, code < OfflineDevice.keyCount else { return }
    codes[Int(type)][Int(code / 8)] |= 1 << UInt8(code % 8)
    // The codes of synchronization are the types.
    codes[0][Int(type / 8)] |= 1 << UInt8(type % 8)
  }

  private static func has(_ bits: UnsafeMutablePointer<UInt8>, _ code: UInt16) -> Bool {
    code < keyCount && bits[Int(code / 8)] >> UInt8(code % 8) & 1 != 0
  }

  /// Passes on a frame at the time of the machine; false if no event of it is passed on. Throws if
  /// libinput does not read.
  mutating func send(_ events: ArraySlice<InputEvent>) throws(LibinputError) -> Bool {
    var isSent = false
    for event in events {
      if event.isReport {
        isSent = try flush(value: 0) || isSent
      } else {
        process(event)
        // The value 1 marks an end that the device did not send, as in the kernel.
        if frame.count >= OfflineDevice.maximumFrameLength {
          isSent = try flush(value: 1) || isSent
        }
      }
    }
    return isSent
  }

  private mutating func flush(value: Int32) throws(LibinputError) -> Bool {
    if frame.isEmpty { return false }
    put(.synchronization, SynchronizationCode.report, value)
    defer { frame.removeAll(keepingCapacity: true) }
    let time = offline_time()
    for index in frame.indices {
      frame[index].seconds = time / 1_000_000
      frame[index].microseconds = time % 1_000_000
    }
    guard offline_send(index, frame, UInt32(frame.count)) == 0 else {
      throw .failed("libinput does not read the events of \(description.name)")
    }
    return true
  }

  private mutating func put(_ type: EventType, _ code: UInt16, _ value: Int32) {
    frame.append(
      offline_event(seconds: 0, microseconds: 0, type: type.rawValue, code: code, value: value))
  }

  private mutating func process(_ event: InputEvent) {
    if event.type == .synchronization {
      if event.code == SynchronizationCode.multitouchReport { put(event.type, event.code, 0) }
      return
    }
    guard Int(event.type.rawValue) < OfflineDevice.typeCount,
      OfflineDevice.has(codes[Int(event.type.rawValue)], event.code)
    else { return }
    switch event.type {
    case .key where event.value == 2: put(event.type, event.code, 2)  // a key repeats
    case .key: change(keys, event)
    case .switch: change(switches, event)
    case .absolute: processAxis(event)
    case .relative: if event.value != 0 { put(event.type, event.code, event.value) }
    case .miscellaneous: put(event.type, event.code, event.value)
    default: break
    }
  }

  private mutating func change(_ bits: UnsafeMutablePointer<UInt8>, _ event: InputEvent) {
    let isOn = event.value != 0
    guard OfflineDevice.has(bits, event.code) != isOn else { return }
    bits[Int(event.code / 8)] ^= 1 << UInt8(event.code % 8)
    put(event.type, event.code, isOn ? 1 : 0)
  }

  private mutating func processAxis(_ event: InputEvent) {
    let isMultitouch = event.code >= AbsoluteCode.touchMajor
    if event.code == AbsoluteCode.slot, slotCount > 0 {
      if (0..<slotCount).contains(Int(event.value)) { slot = Int(event.value) }
      return
    }
    if isMultitouch, slotCount > 0 {
      guard let values = offline_slots(index, UInt32(event.code)), values[slot] != event.value
      else { return }
      values[slot] = event.value
      if sentSlot != slot {
        sentSlot = slot
        offline_absolute(index, UInt32(AbsoluteCode.slot))?.pointee.value = Int32(slot)
        put(.absolute, AbsoluteCode.slot, Int32(slot))
      }
    } else if !isMultitouch {
      guard let axis = offline_absolute(index, UInt32(event.code)),
        axis.pointee.value != event.value
      else { return }
      axis.pointee.value = event.value
    }
    put(.absolute, event.code, event.value)
  }
}

extension offline_axis {
  fileprivate init(described axis: DeviceDescription.Axis, hasFuzz: Bool) {
    // The value before the first event is unknown, so the device is assumed at rest.
    self.init(
      value: 0, minimum: axis.minimum, maximum: axis.maximum, fuzz: hasFuzz ? axis.fuzz : 0,
      flat: axis.flat, resolution: axis.resolution)
  }
}
