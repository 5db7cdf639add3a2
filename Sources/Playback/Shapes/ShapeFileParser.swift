struct ShapeFileParser {
  private static let fileKeys = ["v", "shapes"]
  private static let shapeKeys = [
    "name", "threshold", "tolerance", "examples", "counter_examples",
  ]
  private static let toleranceKeys = ["rotation_deg", "reversal", "scale"]
  private static let exampleKeys = ["strokes", "svg"]

  private var names: Set<String> = []
  private var exampleCount = 0
  private var pointCount = 0

  mutating func shapes(_ json: inout JSONCursor) throws(JSONError) -> ShapeSet {
    var hasVersion = false
    var shapes: [Shape]?
    try json.members(of: "shapes", named: Self.fileKeys, "shapes as an object of JSON") {
      json, key throws(JSONError) in
      if key == "v" {
        _ = try json.number("version 2 of shapes: \"v\":2", in: 2...2)
        hasVersion = true
      } else {
        shapes = try self.list(&json)
      }
    }
    try json.end()
    if !hasVersion { throw json.error("version 2 of shapes: \"v\":2", at: 0) }
    guard let shapes else { throw json.error("an array of shapes as \"shapes\"", at: 0) }
    return ShapeSet(shapes)
  }

  private mutating func list(_ json: inout JSONCursor) throws(JSONError) -> [Shape] {
    var shapes: [Shape] = []
    try json.elements("an array of shapes") { json throws(JSONError) in
      json.skipSpaces()
      if shapes.count == ShapeFile.maximumShapes {
        throw JSONError(
          offset: json.offset, expected: "at most \(ShapeFile.maximumShapes) shapes",
          found: "a further one")
      }
      shapes.append(try self.shape(&json))
    }
    return shapes
  }

  private mutating func shape(_ json: inout JSONCursor) throws(JSONError) -> Shape {
    let start = json.offset
    var shape = Shape("", examples: [])
    var hasExamples = false
    try json.members(of: "shapes", named: Self.shapeKeys, "a shape as an object of JSON") {
      json, key throws(JSONError) in
      switch key {
      case "name": shape.name = try self.name(&json)
      case "threshold": shape.threshold = try json.number("a score from 0 to 1", in: 0...1)
      case "tolerance": shape.tolerance = try Self.tolerance(&json)
      case "examples":
        shape.examples = try self.drawings(&json)
        hasExamples = true
      default: shape.counterExamples = try self.drawings(&json)
      }
    }
    if shape.name.isEmpty { throw json.error("a shape with a name", at: start) }
    if !hasExamples { throw json.error("a shape with examples", at: start) }
    return shape
  }

  private mutating func name(_ json: inout JSONCursor) throws(JSONError) -> String {
    let start = json.offset
    let name = try json.string("a name in quotes")
    if name.isEmpty { throw json.error("a name of at least one letter", at: start) }
    if name.utf8.count > ShapeFile.maximumNameLength {
      throw json.error("a name of at most 256 bytes", at: start)
    }
    guard names.insert(name).inserted else {
      throw json.error("a name that no shape before has", at: start)
    }
    return name
  }

  private static func tolerance(_ json: inout JSONCursor) throws(JSONError) -> Shape.Tolerance {
    var tolerance = Shape.Tolerance()
    try json.members(of: "tolerances", named: toleranceKeys, "a tolerance as an object of JSON") {
      json, key throws(JSONError) in
      switch key {
      case "rotation_deg":
        tolerance.rotation = try json.number("degrees from 0 to 180", in: 0...180)
      case "reversal": tolerance.allowsReversal = try json.bool("true or false")
      default: tolerance.scale = try json.number("a factor from 1", in: 1...)
      }
    }
    return tolerance
  }
}

// MARK: - Drawings

extension ShapeFileParser {
  private mutating func drawings(_ json: inout JSONCursor) throws(JSONError) -> [Drawing] {
    var drawings: [Drawing] = []
    try json.elements("an array of examples") { json throws(JSONError) in
      json.skipSpaces()
      let start = json.offset
      if self.exampleCount == ShapeFile.maximumExamples {
        throw JSONError(
          offset: start, expected: "at most \(ShapeFile.maximumExamples) examples",
          found: "a further one")
      }
      let drawing = try Self.drawing(&json)
      self.exampleCount += 1
      self.pointCount += drawing.strokes.reduce(0) { $0 + $1.count }
      if self.pointCount > ShapeFile.maximumPoints {
        throw JSONError(
          offset: start, expected: "at most \(ShapeFile.maximumPoints) points", found: "more")
      }
      drawings.append(drawing)
    }
    return drawings
  }

  private static func drawing(_ json: inout JSONCursor) throws(JSONError) -> Drawing {
    let start = json.offset
    var drawing: Drawing?
    try json.members(
      of: "examples", named: exampleKeys, "an example as an object with \"strokes\" or \"svg\""
    ) { json, key throws(JSONError) in
      if drawing != nil { throw json.error("either \"strokes\" or \"svg\"") }
      if key == "svg" {
        drawing = try path(&json)
      } else {
        var strokes: [[Point]] = []
        try json.strokes(into: &strokes)
        drawing = Drawing(strokes: strokes)
      }
    }
    guard let drawing else {
      throw json.error("an example as an object with \"strokes\" or \"svg\"", at: start)
    }
    if drawing.strokes.count > JSONCursor.maximumStrokes {
      throw JSONError(
        offset: start, expected: "at most \(JSONCursor.maximumStrokes) strokes of a drawing",
        found: "\(drawing.strokes.count)")
    }
    if drawing.isEmpty { throw json.error("an example with at least one point", at: start) }
    return drawing
  }

  private static func path(_ json: inout JSONCursor) throws(JSONError) -> Drawing {
    let start = json.offset
    let text = try json.string("an SVG path in quotes")
    do {
      return try Drawing(svgPath: text)
    } catch {
      // Paths need no escapes: the column counts from the quotation mark.
      let rest = Array(text.utf8).dropFirst(error.column - 1)
      throw JSONError(
        offset: start + error.column, expected: "\(error.expected) in an SVG path",
        found: rest.isEmpty ? "the end of the path" : FileError.excerpt(rest))
    }
  }
}
