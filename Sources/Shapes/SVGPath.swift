import Contacts
private import RealModule

/// An error in the data of an SVG path.
public struct SVGPathError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The position of the error in bytes, from 1.
  public var column: Int
  /// The text that is expected there, such as `a number`.
  public var expected: String

  /// As in `column 7: expected a number`.
  public var description: String { "column \(column): expected \(expected)" }
}

extension Drawing {
  /// The most points of a drawing from an SVG path: 10,000.
  public static let maximumPathPoints = 10_000

  /// Creates a drawing from the data of an SVG path, the `d` attribute of a `path` element.
  ///
  /// ```swift
  /// let check = try Drawing(svgPath: "M 0 4 l 3 4 L 10 0")
  /// ```
  ///
  /// Each subpath is a stroke, in the direction of the path. All commands of SVG 2, chapter 9.3,
  /// are supported (M, L, H, V, C, S, Q, T, A and Z, absolute and relative). A curve or an arc
  /// becomes 32 lines, so that a circle is exact to a two-hundredth of its radius. A subpath that
  /// contains only a move is not drawn.
  ///
  /// - Throws: The first error of the path; more than ``maximumPathPoints`` points, or a coordinate
  ///   beyond ``maximumCoordinate``, are errors.
  public init(svgPath text: String) throws(SVGPathError) {
    var parser = SVGPathParser(text)
    try parser.parse()
    self.init(strokes: parser.strokes)
  }
}

/// Parses the data of an SVG path into strokes.
private struct SVGPathParser {
  /// The number of lines that a curve becomes.
  private static let curveSteps = 32

  private var scanner: SVGNumberScanner
  private(set) var strokes: [[Point]] = []
  private var pointCount = 0
  /// The start of the next segment, and of the subpath.
  private var current = Point.zero
  private var start = Point.zero
  /// Whether the next segment continues the last stroke.
  private var isDrawing = false
  /// The last control point of the last segment, if it was a curve.
  private var control: (curve: Curve, point: Point)?

  private enum Curve {
    case cubic, quadratic
  }

  init(_ text: String) { scanner = SVGNumberScanner(text) }

  mutating func parse() throws(SVGPathError) {
    scanner.skipSpaces()
    guard let first = scanner.byte, first | 0x20 == UInt8(ascii: "m") else {
      throw scanner.error("a path that begins with M or m")
    }
    while let command = scanner.byte {
      guard Self.commands.contains(command | 0x20) else {
        throw scanner.error("a command, one of M L H V C S Q T A Z")
      }
      scanner.advance()
      try run(command | 0x20, isRelative: command & 0x20 != 0)
      scanner.skipSpaces()
    }
  }

  private static let commands = Array("mlhvcsqtaz".utf8)

  /// Reads the arguments of a command, and of its implicit repetitions.
  private mutating func run(_ command: UInt8, isRelative: Bool) throws(SVGPathError) {
    if command == UInt8(ascii: "z") { return try close() }
    var command = command
    repeat {
      try segment(command, from: isRelative ? current : .zero)
      // Further pairs of coordinates after a move are lines.
      if command == UInt8(ascii: "m") { command = UInt8(ascii: "l") }
    } while scanner.isAtNumber()
  }

  private mutating func close() throws(SVGPathError) {
    try line(to: start)
    isDrawing = false
    control = nil
  }

  /// - Parameter origin: The origin of the coordinates.
  private mutating func segment(_ command: UInt8, from origin: Point) throws(SVGPathError) {
    // Only a curve leaves a control point to the segment that follows.
    let last = control
    control = nil
    func mirrored(_ curve: Curve) -> Point {
      guard let last, last.curve == curve else { return current }
      return current + (current - last.point)
    }
    switch command {
    case UInt8(ascii: "m"):
      current = try point(from: origin)
      start = current
      isDrawing = false
    case UInt8(ascii: "l"): try line(to: point(from: origin))
    case UInt8(ascii: "h"): try line(to: Point(x: origin.x + scanner.number(), y: current.y))
    case UInt8(ascii: "v"): try line(to: Point(x: current.x, y: origin.y + scanner.number()))
    case UInt8(ascii: "c"): try cubic(point(from: origin), from: origin)
    case UInt8(ascii: "s"): try cubic(mirrored(.cubic), from: origin)
    case UInt8(ascii: "q"): try quadratic(point(from: origin), from: origin)
    case UInt8(ascii: "t"): try quadratic(mirrored(.quadratic), from: origin)
    default: try arc(from: origin)
    }
  }

  private mutating func point(from origin: Point) throws(SVGPathError) -> Point {
    let x = try scanner.number()
    return Point(x: origin.x + x, y: origin.y + (try scanner.number()))
  }

  private mutating func line(to point: Point) throws(SVGPathError) {
    if !isDrawing {
      strokes.append([])
      isDrawing = true
      try add(current)
    }
    try add(point)
    current = point
  }

  private mutating func add(_ point: Point) throws(SVGPathError) {
    guard point.isDrawable else { throw scanner.error("a coordinate from -1e10 to 1e10") }
    guard pointCount < Drawing.maximumPathPoints else {
      throw scanner.error("at most \(Drawing.maximumPathPoints) points of a path")
    }
    strokes[strokes.count - 1].append(point)
    pointCount += 1
  }

  // MARK: Curves

  private mutating func curve(_ position: (Double) -> Point) throws(SVGPathError) {
    for step in 1...SVGPathParser.curveSteps {
      try line(to: position(Double(step) / Double(Self.curveSteps)))
    }
  }

  private mutating func cubic(_ first: Point, from origin: Point) throws(SVGPathError) {
    let second = try point(from: origin)
    let (from, to) = (current, try point(from: origin))
    try curve { t in
      let u = 1 - t
      return .zero + (from - .zero) * (u * u * u) + (first - .zero) * (3 * u * u * t)
        + (second - .zero) * (3 * u * t * t) + (to - .zero) * (t * t * t)
    }
    current = to
    control = (.cubic, second)
  }

  private mutating func quadratic(_ control: Point, from origin: Point) throws(SVGPathError) {
    let (from, to) = (current, try point(from: origin))
    try curve { t in
      let u = 1 - t
      return .zero + (from - .zero) * (u * u) + (control - .zero) * (2 * u * t)
        + (to - .zero) * (t * t)
    }
    current = to
    self.control = (.quadratic, control)
  }

  /// An elliptical arc by its end points: SVG 2, appendix B.2.4 and B.2.5.
  private mutating func arc(from origin: Point) throws(SVGPathError) {
    var (rx, ry) = (abs(try scanner.number()), abs(try scanner.number()))
    let angle = try scanner.number() * .pi / 180
    let (isLarge, isClockwise) = (try scanner.flag(), try scanner.flag())
    let (from, to) = (current, try point(from: origin))
    if from == to { return }
    guard rx > 0, ry > 0 else { return try line(to: to) }
    let (cosine, sine) = (Double.cos(angle), Double.sin(angle))
    let half = (from - to) / 2
    let x = cosine * half.dx + sine * half.dy
    let y = cosine * half.dy - sine * half.dx
    // Radii that are too small are scaled up until the arc fits.
    let excess = (x / rx) * (x / rx) + (y / ry) * (y / ry)
    if excess > 1 { (rx, ry) = (rx * excess.squareRoot(), ry * excess.squareRoot()) }
    let rest = max(0, 1 / ((x / rx) * (x / rx) + (y / ry) * (y / ry)) - 1).squareRoot()
    let sign = isLarge == isClockwise ? -rest : rest
    let (centerX, centerY) = (sign * rx * y / ry, -sign * ry * x / rx)
    let middle = from + (to - from) / 2
    let center = Point(
      x: cosine * centerX - sine * centerY + middle.x,
      y: sine * centerX + cosine * centerY + middle.y)
    let first = Double.atan2(y: (y - centerY) / ry, x: (x - centerX) / rx)
    let last = Double.atan2(y: (-y - centerY) / ry, x: (-x - centerX) / rx)
    var sweep = last - first
    if isClockwise, sweep < 0 { sweep += 2 * .pi }
    if !isClockwise, sweep > 0 { sweep -= 2 * .pi }
    try curve { t in
      let (u, v) = (rx * .cos(first + t * sweep), ry * .sin(first + t * sweep))
      return center + Vector(dx: cosine * u - sine * v, dy: sine * u + cosine * v)
    }
    current = to
  }
}

// MARK: - Numbers

/// Reads the numbers and flags of a path, which need no separator where they are unambiguous.
private struct SVGNumberScanner {
  private let bytes: [UInt8]
  private var position = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

  mutating func advance() { position += 1 }

  func error(_ expected: String) -> SVGPathError {
    SVGPathError(column: position + 1, expected: expected)
  }

  mutating func skipSpaces() {
    while let byte, [0x20, 0x09, 0x0a, 0x0c, 0x0d].contains(byte) { position += 1 }
  }

  /// Whether a number follows optional spaces and a comma, which are skipped; true at a lone comma.
  mutating func isAtNumber() -> Bool {
    let start = position
    skipSeparator()
    if let byte, Self.isDigit(byte) || [0x2b, 0x2d, 0x2e].contains(byte) {
      return true
    }
    // A number must follow a comma.
    position = start
    skipSpaces()
    return byte == UInt8(ascii: ",")
  }

  private mutating func skipSeparator() {
    skipSpaces()
    if byte == UInt8(ascii: ",") {
      position += 1
      skipSpaces()
    }
  }

  mutating func number() throws(SVGPathError) -> Double {
    skipSeparator()
    let start = position
    if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { position += 1 }
    var digits = skipDigits()
    if byte == UInt8(ascii: ".") {
      position += 1
      digits += skipDigits()
    }
    if digits > 0, let byte, byte | 0x20 == UInt8(ascii: "e") {
      let mantissaEnd = position
      position += 1
      if self.byte == UInt8(ascii: "+") || self.byte == UInt8(ascii: "-") { position += 1 }
      if skipDigits() == 0 { position = mantissaEnd }
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    guard digits > 0, let number = Double(text), number.isFinite else {
      position = start
      throw error("a number")
    }
    return number
  }

  private mutating func skipDigits() -> Int {
    let start = position
    while let byte, Self.isDigit(byte) { position += 1 }
    return position - start
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") <= 9 }

  mutating func flag() throws(SVGPathError) -> Bool {
    skipSeparator()
    guard byte == UInt8(ascii: "0") || byte == UInt8(ascii: "1") else { throw error("0 or 1") }
    defer { position += 1 }
    return byte == UInt8(ascii: "1")
  }
}
