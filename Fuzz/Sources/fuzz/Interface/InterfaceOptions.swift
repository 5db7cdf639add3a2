import CTouchstone

extension ByteReader {
  /// Creates an engine with any options; nil if they are refused.
  mutating func makeEngine() -> OpaquePointer? {
    var options = touchstone_options()
    options.size = isOne(in: 32) ? integer() : MemoryLayout<touchstone_options>.size
    options.width_mm = isOne(in: 16) ? anyNumber() : number(1...400)
    options.height_mm = isOne(in: 16) ? anyNumber() : number(1...300)
    options.device_type = isOne(in: 32) ? integer() : UInt32(below(2))
    options.flags = isOne(in: 32) ? integer() : UInt32(below(8))
    if isOne(in: 4) { options.kinds = isOne(in: 8) ? integer() : UInt64(below(1 << 11)) << 1 }
    // Learning the shapes takes longer than everything else.
    let shapes: String? = isOne(in: 128) ? "standard" : isOne(in: 32) ? "other" : nil
    let name: String? = isOne(in: 4) ? pick(["standard", "textbook", "uikit", "", "x"]) : nil
    let text: [CChar]? = isOne(in: 4) ? profileText() : nil
    return withPointer(shapes) { shapes in
      withPointer(name) { name in
        withPointer(text) { text in
          options.shapes = shapes
          options.profile_name = name
          options.profile_text = text
          return flag() ? makeEngine(&options) : makeDeviceEngine(&options)
        }
      }
    }
  }

  private func makeEngine(_ options: inout touchstone_options) -> OpaquePointer? {
    var engine: OpaquePointer?
    let isMade = checked(touchstone_engine_create(&options, &engine), "create")
    promise(isMade == (engine != nil), "an engine is created, or there is an error")
    return engine
  }

  private mutating func makeDeviceEngine(_ options: inout touchstone_options) -> OpaquePointer? {
    if flag() { (options.width_mm, options.height_mm) = (0, 0) }
    var device = touchstone_device()
    device.size = isOne(in: 32) ? integer() : MemoryLayout<touchstone_device>.size
    if isOne(in: 8) {
      (device.bus, device.vendor, device.product) = (integer(), integer(), integer())
    }
    let axes = (0..<below(10)).map { _ in axis() }
    let properties = (0..<below(3)).map { _ in isOne(in: 8) ? integer() : UInt16(below(3)) }
    let keys = (0..<below(5)).map { _ in
      isOne(in: 8) ? integer() : pick([0x110, 0x145, 0x14A, 0x14D] as [UInt16]) ?? 0
    }
    device.axis_count = isOne(in: 64) ? integer() : axes.count
    device.property_count = properties.count
    device.key_count = keys.count
    // A wrong count is refused only beyond what is read; others would be the caller's fault.
    if device.axis_count > axes.count && device.axis_count <= 64 { device.axis_count = axes.count }
    return axes.withUnsafeBufferPointer { axes in
      properties.withUnsafeBufferPointer { properties in
        keys.withUnsafeBufferPointer { keys in
          device.axes = axes.baseAddress
          device.properties = properties.baseAddress
          device.keys = keys.baseAddress
          return withUnsafePointer(to: device) { device in
            options.device = device
            return makeEngine(&options)
          }
        }
      }
    }
  }

  private mutating func axis() -> touchstone_axis {
    let codes: [UInt16] = [0, 1, 0x18, 0x2F, 0x30, 0x31, 0x35, 0x36, 0x37, 0x39, 0x3A]
    var axis = touchstone_axis()
    axis.code = isOne(in: 16) ? integer() : pick(codes) ?? 0
    axis.minimum = isOne(in: 8) ? integer() : 0
    axis.maximum = isOne(in: 8) ? integer() : Int32(below(256)) * 16
    axis.resolution = isOne(in: 8) ? integer() : Int32(below(40))
    axis.value = isOne(in: 16) ? integer() : 0
    return axis
  }

  /// Lines of a profile, or any bytes; ends with a zero.
  private mutating func profileText() -> [CChar] {
    if isOne(in: 3) {
      return (0..<below(100)).map { _ in CChar(bitPattern: byte()) }.filter { $0 != 0 } + [0]
    }
    let lines = [
      "base: textbook", "base: uikit", "name: mine", "swipe:", "  minimumLength: 6.5", "pan:",
      "  recognition: early", "pinch:", "  rule: uikit", "# comment", "edgePan:", "  enabled: true",
      "tap:", "  maximumMovement: 3", "  x: [a, \"b\"]",
    ]
    let text = (0..<below(8)).map { _ in pick(lines) ?? "" }.joined(separator: "\n")
    return Array(text.utf8CString)
  }
}

private func withPointer<R>(_ text: String?, _ body: (UnsafePointer<CChar>?) -> R) -> R {
  guard let text else { return body(nil) }
  return text.withCString { body($0) }
}

private func withPointer<R>(_ text: [CChar]?, _ body: (UnsafePointer<CChar>?) -> R) -> R {
  guard let text else { return body(nil) }
  return text.withUnsafeBufferPointer { body($0.baseAddress) }
}
