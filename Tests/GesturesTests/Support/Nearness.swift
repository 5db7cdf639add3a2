import Contacts

/// Whether two numbers differ by rounding only.
func isNear(_ first: Double, _ second: Double, within tolerance: Double = 1e-6) -> Bool {
  abs(first - second) <= tolerance
}

func isNear(_ first: Vector, _ second: Vector, within tolerance: Double = 1e-6) -> Bool {
  isNear(first.dx, second.dx, within: tolerance) && isNear(first.dy, second.dy, within: tolerance)
}

func isNear(_ first: Point, _ second: Point, within tolerance: Double = 1e-6) -> Bool {
  isNear(first - Point.zero, second - Point.zero, within: tolerance)
}
