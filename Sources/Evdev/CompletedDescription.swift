import Contacts

extension DeviceDescription {
  /// Completes a description with properties that the events of a recording show or that were
  /// assumed: kind, keys, ranges and slots.
  ///
  /// Properties that the description specifies are kept, so a complete description is unchanged.
  ///
  /// - Parameters:
  ///   - description: The known description of the device; nil for an undescribed device.
  ///   - touchArea: The mapping that the recording is read with.
  ///   - observed: The properties that all events reveal; nil without events.
  public init(
    completing description: DeviceDescription?, touchArea: TouchArea, observed: ObservedDevice?
  ) {
    self.init(
      completing: description, touchArea: touchArea, observed: observed,
      touchProtocol: TouchProtocol(description: description, observed: observed) ?? .b)
  }

  /// Completes the description of a device that sends touches by the given protocol.
  init(
    completing description: DeviceDescription?, touchArea: TouchArea, observed: ObservedDevice?,
    touchProtocol: TouchProtocol
  ) {
    self = description ?? DeviceDescription()
    let isSingle = touchProtocol == .single
    completeKeys(touchArea.kind, observed, isSingle: isSingle)
    completePositions(touchArea, isSingle: isSingle)
    if description == nil, !isSingle {
      axes[AbsoluteCode.x] = axes[AbsoluteCode.positionX]
      axes[AbsoluteCode.y] = axes[AbsoluteCode.positionY]
    }
    completePressure(
      observed,
      by: AttributeScale(description: description, observed: observed, touchArea: touchArea))
    if touchProtocol == .b { completeSlots(observed) }
    if !isSingle {
      if description == nil || touchProtocol == .b {
        add(AbsoluteCode.trackingID, maximum: SlotEncoder.lastTrackingID)
      }
      completeSizes(observed)
    }
    let saysKind = description?.listsKeys ?? false
    if !saysKind || TouchArea(description: self).kind != touchArea.kind {
      properties.insert(touchArea.kind == .touchpad ? InputProperty.pointer : InputProperty.direct)
    }
  }

  private mutating func completeKeys(
    _ kind: TouchArea.Kind, _ observed: ObservedDevice?, isSingle: Bool
  ) {
    var keys = observed?.keys ?? []
    if !listsKeys {
      keys.insert(KeyCode.touch)
      if kind == .touchpad { keys.formUnion([KeyCode.left] + KeyCode.fingerTools) }
    }
    if isSingle { keys.insert(KeyCode.touch) }
    if keys.isEmpty { return }
    codes[EventType.key.rawValue, default: []].formUnion(keys)
  }

  /// Adds missing axes of positions, and gives axes without extent the range of the touch area.
  private mutating func completePositions(_ touchArea: TouchArea, isSingle: Bool) {
    let pairs = [
      (AbsoluteCode.positionX, AbsoluteCode.x, touchArea.x),
      (AbsoluteCode.positionY, AbsoluteCode.y, touchArea.y),
    ]
    for (multitouch, single, range) in pairs {
      let known = positionAxis(multitouch, single, isMultitouch: !isSingle)
      let sent = isSingle ? single : multitouch
      if axes[sent] == nil || !range.isAnnounced {
        axes[sent] = Axis(
          minimum: range.minimum, maximum: range.maximum, resolution: known?.resolution ?? 0)
      }
    }
  }

  /// Adds the pressure axes that occur, with the range that the scale assumes.
  private mutating func completePressure(_ observed: ObservedDevice?, by scale: AttributeScale) {
    let axis = Axis(minimum: scale.rawPressure(0), maximum: scale.rawPressure(1))
    let seen = [
      (AbsoluteCode.pressure, observed?.singlePressure),
      (AbsoluteCode.multitouchPressure, observed?.multitouchPressure),
    ]
    for (code, extent) in seen where extent != nil {
      if axes[code].map({ $0.maximum <= $0.minimum }) ?? true { axes[code] = axis }
    }
  }

  /// Adds ten slots, or more if more occur, to a device that announces none.
  ///
  /// If its keys count more fingers than there are slots in the events, it gets only these.
  private mutating func completeSlots(_ observed: ObservedDevice?) {
    let highest = observed?.highestSlot ?? 0
    let countsMore = observed.map { $0.mostFingers > highest + 1 && !$0.hasMultitouchReports }
    let last = countsMore ?? false ? highest : max(9, highest)
    add(AbsoluteCode.slot, maximum: Int32(last))
  }

  private mutating func completeSizes(_ observed: ObservedDevice?) {
    guard let observed else { return }
    if observed.hasToolTypes { add(AbsoluteCode.toolType, maximum: ToolType.palm) }
    guard let largest = observed.touchMajor?.upperBound, largest > 0 else { return }
    add(AbsoluteCode.touchMajor, maximum: largest)
    axes[AbsoluteCode.touchMinor] = axes[AbsoluteCode.touchMinor] ?? axes[AbsoluteCode.touchMajor]
  }

  /// Adds an axis from 0, unless the device announces it.
  private mutating func add(_ code: UInt16, maximum: Int32) {
    axes[code] = axes[code] ?? Axis(minimum: 0, maximum: maximum)
  }
}
