public import Shapes

/// Penny Pincher: the sum of the dot products of the directions of 15 steps.
///
/// Taranta, LaViola: "Penny Pincher: a blazing fast, highly accurate $-family recognizer", Graphics
/// Interface
/// 2015. 16 points.
public enum PennyPincher: Peer {
  public static let name = "Penny Pincher"
  private static let count = 16

  public static func features(of drawing: Drawing) -> [PeerPoint] {
    drawing.joined(count).directions
  }

  public static func distance(
    _ drawn: [PeerPoint], _ example: [PeerPoint], limit: Float
  ) -> Float {
    var sum: Float = 0
    for index in 0..<count - 1 { sum += drawn[index].dot(example[index]) }
    return Float(count - 1) - sum
  }
}
