import SystemPackage

/// A set of shapes as a file of JSON.
///
/// ```json
/// {"v":2,"shapes":[
/// {"name":"check","tolerance":{"rotation_deg":15},"examples":[
/// {"strokes":[[[0,4],[3,8],[10,0]]]},
/// {"svg":"M 0 4 l 3 4 L 10 0"}]}]}
/// ```
///
/// Coordinates are millimetres, y downward; for shapes of any size the unit has no meaning. An
/// example is the points of its strokes or an SVG path. `docs/Shapes.md` describes the keys, and
/// `docs/schemas/shapes.schema.json` is the schema.
public enum ShapeFile {
  /// The name of the built-in shapes.
  public static let standardName = "standard"

  /// The largest file in bytes; more means another kind of file.
  static let largest = 64 << 20
  /// The longest name in bytes: a name is in each record.
  static let maximumNameLength = 256
  /// The most shapes of a file: a classifier compares the examples of each with those of others.
  public static let maximumShapes = 1000
  /// The most examples and counter-examples of a file, of all shapes.
  public static let maximumExamples = 20_000
  /// The most points of a file, 64 MB: SVG paths of a few bytes may expand to many.
  static let maximumPoints = 4_000_000

  /// The built-in shapes for `standard`, or else the shapes of the file at a path, in its unit.
  public static func find(_ nameOrPath: String) throws(FileError) -> ShapeSet {
    if nameOrPath == standardName { return .standard }
    do {
      return try read(path: nameOrPath)
    } catch {
      guard error.systemError == .noSuchFileOrDirectory,
        let near = Suggestion.nearest(to: nameOrPath, among: [standardName])
      else { throw error }
      throw FileError(
        file: nameOrPath, position: .file, expected: "shapes (\(standardName)) or a file",
        found: "no such shapes or file; did you mean \(near)?", systemError: error.systemError)
    }
  }

  /// Reads a file, in its unit (``Shapes/ShapeSet/inPoints`` is for recognizers); `-` is standard
  /// input.
  public static func read(path: String) throws(FileError) -> ShapeSet {
    let source = try ByteSource(path: path).decodingUnicode()
    try source.skipByteOrderMark()
    return try parse(source.readAll(limit: largest), file: path)
  }

  /// Reads shapes from bytes; `file` is the path in errors.
  public static func parse(_ bytes: [UInt8], file: String) throws(FileError) -> ShapeSet {
    do {
      return try bytes.withUnsafeBufferPointer { bytes throws(JSONError) in
        var parser = ShapeFileParser()
        var json = JSONCursor(bytes)
        return try parser.shapes(&json)
      }
    } catch {
      throw error.located(in: bytes, file: file)
    }
  }

  /// The shapes as JSON without empty examples, from which ``parse(_:file:)`` reads the same;
  /// throws the errors of ``check(_:file:)``, and one for more than 64 MB.
  public static func text(_ set: ShapeSet, file: String = "shapes") throws(FileError) -> String {
    try check(set, file: file)
    let shapes = set.shapes.map { shape in
      var line = JSONLine()
      line.add("name", shape.name)
      if let threshold = shape.threshold { line.add("threshold", json: threshold.shortestText) }
      if shape.tolerance != Shape.Tolerance() { line.add("tolerance", json: text(shape.tolerance)) }
      line.add("examples", json: text(shape.examples))
      if !shape.counterExamples.isEmpty {
        line.add("counter_examples", json: text(shape.counterExamples))
      }
      return line.object
    }
    let json = "{\"v\":2,\"shapes\":[\n\(shapes.joined(separator: ",\n"))]}\n"
    try check(json.utf8.count <= largest, "at most \(largest) bytes", "\(json.utf8.count)", file)
    return json
  }

  private static func text(_ tolerance: Shape.Tolerance) -> String {
    var line = JSONLine()
    if tolerance.rotation != 0 { line.add("rotation_deg", json: tolerance.rotation.shortestText) }
    if tolerance.allowsReversal { line.add("reversal", true) }
    if let scale = tolerance.scale { line.add("scale", json: scale.shortestText) }
    return line.object
  }

  private static func text(_ examples: [Drawing]) -> String {
    let lines = examples.filter { !$0.isEmpty }.map { example in
      let strokes = example.strokes.map { stroke in
        "[" + stroke.map { "[\($0.x.shortestText),\($0.y.shortestText)]" }.joined(separator: ",")
          + "]"
      }
      return "\n{\"strokes\":[\(strokes.joined(separator: ","))]}"
    }
    return "[\(lines.joined(separator: ","))]"
  }
}

extension ShapeSet {
  /// The set of a file, in millimetres, for recognizers, whose drawings are in points.
  public var inPoints: ShapeSet {
    let factor = Window.pointsPerMillimetre
    return mapDrawings { $0.map { Point(x: $0.x * factor, y: $0.y * factor) } }
  }

  /// The set with all examples and counter-examples changed.
  package func mapDrawings(_ change: (Drawing) -> Drawing) -> ShapeSet {
    ShapeSet(
      shapes.map { shape in
        var shape = shape
        shape.examples = shape.examples.map(change)
        shape.counterExamples = shape.counterExamples.map(change)
        return shape
      })
  }
}
