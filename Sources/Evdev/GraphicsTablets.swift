import Contacts

/// The sizes of graphics tablets whose touch devices report no resolution, as on older kernels.
///
/// The active areas of pen and touch are the same. Their size is the pen's range divided by its
/// resolution, both from Linux's driver (`drivers/hid/wacom_wac.c`: 100 units/mm, and 200 for
/// Intuos5 and Intuos Pro).
enum GraphicsTablets {
  private static let wacom: UInt16 = 0x056a

  /// The size of a model's touch area in mm; nil for any other device.
  static func size(of identity: DeviceDescription.Identity) -> Size? {
    guard identity.vendor == wacom else { return nil }
    switch identity.product {
    // Bamboo pen and touch, small and medium.
    case 0xd0, 0xd1, 0xd2, 0xd6, 0xd7, 0xda, 0xde: return Size(width: 147.2, height: 92)
    case 0xd3, 0xd8, 0xdb, 0xdf: return Size(width: 216.48, height: 137)
    // Intuos pen and touch, small.
    case 0x302: return Size(width: 152, height: 95)
    // Intuos5 touch and Intuos Pro, small, medium and large.
    case 0x26, 0x314: return Size(width: 157.48, height: 98.425)
    case 0x27, 0x315: return Size(width: 223.52, height: 139.7)
    case 0x28, 0x317: return Size(width: 325.12, height: 203.2)
    // The screen ISDv4 E6.
    case 0xe6: return Size(width: 277.6, height: 156.94)
    default: return nil
    }
  }
}
