import Contacts
import RealModule

/// The only place of this module that computes sines.
extension Vector {
  /// A vector of length 1 at an angle: 0 points right, 90 down, so that angles grow clockwise.
  init(degrees: Double) {
    let radians = degrees * (.pi / 180)
    self.init(dx: .cos(radians), dy: .sin(radians))
  }
}
