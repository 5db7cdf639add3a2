import Files
import Foundation
import SensorFormats
import Sensors
import SystemPackage
import TestSupport
import Testing
import Timeline

@Suite struct IIOAccelerometerTests {
  /// Writes a folder like a device's in sysfs.
  private func device(_ attributes: [String: String]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (name, text) in attributes { try folder.write(name, text + "\n") }
    return folder
  }

  private static let raw = [
    "name": "lis3dh", "in_accel_x_raw": "0", "in_accel_y_raw": "16", "in_accel_z_raw": "1000",
    "in_accel_scale": "0.00980665",
  ]

  @Test("Raw numbers are scaled to g; with the screen facing up, z is -1")
  func table() throws {
    let device = try device(Self.raw)
    let sensor = try IIOAccelerometer(folder: device.path)
    #expect(sensor.name == "lis3dh")
    let acceleration = try sensor.read(folder: device.path)
    #expect((acceleration - Acceleration(x: 0, y: -0.016, z: -1)).magnitude < 1e-12)
  }

  @Test("Offsets are added before scaling, and axes may have their own")
  func offsets() throws {
    let device = try device(
      Self.raw.merging([
        "in_accel_offset": "-16", "in_accel_z_scale": "0.0196133", "in_accel_x_offset": "84",
        "sampling_frequency": "125",
      ]) { $1 })
    let sensor = try IIOAccelerometer(folder: device.path)
    #expect(sensor.rate == 125)
    let acceleration = try sensor.read(folder: device.path)
    #expect((acceleration - Acceleration(x: -0.084, y: 0, z: -1.968)).magnitude < 1e-12)
  }

  @Test("The mount matrix converts the sensor's axes to the device's")
  func mountMatrix() throws {
    let device = try device(
      Self.raw.merging(["in_accel_mount_matrix": "0, 0, 1; 1, 0, 0; 0, -1, 0"]) { $1 })
    let acceleration = try IIOAccelerometer(folder: device.path).read(folder: device.path)
    #expect((acceleration - Acceleration(x: -1, y: 0, z: 0.016)).magnitude < 1e-12)
  }

  @Test(
    "The kernel's descriptions of types are parsed",
    arguments: [
      ("le:s16/16>>0", [0x34, 0x12], 0x1234), ("be:s16/16>>0", [0x12, 0x34], 0x1234),
      ("le:s12/16>>4", [0xf0, 0xff], -1), ("le:u12/16>>4", [0xf0, 0xff], 4095),
      ("le:s12/16", [0xff, 0x0f], -1), ("be:s24/32>>8", [0x80, 0, 0, 0xff], -8_388_608),
      ("le:s64/64>>0", [1, 0, 0, 0, 0, 0, 0, 0x80], Int64.min + 1),
      ("le:s8/8X2>>0", [0xfe], -2),
    ] as [(String, [UInt8], Int64)])
  func types(type: String, bytes: [UInt8], value: Int64) throws {
    let element = try #require(IIOScanElement(type: type, index: 0))
    #expect(element.value(of: bytes) == value)
  }

  @Test(
    "Invalid descriptions of types are rejected",
    arguments: [
      "", "le", "le:", "xe:s16/16>>0", "le:f16/16", "le:s16", "le:s17/16>>0", "le:s0/16",
      "le:s12/16>>5", "le:s12/16>>-1", "le:s12/12", "le:s16/16>>", "le:s16/16X0>>0",
      "le:s99999999999999999999/16>>0",
    ])
  func mistakes(type: String) {
    #expect(IIOScanElement(type: type, index: 0) == nil)
  }

  @Test("Buffered samples have each channel at a multiple of its size, and times in nanoseconds")
  func buffer() throws {
    var attributes = Self.raw
    for (index, axis) in ["x", "y", "z"].enumerated() {
      attributes["scan_elements/in_accel_\(axis)_en"] = "1"
      attributes["scan_elements/in_accel_\(axis)_type"] = "le:s16/16>>0"
      attributes["scan_elements/in_accel_\(axis)_index"] = "\(index)"
    }
    attributes["scan_elements/in_timestamp_en"] = "1"
    attributes["scan_elements/in_timestamp_type"] = "le:s64/64>>0"
    attributes["scan_elements/in_timestamp_index"] = "3"
    let device = try device(attributes)
    let sensor = try IIOAccelerometer(folder: device.path)
    #expect(sensor.layout.size == 16)
    #expect(sensor.layout.channels.map(\.offset) == [0, 2, 4, 8])
    let sample: [UInt8] = [0, 0, 0x18, 0xfc, 0xe8, 0x03, 9, 9, 0x40, 0x42, 0x0f, 0, 0, 0, 0, 0]
    let (samples, used) = sensor.samples(in: (sample + sample + [1, 2, 3])[...]) { _ in .zero }
    #expect(samples.count == 2)
    #expect(used == 32)
    #expect(samples.first?.time == Timestamp(microseconds: 1000))
    let expected = Acceleration(x: 0, y: 1, z: -1)
    #expect(samples.allSatisfy { ($0.acceleration - expected).magnitude < 1e-12 })
  }

  @Test("Without a timestamp the caller supplies times, and disabled channels occupy no bytes")
  func untimed() throws {
    var attributes = Self.raw
    for (index, axis) in ["x", "y", "z"].enumerated() {
      attributes["scan_elements/in_accel_\(axis)_en"] = "1"
      attributes["scan_elements/in_accel_\(axis)_type"] = "be:s10/16>>6"
      attributes["scan_elements/in_accel_\(axis)_index"] = "\(index)"
    }
    attributes["scan_elements/in_timestamp_en"] = "0"
    attributes["scan_elements/in_timestamp_type"] = "le:s64/64>>0"
    let device = try device(attributes)
    let sensor = try IIOAccelerometer(folder: device.path)
    #expect(sensor.layout.size == 6)
    let (samples, _) = sensor.samples(in: [0, 0, 0x19, 0, 0xff, 0xc0]) {
      Timestamp(microseconds: Int64($0) + 7)
    }
    #expect(samples.map(\.time.microseconds) == [7])
    #expect(abs((samples.first?.acceleration.y ?? 0) + 0.1) < 1e-12)
    #expect(abs((samples.first?.acceleration.z ?? 0) - 0.001) < 1e-12)
  }

  @Test("Other enabled channels of the chip occupy their bytes and are skipped")
  func otherChannels() throws {
    var attributes = Self.raw
    let channels = ["in_anglvel_x", "in_accel_x", "in_accel_y", "in_accel_z", "in_temp"]
    for (index, name) in channels.enumerated() {
      attributes["scan_elements/\(name)_en"] = name == "in_temp" ? "0" : "1"
      attributes["scan_elements/\(name)_type"] = "le:s16/16>>0"
      attributes["scan_elements/\(name)_index"] = "\(index)"
    }
    let device = try device(attributes)
    let sensor = try IIOAccelerometer(folder: device.path)
    #expect(sensor.layout.channels.map(\.name) == Array(channels.prefix(4)))
    let (samples, _) = sensor.samples(in: [9, 9, 0xe8, 3, 0, 0, 0, 0]) { _ in .zero }
    #expect(samples.map { ($0.acceleration.x + 1).magnitude < 1e-12 } == [true])
  }

  @Test("A missing attribute is an error that names it")
  func goneAttribute() throws {
    let device = try device(Self.raw)
    let sensor = try IIOAccelerometer(folder: device.path)
    let path = device.path + "/in_accel_y_raw"
    try FileManager.default.removeItem(atPath: path)
    let error = #expect(throws: FileError.self) { try sensor.read(folder: device.path) }
    #expect(error?.file == path)
    #expect(error?.systemError == .noSuchFileOrDirectory)
  }

  @Test(
    "Invalid attributes are errors that name them",
    arguments: [
      ("in_accel_scale", "much"), ("in_accel_mount_matrix", "1, 0; 0, 1"),
      ("scan_elements/in_accel_x_type", "le:x"),
    ])
  func errors(name: String, text: String) throws {
    let device = try device(
      Self.raw.merging(["scan_elements/in_accel_x_en": "1", name: text]) { $1 })
    let error = #expect(throws: FileError.self) {
      try IIOAccelerometer(folder: device.path)
    }
    #expect(error?.file == device.path + "/" + name)
    #expect(throws: FileError.self) { try IIOAccelerometer(folder: "/nowhere") }
  }
}
