import Contacts
import Timeline

/// What a touch did between two events, each step a touch of its own, the delivered one last.
///
/// A collection that computes its elements: it may be kept beyond the callback.
public struct CoalescedTouches: RandomAccessCollection, Sendable {
  private let delivered: Touch
  private let samples: [TouchSample]
  /// Where the touch's first sample stands, and how far it is from each to the next.
  private let offset: Int
  private let stride: Int
  public let endIndex: Int

  init(_ delivered: Touch, samples: [TouchSample] = [], offset: Int = 0, stride: Int = 1) {
    self.delivered = delivered
    self.samples = samples
    self.offset = offset
    self.stride = stride
    endIndex = samples.count / stride + 1
  }

  public var startIndex: Int { 0 }

  /// The touch at a sample; `stationary` where the finger was still where it had been.
  public subscript(index: Int) -> Touch {
    precondition(indices.contains(index), "there are \(count) coalesced touches")
    guard index < endIndex - 1 else { return delivered }
    let sample = samples[index * stride + offset]
    var touch = delivered
    if index > 0 {
      let before = samples[(index - 1) * stride + offset]
      touch.previousPoint = before.point
      touch.previousLocation = before.location
    }
    touch.timestamp = sample.time
    touch.point = sample.point
    touch.location = sample.location
    touch.pressure = sample.pressure
    touch.phase = sample.point == touch.previousPoint ? .stationary : .moved
    return touch
  }
}

/// Where a touch was at a moment that had no event of its own.
struct TouchSample: Hashable, Sendable {
  var id: Touch.ID
  var time: Timestamp
  var point: Point
  var location: Point
  var pressure: Double?
}
