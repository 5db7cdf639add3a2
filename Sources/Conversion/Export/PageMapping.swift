public import Contacts

/// Maps positions in mm on a touch area to pixels of a page or a screen, with the same scale in
/// both directions, so that pinches and rotations keep their scales and angles.
public struct PageMapping: Hashable, Sendable {
  /// The part of the page in which the touch area is centred; nil for the top left corner.
  public var box: Rect?
  /// The scale in pixels per millimetre; nil for the largest that fits ``box`` or, without a box,
  /// for ``usualScale``.
  public var pixelsPerMillimetre: Double?

  /// The CSS pixels per millimetre on a phone, as of UIKit's point: 163 per inch. Android's
  /// independent pixel has 160.
  public static let usualScale = 163 / 25.4

  public init(box: Rect? = nil, pixelsPerMillimetre: Double? = nil) {
    self.box = box
    self.pixelsPerMillimetre = pixelsPerMillimetre
  }

  /// The scale in pixels per millimetre for a touch area of the given size in mm.
  public func scale(of size: Size) -> Double {
    if let pixelsPerMillimetre { return pixelsPerMillimetre }
    guard let box, size.width > 0, size.height > 0 else { return PageMapping.usualScale }
    return min(box.size.width / size.width, box.size.height / size.height)
  }

  /// The position on the page, in pixels, of the top left corner of a touch area of the given size
  /// in mm.
  func origin(of size: Size) -> Point {
    guard let box else { return .zero }
    let scale = scale(of: size)
    return Point(
      x: box.origin.x + (box.size.width - size.width * scale) / 2,
      y: box.origin.y + (box.size.height - size.height * scale) / 2)
  }
}
