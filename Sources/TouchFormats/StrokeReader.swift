/// A drawing in a file of strokes: one line.
public struct StrokeLine: Hashable, Sendable {
  /// The name of the shape to draw, the key `class`; nil if the line lacks the key.
  public var name: String?
  /// The points of each stroke, in the file's unit, without their times.
  public var strokes: [[Point]] = []
  /// The number of the line in the file, from 1.
  public var line = 0

  public init() {}
}

/// Reads drawings from JSON Lines, with one drawing in memory at a time.
///
/// ```json
/// {"class":"arrow","user":"1","strokes":[[[69,228,0],[70,225,41]],[[138,185,127],[145,181,136]]]}
/// ```
///
/// `strokes` is required: the points of each stroke as `[x, y]`; further elements of a point are
/// skipped. Of the other keys only `class` is read. Empty lines are skipped. The layout is that of
/// the public sets of strokes by pen and finger (`../shared/data/strokes`).
public final class StrokeReader {
  private let lines: LineBuffer

  /// Opens a file of strokes; `-` is standard input.
  public convenience init(path: String) throws(FileError) {
    try self.init(ByteSource(path: path))
  }

  /// Reads a source from its next byte on; throws for other kinds, as compressed data.
  public init(_ source: ByteSource) throws(FileError) {
    let head = try source.peek(OtherFile.maximumSignatureLength)
    if let kind = OtherFile.kind(of: head) {
      throw FileError(
        file: source.name, position: .byte(0), expected: "strokes as lines of JSON", found: kind)
    }
    let source = try source.decodingUnicode()
    try source.skipByteOrderMark()
    lines = LineBuffer(source)
  }

  /// Replaces `drawing` with the next drawing, in the same memory; false at the end.
  public func next(_ drawing: inout StrokeLine) throws(FileError) -> Bool {
    while let line = try lines.nextLine() {
      if line.isBlank { continue }
      do throws(JSONError) {
        try StrokeReader.parse(line.rest, into: &drawing)
      } catch {
        throw lines.error(at: line, error)
      }
      drawing.line = line.line
      return true
    }
    return false
  }

  private static func parse(
    _ text: UnsafeBufferPointer<UInt8>, into drawing: inout StrokeLine
  ) throws(JSONError) {
    var json = JSONCursor(text)
    drawing.name = nil
    var hasStrokes = false
    try json.members("an object of JSON with \"strokes\"") { json, name throws(JSONError) in
      switch name {
      case "strokes":
        if hasStrokes { throw json.error("\"strokes\" once") }
        hasStrokes = true
        try json.strokes(into: &drawing.strokes)
      case "class": drawing.name = try json.string("the name of a class in quotes")
      default: try json.skipValue()
      }
    }
    try json.end()
    if !hasStrokes { throw json.error("an object of JSON with \"strokes\"", at: 0) }
  }
}

extension JSONCursor {
  /// The most strokes of a drawing: more than any letter has.
  package static let maximumStrokes = 100

  /// Reads an array of strokes into arrays whose memory is reused.
  package mutating func strokes(into strokes: inout [[Point]]) throws(JSONError) {
    var count = 0
    try elements("an array of strokes") { json throws(JSONError) in
      if count == JSONCursor.maximumStrokes {
        throw JSONError(
          offset: json.offset,
          expected: "at most \(JSONCursor.maximumStrokes) strokes of a drawing",
          found: "a further one")
      }
      if count == strokes.count { strokes.append([]) }
      try json.points(into: &strokes[count])
      count += 1
    }
    strokes.removeLast(strokes.count - count)
  }

  private mutating func points(into points: inout [Point]) throws(JSONError) {
    points.removeAll(keepingCapacity: true)
    try elements("an array of points") { json throws(JSONError) in
      var point = Point.zero
      var count = 0
      try json.elements("a point as [x, y]") { json throws(JSONError) in
        switch count {
        case 0: point.x = try json.coordinate("a number, the point's x")
        case 1: point.y = try json.coordinate("a number, the point's y")
        default: try json.skipValue()
        }
        count += 1
      }
      if count < 2 { throw json.error("a point as [x, y]", at: json.offset - 1) }
      points.append(point)
    }
  }

  /// Reads a coordinate; throws beyond 1e10, the largest coordinate of a shape.
  private mutating func coordinate(_ expected: StaticString) throws(JSONError) -> Double {
    skipSpaces()
    let start = offset
    let number = try number(expected)
    guard abs(number) <= 1e10 else { throw error("a coordinate from -1e10 to 1e10", at: start) }
    return number
  }
}
