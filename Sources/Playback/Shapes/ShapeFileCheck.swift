extension ShapeFile {
  /// Throws if ``parse(_:file:)`` would not read a file of the set; `file` is the path in errors.
  public static func check(_ set: ShapeSet, file: String = "shapes") throws(FileError) {
    try check(
      set.shapes.count <= maximumShapes, "at most \(maximumShapes) shapes", "\(set.shapes.count)",
      file)
    var count = 0
    var pointCount = 0
    for shape in set.shapes {
      try check(shape, file)
      let drawings = [("example", shape.examples), ("counter-example", shape.counterExamples)]
      for (kind, examples) in drawings {
        for (index, example) in examples.enumerated() where !example.isEmpty {
          let subject = "\(kind) \(index + 1) of \(shape.name.printable)"
          count += 1
          pointCount += example.strokes.reduce(0) { $0 + $1.count }
          try check(
            example.strokes.count <= JSONCursor.maximumStrokes,
            "at most \(JSONCursor.maximumStrokes) strokes of a drawing",
            "\(example.strokes.count) in \(subject)", file)
          try check(
            count <= maximumExamples, "at most \(maximumExamples) examples", "more with \(subject)",
            file)
          try check(
            pointCount <= maximumPoints, "at most \(maximumPoints) points", "more with \(subject)",
            file)
        }
      }
    }
  }

  private static func check(_ shape: Shape, _ file: String) throws(FileError) {
    let name = shape.name.printable
    try check(!shape.name.isEmpty, "a name of each shape", "a shape without one", file)
    try check(
      shape.name.utf8.count <= maximumNameLength,
      "a name of at most \(maximumNameLength) bytes", "\(shape.name.utf8.count)", file)
    if let threshold = shape.threshold {
      try check(
        (0...1).contains(threshold), "a score from 0 to 1", "the threshold \(threshold) of \(name)",
        file)
    }
    let rotation = shape.tolerance.rotation
    try check(
      (0...180).contains(rotation), "degrees from 0 to 180", "the rotation \(rotation) of \(name)",
      file)
    if let scale = shape.tolerance.scale {
      try check(
        scale >= 1 && scale.isFinite, "a factor from 1", "the scale \(scale) of \(name)", file)
    }
  }

  static func check(
    _ isRight: Bool, _ expected: @autoclosure () -> String, _ found: @autoclosure () -> String,
    _ file: String
  ) throws(FileError) {
    if isRight { return }
    throw FileError(file: file, position: .file, expected: expected(), found: found())
  }
}
