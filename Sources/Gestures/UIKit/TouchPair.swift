import Contacts
import Timeline

/// The two fingers that UIKit's pinch and rotation follow.
///
/// A third one is not looked at. When one of the two lifts, the next that lands takes its place.
struct TouchPair {
  private struct Finger {
    var id: Touch.ID
    var point: Point
  }

  private var first: Finger?
  private var second: Finger?
  /// When the first finger landed.
  private(set) var startTime = Timestamp.zero
  /// The most of the two that were down at the same time.
  private(set) var maximumCount = 0
  /// The middle of the fingers that are down, or that were last.
  private(set) var centroid = Point.zero

  /// How many of the two are down.
  var downCount: Int { (first == nil ? 0 : 1) + (second == nil ? 0 : 1) }

  /// The way from the first finger to the second; nil unless both are down.
  var arm: Vector? {
    guard let first, let second else { return nil }
    return second.point - first.point
  }

  /// Takes a landing finger; false when there are two already.
  mutating func land(_ touch: Touch) -> Bool {
    let finger = Finger(id: touch.id, point: touch.point)
    if first == nil {
      first = finger
    } else if second == nil {
      second = finger
    } else {
      return false
    }
    if maximumCount == 0 { startTime = touch.timestamp }
    maximumCount = max(maximumCount, downCount)
    follow()
    return true
  }

  /// True when one of the two moved.
  mutating func move(_ touches: TouchSet) -> Bool {
    var moved = false
    for touch in touches {
      if first?.id == touch.id {
        first?.point = touch.point
      } else if second?.id == touch.id {
        second?.point = touch.point
      } else {
        continue
      }
      moved = true
    }
    follow()
    return moved
  }

  /// True when one of the two lifted.
  mutating func lift(_ touches: TouchSet) -> Bool {
    let before = downCount
    for touch in touches {
      if first?.id == touch.id { first = nil }
      if second?.id == touch.id { second = nil }
    }
    follow()
    return downCount < before
  }

  private mutating func follow() {
    switch (first, second) {
    case (let first?, let second?): centroid = first.point + (second.point - first.point) / 2
    case (let only?, nil), (nil, let only?): centroid = only.point
    case (nil, nil): break
    }
  }
}
