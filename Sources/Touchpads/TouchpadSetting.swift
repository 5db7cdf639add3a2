import Evdev
import Gestures

/// A line of a file of libinput's quirks, as in `AttrPalmPressureThreshold=60`.
package struct Quirk: Hashable, Sendable {
  package var key: String
  package var value: String

  package var line: String { "\(key)=\(value)" }
}

/// A setting to try: quirks of libinput, or the palm rule of a profile.
package struct TouchpadSetting: Hashable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case sizeHint, resolutionHint, pressureRange, touchSizeRange, palmPressure, palmSize
    case thumbPressure
    /// The section `palm` of this program's profiles.
    case profile
  }

  package var quirks: [Quirk] = []
  package var palm: Profile.Palm?

  /// The setting as text, as in `AttrTouchSizeRange=4:3, AttrPalmSizeThreshold=12`.
  package var text: String {
    palm.map {
      "palm.pressure \($0.pressure.text(decimals: 2)), "
        + "palm.heavyPressure \($0.heavyPressure.text(decimals: 2))"
    } ?? quirks.map(\.line).joined(separator: ", ")
  }
}

// MARK: - Candidates

extension TouchpadSetting.Kind {
  /// The keys of libinput; empty for a profile.
  var keys: [String] {
    switch self {
    case .sizeHint: ["AttrSizeHint"]
    case .resolutionHint: ["AttrResolutionHint"]
    case .pressureRange: ["AttrPressureRange"]
    case .touchSizeRange: ["AttrTouchSizeRange"]
    case .palmPressure: ["AttrPalmPressureThreshold"]
    // libinput reads the threshold only for a device whose touches it detects by their size.
    case .palmSize: ["AttrTouchSizeRange", "AttrPalmSizeThreshold"]
    case .thumbPressure: ["AttrThumbPressureThreshold"]
    case .profile: []
    }
  }

  /// The number of tried values.
  private static let steps = 12

  /// The settings to try, in the order of values; empty without the axis or the relevant touches.
  func candidates(_ analysis: TouchpadAnalysis) -> [TouchpadSetting] {
    // libinput ignores a pressure with a resolution.
    let pressure = analysis.device.pressureAxis.flatMap { $0.resolution > 0 ? nil : $0 }
    switch self {
    case .sizeHint, .resolutionHint:
      guard analysis.declaredSize == nil, let size = analysis.measuredSize,
        let resolution = analysis.impliedResolution
      else { return [] }
      let sides = "\(size.width.text(decimals: 0))x\(size.height.text(decimals: 0))"
      let units = "\(resolution.x)x\(resolution.y)"
      return settings([self == .sizeHint ? sides : units])
    case .pressureRange: return pressure == nil ? [] : settings(ranges(analysis, .pressure))
    case .touchSizeRange: return settings(ranges(analysis, .touchMajor))
    case .palmSize:
      guard let range = ranges(analysis, .touchMajor).first else { return [] }
      return thresholds(analysis, .touchMajor, [.palms, .thumbs]).map { value in
        TouchpadSetting(quirks: [
          Quirk(key: keys[0], value: range), Quirk(key: keys[1], value: "\(value)"),
        ])
      }
    case .palmPressure, .thumbPressure:
      let parts: [TouchpadPart] = self == .palmPressure ? [.palms, .thumbs] : [.thumbs]
      return pressure == nil
        ? [] : settings(thresholds(analysis, .pressure, parts).map(String.init))
    case .profile:
      guard let axis = pressure else { return [] }
      let range = Double(axis.maximum) - Double(axis.minimum)
      return thresholds(analysis, .pressure, [.palms, .thumbs]).map { value in
        TouchpadSetting(palm: .above((Double(value) - Double(axis.minimum)) / range))
      }
    }
  }

  private func settings(_ values: [String]) -> [TouchpadSetting] {
    values.map { TouchpadSetting(quirks: [Quirk(key: keys[0], value: $0)]) }
  }

  /// Evenly spaced values from the median of the fingers to the greatest of some unintended
  /// touches; empty without such touches, or if they are all lighter.
  private func thresholds(
    _ analysis: TouchpadAnalysis, _ measure: TouchpadAnalysis.Measure, _ parts: [TouchpadPart]
  ) -> [Int] {
    func values(_ part: TouchpadPart) -> TouchpadAnalysis.Distribution? {
      analysis.parts.first { $0.part == part }?.distributions[measure]
    }
    guard let fingers = values(.fingers),
      let high = parts.compactMap({ values($0)?.quantile(1) }).max()
    else { return [] }
    let low = fingers.quantile(0.5)
    guard high > low else { return [] }
    let all = (1...Self.steps).map { step in
      Int((low + (high - low) * Double(step) / Double(Self.steps)).rounded())
    }
    return Set(all).filter { $0 > 0 }.sorted()
  }

  /// The values at which a touch begins, up to the lightest of the fingers, each with one at which
  /// it ends: four fifths of it, as in most of libinput's quirks.
  private func ranges(
    _ analysis: TouchpadAnalysis, _ measure: TouchpadAnalysis.Measure
  ) -> [String] {
    let fingers = analysis.parts.first { $0.part == .fingers }
    guard let lightest = fingers?.distributions[measure]?.quantile(0.05) else { return [] }
    let minimum = measure == .pressure ? Int(analysis.device.pressureAxis?.minimum ?? 0) : 0
    let all = (1...Self.steps).map { step in
      minimum + Int(((lightest - Double(minimum)) * Double(step) / Double(Self.steps)).rounded())
    }
    return Set(all).sorted().compactMap { down in
      let up = minimum + (down - minimum) * 4 / 5
      return up > minimum && down > up ? "\(down):\(up)" : nil
    }
  }
}

extension Profile.Palm {
  /// The standard rule with other limits of pressure, in the standard's ratio.
  fileprivate static func above(_ share: Double) -> Profile.Palm {
    var palm = Profile.standard.palm
    let ratio = palm.heavyPressure / palm.pressure
    palm.pressure = min(1, (share * 100).rounded() / 100)
    palm.heavyPressure = min(1, (palm.pressure * ratio * 100).rounded() / 100)
    return palm
  }
}

// MARK: - Sections

/// A section of a file of quirks, for one touchpad.
struct QuirkSection {
  var device: DeviceDescription
  /// The machine's model, `dmi:...`; nil matches any.
  var model: String?
  var quirks: [Quirk]

  /// The lines of the section, which begin with its name in brackets.
  var lines: [String] {
    let name = QuirkSection.plain(device.name)
    var lines = ["[\(name.isEmpty ? "Touchpad" : name)]", "MatchUdevType=touchpad"]
    if !name.isEmpty { lines.append("MatchName=\(name)") }
    let identity = device.identity
    if identity.vendor != 0 { lines.append("MatchVendor=\(QuirkSection.hex(identity.vendor))") }
    if identity.product != 0 { lines.append("MatchProduct=\(QuirkSection.hex(identity.product))") }
    if let model = model.flatMap(QuirkSection.pattern) {
      lines.append("MatchDMIModalias=\(model)")
    }
    return lines + quirks.map(\.line)
  }

  private static func hex(_ number: UInt16) -> String {
    let digits = String(number, radix: 16, uppercase: true)
    return "0x" + String(repeating: "0", count: 4 - digits.count) + digits
  }

  /// A name as a pattern, in which `?` replaces characters with a special meaning.
  private static func plain(_ name: String) -> String {
    String(
      name.unicodeScalars.map { scalar in
        scalar.isASCII && scalar.value >= 0x20 && scalar.value < 0x7f
          && !"[]*?\\#\"".unicodeScalars.contains(scalar) ? Character(scalar) : "?"
      })
  }

  /// The vendor and the product of a model as a pattern, as in `dmi:*svnLENOVO:pn20XW:*`.
  private static func pattern(_ model: String) -> String? {
    let fields = model.split(separator: ":").map(String.init)
    let named = fields.filter { $0.hasPrefix("svn") || $0.hasPrefix("pn") }.map(plain)
    return named.count == 2 ? "dmi:*\(named.joined(separator: ":")):*" : nil
  }
}
