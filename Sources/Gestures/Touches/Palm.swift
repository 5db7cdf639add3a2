/// A contact that is a palm, with the reason.
///
/// A palm has no touch, or its touch is cancelled. ``Application/palmObserver`` receives it once.
public struct Palm: Hashable, Sendable {
  /// The contact as of the frame that revealed the palm.
  public var contact: Contact
  /// The number of the device.
  public var device: Int
  /// The measurement and the limit; without numbers if the contact lies beside a palm.
  public var reason: FailureReason

  /// The id of the palm's touch, even if the contact is no touch.
  public var touchID: Touch.ID { contact.id &+ (device << 32) }
}
