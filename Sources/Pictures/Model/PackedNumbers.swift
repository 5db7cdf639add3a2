import FoundationEssentials

/// Numbers as one text: rounded to steps, their differences as variable-length integers, in Base64.
/// The integers are those of Protocol Buffers: zigzag, then groups of seven bits.
struct PackedNumbers {
  /// The step, of which the values are multiples.
  let step: Double
  /// The number of times that differences are taken: 1 for positions, 2 for times.
  let order: Int
  let data: String

  /// The largest multiple of a step; JavaScript's numbers are exact to 2^53.
  private static let largest = 9e15

  init(_ values: [Double], step: Double, order: Int = 1) {
    // A range of values beyond all pictures has no step.
    let step = step.isNormal && step > 0 ? step : 1
    self.step = step
    self.order = order
    var integers = values.map { Self.steps($0, step) }
    for _ in 0..<order { integers = zip(integers, [0] + integers).map { $0 - $1 } }
    var bytes: [UInt8] = []
    for integer in integers { Self.append(integer, to: &bytes) }
    data = Data(bytes).base64EncodedString()
  }

  /// The number of steps; zero for not-a-number.
  private static func steps(_ value: Double, _ step: Double) -> Int64 {
    let steps = (value / step).rounded()
    return steps.isNaN ? 0 : Int64(min(max(steps, -largest), largest))
  }

  private static func append(_ integer: Int64, to bytes: inout [UInt8]) {
    var rest = UInt64(bitPattern: (integer << 1) ^ (integer >> 63))
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}

extension PackedNumbers: Encodable {
  /// Encodes the numbers; a step or an order of 1 is left out.
  func encode(to encoder: any Encoder) throws {
    let object: JSONObject = [
      "step": step == 1 ? nil : step, "order": order == 1 ? nil : order, "data": data,
    ]
    try object.encode(to: encoder)
  }
}
