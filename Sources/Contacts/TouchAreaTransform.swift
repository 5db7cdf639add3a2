/// Transforms positions on a touch area, for devices that are mounted sideways or mirrored.
///
/// Positions are fractions of the width and height, from 0 to 1: (x, y) becomes
/// (a·x + b·y + c, d·x + e·y + f). This is libinput's calibration matrix, without its last row.
public struct TouchAreaTransform: Hashable, Sendable {
  public var a, b, c, d, e, f: Double

  /// Creates a transform from the first two rows of the matrix, as in
  /// `LIBINPUT_CALIBRATION_MATRIX`; nil unless there are six numbers from -1,000,000 to 1,000,000,
  /// which keep positions finite.
  public init?(_ numbers: [Double]) {
    guard numbers.count == 6, numbers.allSatisfy({ $0.magnitude <= 1e6 }) else { return nil }
    (a, b, c) = (numbers[0], numbers[1], numbers[2])
    (d, e, f) = (numbers[3], numbers[4], numbers[5])
  }

  /// Creates a clockwise rotation by 0, 90, 180 or 270 degrees; nil for other angles.
  public init?(degrees: Int) {
    switch degrees {
    case 0: self.init([1, 0, 0, 0, 1, 0])
    case 90: self.init([0, -1, 1, 1, 0, 0])
    case 180: self.init([-1, 0, 1, 0, -1, 1])
    case 270: self.init([0, 1, 0, -1, 0, 1])
    default: return nil
    }
  }

  /// Parses six numbers separated by spaces or commas, as in `0 -1 1 1 0 0`.
  public init?(parsing text: String) {
    let words = text.split { $0 == " " || $0 == "," }
    self.init(words.map { Double($0) ?? .nan })
  }

  /// Reads udev's `LIBINPUT_CALIBRATION_MATRIX`; nil if libinput refuses it or it is the
  /// identity.
  ///
  /// Some rules specify all nine numbers; as in libinput, only the first six are read.
  public init?(calibration text: String) {
    let words = text.split(separator: " ")
    guard words.count >= 6 else { return nil }
    self.init(words.prefix(6).map { Double($0) ?? .nan })
    if numbers == [1, 0, 0, 0, 1, 0] { return nil }
  }

  /// The numbers a to f.
  public var numbers: [Double] { [a, b, c, d, e, f] }

  /// The numbers as in `LIBINPUT_CALIBRATION_MATRIX`: `0.0 -1.0 1.0 1.0 0.0 0.0`. Reading them
  /// produces the same matrix.
  public var text: String { numbers.map { "\($0)" }.joined(separator: " ") }

  private var swapsSides: Bool { abs(b) > abs(a) }

  /// The size of a touch area after the transform.
  public func size(_ size: Size) -> Size {
    swapsSides ? Size(width: size.height, height: size.width) : size
  }

  /// Transforms all contacts of a frame; `size` is that of the touch area before the transform.
  public func apply(to frame: inout ContactFrame, on size: Size) {
    guard size.width > 0, size.height > 0 else { return }
    let turned = self.size(size)
    for index in frame.contacts.indices {
      let x = frame.contacts[index].position.x / size.width
      let y = frame.contacts[index].position.y / size.height
      frame.contacts[index].position = Point(
        x: (a * x + b * y + c) * turned.width, y: (d * x + e * y + f) * turned.height)
    }
  }
}
