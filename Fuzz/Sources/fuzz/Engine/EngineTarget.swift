import Contacts
import Gestures
import Timeline

extension FuzzTarget {
  /// Builds two applications with windows, views and recognizers, sends frames of several devices,
  /// and changes everything in callbacks and between frames.
  ///
  /// Promises: one began has one end; a recognizer that is off or removed reports nothing but the
  /// end of what it had begun; a view receives one began and one end of each touch; numbers are
  /// finite; nothing is left after the end, and everything is deallocated.
  static let engine = FuzzTarget("engine", seeds: engineSeeds) { bytes in
    // The stage owns everything that is checked to be deallocated.
    let remainders: [Remainder]
    do {
      let stage = EngineStage(ByteReader(bytes))
      stage.play()
      remainders = stage.release()
    }
    for remainder in remainders {
      promise(remainder.object == nil, "\(remainder.name) is deallocated")
    }
  }

  private static let engineSeeds: [[UInt8]] = {
    // Any bytes build a stage; those of a linear generator are as good as others.
    (0..<24 as Range<UInt32>).map { seed in
      var state = seed &* 2_654_435_761 &+ 12_345
      return (0..<400).map { _ in
        state = state &* 1_664_525 &+ 1_013_904_223
        return UInt8(truncatingIfNeeded: state >> 24)
      }
    }
  }()
}

/// An object that should be deallocated.
struct Remainder {
  let name: String
  private(set) weak var object: AnyObject?

  init(_ name: String, _ object: AnyObject) {
    self.name = name
    self.object = object
  }
}
