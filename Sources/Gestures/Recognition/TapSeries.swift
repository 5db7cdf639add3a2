public import Contacts
public import Timeline

/// Taps in a row, as of a double tap or of the tap before a drag.
///
/// ```swift
/// var taps = TapSeries()
/// taps.add(fingers, at: event.timestamp)        // the last finger of a tap has lifted
/// taps.distance(to: touches) <= 100             // whether new touches continue the series
/// ```
public struct TapSeries {
  /// How many taps there are.
  public private(set) var count = 0
  /// How many fingers made the last tap.
  public private(set) var touches = 0
  /// When the first finger of the first tap touched down.
  public private(set) var start = Timestamp.zero
  /// When the last finger of the last tap lifted.
  public private(set) var end = Timestamp.zero
  /// The centroid of the last tap's touch downs, in points.
  public private(set) var location = Point.zero
  /// Where the fingers of the last tap touched down, in points.
  public private(set) var positions: [Point] = []
  private var device = 0
  /// The numbers of the touches that are part of the taps.
  private(set) var touchNumbers: ClosedRange<Int>?

  public init() {}

  public var isEmpty: Bool { count == 0 }

  /// Adds a tap whose last finger has lifted.
  public mutating func add(_ fingers: FingerFollower, at time: Timestamp) {
    var fingers = fingers
    add(&fingers, at: time)
  }

  /// Adds a tap without copying the fingers.
  mutating func add(_ fingers: FingerStorage, at time: Timestamp) {
    if count == 0 { start = fingers.pointee.startTime }
    count += 1
    touches = fingers.pointee.maximumCount
    location = fingers.pointee.startCentroid
    positions.removeAll(keepingCapacity: true)
    device = (fingers.pointee.fingers.first?.id ?? 0) >> 32
    for finger in fingers.pointee.fingers { positions.append(finger.start) }
    end = time
  }

  /// Adds the numbers of the touches that made the last tap.
  mutating func include(_ numbers: ClosedRange<Int>) {
    let first = touchNumbers.map { Swift.min($0.lowerBound, numbers.lowerBound) }
    touchNumbers = (first ?? numbers.lowerBound)...numbers.upperBound
  }

  /// Points from the last tap's fingers to the nearest of some touches; infinite without taps.
  ///
  /// The first of several fingers may be far from the centroid of the last tap's fingers. Touches
  /// of another device are infinitely far away.
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
