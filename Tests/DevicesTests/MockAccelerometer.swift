#if Live
  import Devices
  import Foundation
  import Glibc
  import Testing

  /// The mocked accelerometer; attributes that a test changes are restored afterwards.
  final class MockAccelerometer {
    private let folder: String
    private var before: [(name: String, text: String)] = []

    init(_ attributes: [String: String] = [:]) throws {
      let device = try AccelerometerList.accelerometers().first { $0.node == Mock.accelerometer }
      folder = try #require(device).folder
      for (name, text) in attributes { try set(name, text) }
    }

    deinit {
      for (name, text) in before.reversed() { try? write(name, text) }
    }

    /// The device as a scan finds it now.
    func found() throws -> AccelerometerInfo {
      try AccelerometerInfo(folder: folder, node: Mock.accelerometer)
    }

    /// An attribute's text without its newline.
    func get(_ name: String) throws -> String {
      try String(contentsOfFile: path(name), encoding: .utf8)
        .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    func set(_ name: String, _ text: String) throws {
      before.append((name, try get(name)))
      try write(name, text)
    }

    /// Removes an attribute, as unplugging a device removes all.
    func remove(_ name: String) throws {
      before.append((name, try get(name)))
      try FileManager.default.removeItem(atPath: path(name))
    }

    private func write(_ name: String, _ text: String) throws {
      try Data((text + "\n").utf8).write(to: URL(fileURLWithPath: path(name)))
    }

    private func path(_ name: String) throws -> String {
      try #require(Mock.root) + folder + "/" + name
    }

    /// An enabled buffer with all channels and times of the monotonic clock.
    static let buffering = [
      "buffer/enable": "1", "current_timestamp_clock": "monotonic",
      "scan_elements/in_accel_x_en": "1", "scan_elements/in_accel_y_en": "1",
      "scan_elements/in_accel_z_en": "1", "scan_elements/in_timestamp_en": "1",
    ]

    /// A sample in the kernel's buffer layout.
    static func sample(x: Int16, y: Int16, z: Int16, nanoseconds: Int64) -> [UInt8] {
      var bytes: [UInt8] = []
      for value in [x, y, z, 0] { withUnsafeBytes(of: value.littleEndian) { bytes += $0 } }
      withUnsafeBytes(of: nanoseconds.littleEndian) { bytes += $0 }
      return bytes
    }
  }
#endif
