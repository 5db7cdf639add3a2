import Files
import Gestures

extension JSONLine {
  /// A position, translation or velocity in points, as an object with x and y in millimetres.
  public mutating func add(_ key: String, points x: Double, _ y: Double) {
    add(key, x: Quantity.length.outside(x), y: Quantity.length.outside(y), decimals: 2)
  }
}
