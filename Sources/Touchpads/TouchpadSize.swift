import Contacts
import Evdev
import LibinputOffline
import Timeline

extension TouchpadAnalysis {
  /// The verdict on the size that the device declares.
  package enum SizeVerdict: String, Sendable {
    /// A size that the ruler confirms, or contradicts.
    case confirmed, wrong
    /// No declared size, but one by the ruler; or neither.
    case measured, unknown
    /// A size that the fingers reach completely, or do not: they did not move along the edges, or
    /// it is wrong.
    case plausible, unreached
    /// A declared range that the fingers exceed.
    case exceeded
  }

  /// The share by which a side may differ, since a ruler measures it to a few mm.
  private static let tolerance = 0.05
  /// The share of an axis that a finger reaches along the edges, since half of it is beyond them.
  private static let fullReach = 0.85

  package var sizeVerdict: SizeVerdict {
    guard let declared = declaredSize else { return measuredSize == nil ? .unknown : .measured }
    guard let measured = measuredSize else {
      if max(reach.width, reach.height) > 1 + Self.tolerance { return .exceeded }
      return min(reach.width, reach.height) >= Self.fullReach ? .plausible : .unreached
    }
    let ratios = [measured.width / declared.width, measured.height / declared.height]
    return ratios.allSatisfy { abs($0 - 1) <= Self.tolerance } ? .confirmed : .wrong
  }

  /// The resolution in units per mm that the measured size implies.
  var impliedResolution: (x: Int32, y: Int32)? {
    guard let size = measuredSize,
      let x = device.axes[AbsoluteCode.positionX] ?? device.axes[AbsoluteCode.x],
      let y = device.axes[AbsoluteCode.positionY] ?? device.axes[AbsoluteCode.y]
    else { return nil }
    return (x.resolution(of: size.width), y.resolution(of: size.height))
  }

  /// The sizes and the verdict in words, with the remedy.
  var sizeText: String {
    let declared = "\(TouchpadAnalysis.text(declaredSize)) declared; "
    let shares = [reach.width, reach.height].map { "\(($0 * 100).text(decimals: 0)) %" }
    let reached = "the fingers reach \(shares[0]) x \(shares[1]) of it"
    let ruler = "the ruler has \(TouchpadAnalysis.text(measuredSize))"
    switch sizeVerdict {
    case .confirmed: return declared + "the ruler agrees"
    case .measured: return declared + ruler
    case .plausible: return declared + reached
    case .exceeded: return declared + "\(reached): its range is wrong; give --measured-size"
    case .unreached:
      return declared + "\(reached): move along all edges, and give --measured-size"
    case .unknown: return declared + "libinput assumes 69 x 50 mm: give --measured-size"
    case .wrong:
      let (x, y) = impliedResolution ?? (0, 0)
      return declared + "\(ruler). No quirk mends that, but udev's 60-evdev.hwdb: "
        + "EVDEV_ABS_00=::\(x) EVDEV_ABS_01=::\(y) EVDEV_ABS_35=::\(x) EVDEV_ABS_36=::\(y)"
    }
  }

  /// A size in words, as in `104.5 x 70.0 mm`.
  private static func text(_ size: Size?) -> String {
    size.map { "\($0.width.text(decimals: 1)) x \($0.height.text(decimals: 1)) mm" } ?? "nothing"
  }
}
