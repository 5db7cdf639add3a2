/// The representation of a channel in the buffer of an industrial I/O device, as in
/// `scan_elements/*_type`: `le:s12/16>>4` is a signed number of 12 bits, little endian, in the
/// upper bits of 16.
public struct IIOScanElement: Hashable, Sendable {
  /// The position among the channels of a sample.
  public let index: Int
  public let isBigEndian: Bool
  public let isSigned: Bool
  /// The number of significant bits among the stored ones: 1 to 64.
  public let bits: Int
  public let storageBits: Int
  public let shift: Int
  /// The number of repetitions.
  public let count: Int

  /// Parses the kernel's description of a type; returns nil if it is invalid.
  public init?(type: String, index: Int) {
    let form = /(le|be):([su])([0-9]+)\/([0-9]+)(?:X([0-9]+))?(?:>>([0-9]+))?/
    guard let (_, order, sign, bits, storage, count, shift) = type.wholeMatch(of: form)?.output,
      let bits = Int(bits), let storageBits = Int(storage), let count = Int(count ?? "1"),
      let shift = Int(shift ?? "0"), [8, 16, 32, 64].contains(storageBits),
      (1...storageBits).contains(bits), (0...storageBits - bits).contains(shift),
      (1...64).contains(count), (0...255).contains(index)
    else { return nil }
    self.index = index
    isBigEndian = order == "be"
    isSigned = sign == "s"
    self.bits = bits
    self.storageBits = storageBits
    self.shift = shift
    self.count = count
  }

  /// The size of one number in bytes.
  public var bytes: Int { storageBits / 8 }

  /// Decodes a number from ``bytes`` stored bytes.
  public func value(of stored: some BidirectionalCollection<UInt8>) -> Int64 {
    func joined(_ bytes: some Sequence<UInt8>) -> UInt64 {
      bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }
    var number = isBigEndian ? joined(stored) : joined(stored.reversed())
    number >>= UInt64(shift)
    let unused = UInt64(64 - bits)
    // The shift up to the top and down again fills the unused bits with the sign.
    return isSigned
      ? Int64(bitPattern: number << unused) >> Int64(unused)
      : Int64(truncatingIfNeeded: (number << unused) >> unused)
  }
}

/// The layout of a sample in the buffer of an industrial I/O device.
public struct IIOScanLayout: Hashable, Sendable {
  /// A channel with its name, such as `in_accel_x` or `in_timestamp`, and the offset of its bytes.
  public struct Channel: Hashable, Sendable {
    public var name: String
    public var element: IIOScanElement
    public var offset: Int
  }

  /// The channels in the order of their bytes.
  public let channels: [Channel]
  /// The size of a sample in bytes.
  public let size: Int

  /// Lays out the enabled channels, each at a multiple of its size, as samples are of the largest.
  public init(_ elements: [String: IIOScanElement]) {
    var channels: [Channel] = []
    var offset = 0
    var largest = 1
    let ordered = elements.sorted { ($0.value.index, $0.key) < ($1.value.index, $1.key) }
    for (name, element) in ordered {
      // Repeated numbers are aligned as a whole, as in the kernel.
      let length = element.bytes * element.count
      offset = (offset + length - 1) / length * length
      channels.append(Channel(name: name, element: element, offset: offset))
      offset += length
      largest = max(largest, length)
    }
    self.channels = channels
    size = (offset + largest - 1) / largest * largest
  }

  /// The number of a channel in a sample; nil if the channel or some of its bytes are missing.
  public func value(_ name: String, in sample: ArraySlice<UInt8>) -> Int64? {
    guard let channel = channels.first(where: { $0.name == name }), sample.count >= size else {
      return nil
    }
    let start = sample.startIndex + channel.offset
    return channel.element.value(of: sample[start..<start + channel.element.bytes])
  }
}
