/// A series of taps, as of a double tap or before a drag.
public struct TapSeries {
  /// The number of taps.
  public private(set) var count = 0
  /// The number of fingers of the last tap.
  public private(set) var touches = 0
  /// The time of the first touch down of the first tap.
  public private(set) var start = Timestamp.zero
  /// The time of the last touch up of the last tap.
  public private(set) var end = Timestamp.zero
  /// The centroid of the last tap's touch downs, in points.
  public private(set) var location = Point.zero
  /// The touch-down positions of the last tap's fingers, in points.
  public private(set) var positions: [Point] = []
  private var device = 0
  /// The numbers of the touches that are part of the taps.
  private(set) var touchNumbers: ClosedRange<Int>?

  public init() {}

  public var isEmpty: Bool { count == 0 }

  /// Adds a tap whose last finger has lifted.
  public mutating func add(_ fingers: borrowing FingerFollower, at time: Timestamp) {
    if count == 0 { start = fingers.startTime }
    count += 1
    touches = fingers.maximumCount
    location = fingers.startCentroid
    positions.removeAll(keepingCapacity: true)
    device = (fingers.fingers.first?.id ?? 0) >> 32
    for finger in fingers.fingers { positions.append(finger.start) }
    end = time
  }

  mutating func include(_ numbers: ClosedRange<Int>) {
    touchNumbers = touchNumbers?.union(numbers) ?? numbers
  }

  /// Points from the last tap's fingers to the nearest of some touches; infinite without taps, and
  /// to touches of another device.
  // The first of several fingers may be far from the centroid of the last tap's fingers.
  public func distance(to touches: TouchSet) -> Double {
    guard let touch = touches.first, touch.id >> 32 == device else { return .infinity }
    return touches.distance(to: positions)
  }

  /// Forgets all taps.
  public mutating func reset() {
    count = 0
    touches = 0
    positions.removeAll(keepingCapacity: true)
    touchNumbers = nil
  }
}
