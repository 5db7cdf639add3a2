import Contacts
public import Shapes

/// A published recognizer of drawn shapes that Touchstone is compared with: how it describes a
/// drawing, and how far apart it finds two of them.
///
/// Each is written from its paper, for measurements only; nothing of the library depends on it. All
/// name a drawing by its nearest example.
public protocol Peer {
  associatedtype Features
  static var name: String { get }

  /// - Parameter drawing: A drawing that is not empty. Recognizers of one stroke join several.
  static func features(of drawing: Drawing) -> Features

  /// How different a drawing is from an example; smaller is nearer.
  ///
  /// - Parameter limit: Larger distances may be returned as infinite.
  static func distance(_ drawn: Features, _ example: Features, limit: Float) -> Float
}

/// The nearest of several examples, by a peer.
public struct NearestExample<Recognizer: Peer> {
  private var examples: [(shape: Int, features: Recognizer.Features)] = []

  public init() {}

  public mutating func add(_ example: Drawing, of shape: Int) {
    examples.append((shape, Recognizer.features(of: example)))
  }

  /// The number of the nearest example's shape; -1 without examples.
  public func classify(_ drawing: Drawing) -> Int {
    let features = Recognizer.features(of: drawing)
    var nearest = (shape: -1, distance: Float.infinity)
    for example in examples {
      let distance = Recognizer.distance(features, example.features, limit: nearest.distance)
      if distance < nearest.distance { nearest = (example.shape, distance) }
    }
    return nearest.shape
  }
}
