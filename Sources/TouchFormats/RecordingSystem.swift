import Files

/// The machine on which a recording is made, as `libinput record` names it.
public struct RecordingSystem: Hashable, Sendable {
  /// The release of the kernel, as in `6.1.0-28-amd64`.
  public var kernel: String?
  /// The firmware's description of the machine's model, as in `dmi:bvnLENOVO:...`. It contains no
  /// serial number.
  public var model: String?

  public init(kernel: String? = nil, model: String? = nil) {
    self.kernel = kernel
    self.model = model
  }

  /// This machine; values that cannot be read are nil.
  public static var current: RecordingSystem {
    RecordingSystem(kernel: firstLine("/proc/sys/kernel/osrelease"), model: firstLine(modelPath))
  }

  private static let modelPath = "/sys/class/dmi/id/modalias"

  private static func firstLine(_ path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    // The kernel limits both to less than a page.
    let bytes = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
      count = max(0, read(descriptor, buffer.baseAddress, buffer.count))
    }
    let line = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    return line.isEmpty ? nil : line
  }
}
