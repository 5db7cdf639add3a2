extension TouchArea.Axis {
  /// The range that the device told or, if it told none, that of the values seen, from zero.
  init(described: DeviceDescription.Axis?, seen: ObservedDevice.Extent?) {
    var minimum = min(0, seen?.smallest ?? 0)
    var maximum = max(0, seen?.largest ?? 0)
    let isDescribed = described.map { $0.minimum < $0.maximum } ?? false
    if let described, isDescribed || seen == nil {
      minimum = min(described.minimum, described.maximum)
      maximum = max(described.minimum, described.maximum)
    }
    self.minimum = minimum
    self.maximum = maximum
    millimetresPerUnit = 1
    isAnnounced = isDescribed
    isEmpty = described != nil && !isDescribed
    let limit = 2 * Int64(maximum) - Int64(minimum)
    wrapLimit = isDescribed ? Int32(clamping: limit) : .max
  }

  /// How many units the axis spans, at least 1.
  public var units: Double { Double(maximum) - Double(minimum) + 1 }

  /// The length in millimetres.
  public var length: Double { units * millimetresPerUnit }

  /// Millimetres from the axis' minimum.
  @inlinable
  public func millimetres(_ raw: Int32) -> Double {
    (Double(raw) - Double(minimum)) * millimetresPerUnit
  }

  /// The unit nearest to a place, not limited to the axis' range.
  public func raw(_ millimetres: Double) -> Int32 {
    let value = (millimetres / millimetresPerUnit).rounded() + Double(minimum)
    if value.isNaN { return minimum }
    return Int32(max(Double(Int32.min), min(Double(Int32.max), value)))
  }

  /// Whether a value lies outside the range that the device told.
  @inlinable
  func isOutside(_ raw: Int32) -> Bool {
    isAnnounced && (raw < minimum || raw > maximum)
  }

  /// A value with its sign restored, where it came as a large positive number.
  ///
  /// Controllers that count in n bits send -13 as 2^n - 13, and some drivers pass that on. A value
  /// is taken for such a one if it lies beyond the maximum by more than the whole range, and if,
  /// read as a negative number of as many bits as it has itself, it lies below the minimum by no
  /// more than a quarter of the range: 4083 on 0...680 has twelve bits and becomes -13.
  @inlinable
  func unwrapped(_ raw: Int32) -> Int32 {
    raw <= wrapLimit ? raw : restored(raw)
  }

  @usableFromInline
  func restored(_ raw: Int32) -> Int32 {
    guard raw > 0 else { return raw }
    let bits = Int32.bitWidth - raw.leadingZeroBitCount
    let negative = Int64(raw) - (1 << Int64(bits))
    let range = Int64(maximum) - Int64(minimum)
    guard negative < Int64(minimum), negative >= Int64(minimum) - range / 4 else { return raw }
    return Int32(negative)
  }
}
