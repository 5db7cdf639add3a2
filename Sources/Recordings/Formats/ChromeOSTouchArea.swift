import Contacts
import Evdev

/// The touchpad of an activity log: where it begins, in units, and how many units are a millimetre.
struct ChromeOSTouchArea {
  private var left = 0.0
  private var top = 0.0
  private var right = 1.0
  private var bottom = 1.0
  /// Units a millimetre.
  private var xResolution = 1.0
  private var yResolution = 1.0

  /// The size of touchpads that do not tell theirs, after libinput.
  private static let usualSize = Size(width: 69, height: 50)

  init() {}

  /// Reads `hardwareProperties`.
  init(_ properties: JSONNode) throws(JSONError) {
    left = try properties.number("left")
    top = try properties.number("top")
    right = try properties.number("right", above: left)
    bottom = try properties.number("bottom", above: top)
    setUsualSize()
    if let resolution = try properties.optionalNumber("xResolution"), resolution > 0 {
      xResolution = resolution
    }
    if let resolution = try properties.optionalNumber("yResolution"), resolution > 0 {
      yResolution = resolution
    }
  }

  /// A log that was cut off has no properties: units are taken to reach from zero to the largest one.
  init(guessedFrom entries: [JSONNode]) {
    for entry in entries {
      guard case .array(let fingers)? = entry["fingers"]?.value else { continue }
      for finger in fingers {
        if case .number(let x)? = finger["positionX"]?.value { right = max(right, x) }
        if case .number(let y)? = finger["positionY"]?.value { bottom = max(bottom, y) }
      }
    }
    setUsualSize()
  }

  private mutating func setUsualSize() {
    xResolution = (right - left) / ChromeOSTouchArea.usualSize.width
    yResolution = (bottom - top) / ChromeOSTouchArea.usualSize.height
  }

  /// In mm.
  var size: Size {
    Size(width: (right - left) / xResolution, height: (bottom - top) / yResolution)
  }

  /// Millimetres from the top left corner.
  func position(of place: Point) -> Point {
    Point(x: (place.x - left) / xResolution, y: (place.y - top) / yResolution)
  }

  /// The axes of a touching area in mm; nil where the log has none.
  func size(major: Double, minor: Double) -> Size? {
    guard major > 0 || minor > 0 else { return nil }
    return Size(width: major / xResolution, height: minor / yResolution)
  }

  /// The touchpad in the kernel's words, as far as they reach.
  func description(_ properties: JSONNode) -> DeviceDescription {
    var description = DeviceDescription(properties: [InputProperty.pointer])
    description.axes[AbsoluteCode.positionX] = axis(left, right, xResolution)
    description.axes[AbsoluteCode.positionY] = axis(top, bottom, yResolution)
    if case .number(let count)? = properties["maxFingerCount"]?.value, count >= 1 {
      description.axes[AbsoluteCode.slot] = axis(0, count - 1, 0)
    }
    if case .bool(true)? = properties["isButtonPad"]?.value {
      description.properties.insert(InputProperty.buttonPad)
    }
    if case .bool(true)? = properties["semiMt"]?.value {
      description.properties.insert(InputProperty.semiMultitouch)
    }
    return description
  }

  private func axis(
    _ minimum: Double, _ maximum: Double, _ resolution: Double
  ) -> DeviceDescription.Axis {
    func number(_ value: Double) -> Int32 {
      Int32(max(Double(Int32.min), min(Double(Int32.max), value.rounded())))
    }
    return .init(
      minimum: number(minimum), maximum: number(maximum), resolution: number(resolution))
  }
}

// MARK: Members

extension JSONNode {
  /// A member that must be a number.
  func number(_ name: String) throws(JSONError) -> Double {
    guard let number = try optionalNumber(name) else {
      throw JSONError(offset: offset, expected: "an object with the numbers of its kind")
    }
    return number
  }

  /// A member that must be a larger number than another one.
  func number(_ name: String, above limit: Double) throws(JSONError) -> Double {
    let number = try number(name)
    guard number > limit else {
      throw JSONError(
        offset: self[name]?.offset ?? offset, expected: "a number above that of the other edge")
    }
    return number
  }

  /// A member that must be a number if it is there.
  func optionalNumber(_ name: String) throws(JSONError) -> Double? {
    guard let node = self[name] else { return nil }
    guard case .number(let number) = node.value else {
      throw JSONError(offset: node.offset, expected: "a number")
    }
    return number
  }
}
