import Files
import Timeline

/// Round values along an axis.
struct Ticks {
  let values: [Double]
  private let decimals: Int

  /// Creates at most some multiples of 1, 2 or 5 times a power of ten within a range.
  init(_ range: ClosedRange<Double>, most: Int) {
    let length = range.upperBound - range.lowerBound
    guard length > 0, length.isFinite, most > 0 else {
      values = [range.lowerBound]
      decimals = 3
      return
    }
    let step = Self.step(atLeast: length / Double(most))
    guard step.isNormal else {
      values = [range.lowerBound]
      decimals = 6
      return
    }
    let first = (range.lowerBound / step).rounded(.up)
    let last = (range.upperBound / step + 1e-9).rounded(.down)
    // Neighbours beyond 2^53 steps from zero are the same number.
    let isCountable = max(abs(first), abs(last)) < 9e15
    values = isCountable && first <= last ? (Int(first)...Int(last)).map { Double($0) * step } : []
    decimals = max(0, min(6, Int((-log10(step)).rounded(.up))))
  }

  /// The least of 1, 2 or 5 times a power of ten that is not below a value.
  static func step(atLeast value: Double) -> Double {
    let power = pow(10, (log10(value) + 1e-9).rounded(.down))
    return [1, 2, 5, 10].map { $0 * power }.first { $0 >= value * (1 - 1e-9) } ?? 10 * power
  }

  /// The end of an axis from zero for a value: a multiple of a tenth of it, rounded up.
  static func end(above value: Double) -> Double {
    let step = step(atLeast: value / 10)
    let end = (value / step).rounded(.up) * step
    return end.isFinite ? end : value.isFinite ? value : 1
  }

  /// The value as text, with the decimals that all values need.
  func text(_ value: Double) -> String { value.text(decimals: decimals) }
}
