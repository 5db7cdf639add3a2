import Sensors

extension LocationSource {
  /// What the letter of a mode tells (NMEA 0183, version 2.3 and later).
  init(nmeaMode mode: UInt8?) {
    switch mode {
    case UInt8(ascii: "A"): self = .satellites
    case UInt8(ascii: "D"): self = .differential
    case UInt8(ascii: "P"): self = .precise
    case UInt8(ascii: "R"): self = .kinematicFixed
    case UInt8(ascii: "F"): self = .kinematicFloat
    case UInt8(ascii: "E"): self = .estimated
    case UInt8(ascii: "M"): self = .manual
    case UInt8(ascii: "S"): self = .simulated
    default: self = .unknown
    }
  }

  /// What the quality of a GGA tells.
  init(nmeaQuality quality: Double?) {
    switch quality {
    case 1: self = .satellites
    case 2: self = .differential
    case 3: self = .precise
    case 4: self = .kinematicFixed
    case 5: self = .kinematicFloat
    case 6: self = .estimated
    case 7: self = .manual
    case 8: self = .simulated
    default: self = .unknown
    }
  }
}
