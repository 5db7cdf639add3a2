/// A protocol by which a device reports touches.
enum TouchProtocol: Sendable {
  /// Multitouch protocol A; see ``ProtocolA``.
  case a
  /// Multitouch protocol B; see ``ProtocolB``.
  case b
  /// One touch on `ABS_X` and `ABS_Y`; see ``SingleTouch``.
  case single

  /// The protocol that the events show or, without events, the one that the description implies.
  ///
  /// Devices with both kinds of axes emulate single touch for old programs.
  init?(description: DeviceDescription?, observed: ObservedDevice?) {
    if let observed, observed.hasPositions {
      if observed.hasMultitouchReports, observed.highestSlot == nil,
        description?.axes[AbsoluteCode.slot] == nil
      {
        self = .a
      } else {
        self = observed.hasMultitouchPositions ? .b : .single
      }
    } else if let description, !description.axes.isEmpty {
      let hasPositions = description.axes[AbsoluteCode.positionX] != nil
      if description.axes[AbsoluteCode.slot] != nil {
        self = .b
      } else if description.axes[AbsoluteCode.x] != nil, !hasPositions {
        self = .single
      } else {
        self = hasPositions && description.listsKeys ? .a : .b
      }
    } else {
      return nil
    }
  }
}
