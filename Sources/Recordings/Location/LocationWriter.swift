public import Sensors

/// Writes a recording of locations.
public protocol LocationWriter: AnyObject {
  var format: LocationFormat { get }

  /// Appends a fix.
  func write(_ location: Location) throws(RecordingError)

  /// Ends the recording and its sink.
  func finish() throws(RecordingError)
}

extension LocationFormat {
  /// The formats that ``makeWriter(_:)`` supports.
  public static let writable: [LocationFormat] = [.gpx, .nmea, .gpsd]

  /// Creates a writer of this format; returns nil for a format that can only be read.
  public func makeWriter(_ sink: ByteSink) throws(RecordingError) -> (any LocationWriter)? {
    switch self {
    case .gpx: try GPXWriter(sink)
    case .nmea: NMEAWriter(sink)
    case .gpsd: GPSDWriter(sink)
    case .csv: nil
    }
  }
}

extension [UInt8] {
  /// Appends a number with exactly the given number of decimals (0 to 9), padded with zeros before
  /// the point to a width. Numbers beyond ±9 · 10^8 are clamped, and NaN becomes 0.
  package mutating func append(fixed number: Double, decimals: Int, width: Int = 1) {
    var scale: Int64 = 1
    for _ in 0..<decimals { scale *= 10 }
    let limit = 9e8
    let clamped = number.isNaN ? 0 : Swift.max(-limit, Swift.min(limit, number))
    let scaled = Int64((clamped * Double(scale)).rounded())
    if scaled < 0 { append(UInt8(ascii: "-")) }
    let (whole, rest) = scaled.magnitude.quotientAndRemainder(dividingBy: scale.magnitude)
    append(padded: whole, width: width)
    guard decimals > 0 else { return }
    append(UInt8(ascii: "."))
    append(padded: rest, width: decimals)
  }

  /// Appends a number with leading zeros.
  package mutating func append(padded number: UInt64, width: Int) {
    let digits = String(number)
    for _ in 0..<Swift.max(0, width - digits.utf8.count) { append(UInt8(ascii: "0")) }
    append(contentsOf: digits.utf8)
  }
}
