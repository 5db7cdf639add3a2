public import Contacts
import Timeline

/// Frames that repeat without end, at later times in each round.
public struct Round: Sendable {
  public let frames: [ContactFrame]
  /// Microseconds from one round to the next.
  private let period: Int64

  init(_ frames: [ContactFrame]) {
    self.frames = frames
    let first = frames.first?.time ?? .zero
    let last = frames.last?.time ?? .zero
    period = last.microseconds(since: first) + 8000
  }

  /// The frame with a number, from 0; creating it does not allocate.
  public subscript(number: Int) -> ContactFrame {
    var frame = frames[number % frames.count]
    frame.time = frame.time.advanced(byMicroseconds: Int64(number / frames.count) * period)
    return frame
  }

  /// Calls a closure with each frame of a range of numbers.
  ///
  /// Frames are moved out and back: copying each would cost a tenth of the measured time.
  public func forEach(in numbers: Range<Int>, _ body: (ContactFrame) -> Void) {
    var frames = frames
    var lent = ContactFrame(time: .zero)
    for number in numbers {
      let index = number % frames.count
      swap(&lent, &frames[index])
      let time = lent.time
      lent.time = time.advanced(byMicroseconds: Int64(number / frames.count) * period)
      body(lent)
      lent.time = time
      swap(&lent, &frames[index])
    }
  }
}
