import Lab
import SystemPackage

struct LabelledDrawing {
  var name: String
  var drawing: Drawing
  /// The file, and the number of the drawing in it.
  var source: String
}

/// Collects examples of shapes from the inputs on a command line.
struct ShapeExamples {
  var drawings: [LabelledDrawing] = []
  /// The files read so far.
  private(set) var files: [String]
  private let console: Console
  private let options: ReplayOptions

  init(_ console: Console, options: ReplayOptions) {
    self.console = console
    self.options = options
    files = options.files
  }

  /// Adds the drawings of recordings in folders, each of which has the name of a shape.
  mutating func add(folders path: String) throws {
    guard InputFiles.exists(path) else { throw FileError.cannotRead(path, .noSuchFileOrDirectory) }
    guard InputFiles.isFolder(path) else {
      throw FileError(
        file: path, expected: "a folder with a folder for each shape", found: "a file")
    }
    let root = path.hasSuffix("/") ? path : path + "/"
    try add([path]) { file in
      let parts = file.path.dropFirst(root.count).split(separator: "/")
      return parts.count > 1 ? String(parts[0]) : nil
    }
  }

  /// - Parameter name: The name of the shape that a file draws; files without one are skipped.
  mutating func add(_ paths: [String], name: (WalkedRecording) -> String?) throws(FileError) {
    let walk = try RecordingWalk(RecordingPaths(paths), console, options)
    var found: [LabelledDrawing] = []
    walk.visit { file, _ throws(FileError) in
      guard let name = name(file) else {
        return console.note(file.path, "skipped, in no folder of a shape")
      }
      let recorded = try RecordedDrawings(file.open(options), options: options)
      if recorded.drawings.isEmpty {
        console.warn(
          file.path, "no drawing" + (recorded.taps > 0 ? ", \(recorded.taps.counted("tap"))" : ""))
      }
      for (index, drawing) in recorded.drawings.enumerated() {
        let number = recorded.drawings.count > 1 ? ", drawing \(index + 1)" : ""
        found.append(
          LabelledDrawing(name: name, drawing: drawing.drawing, source: file.path + number))
      }
    }
    drawings += found
    files += walk.files.map(\.path)
  }

  /// Adds the drawings of labelled recordings whose gesture is a path with a name.
  mutating func add(labels path: String, outputs: [String]) throws {
    let folder = try LabelledFolder(path: path)
    for output in outputs { try Files.refuse(output, asOneOf: folder.files) }
    folder.noteMissing(console)
    for label in folder.labels {
      let paths = label.gestures.filter { $0.kinds.contains(.path) && $0.name != nil }
      if paths.isEmpty { continue }
      let recorded = try RecordedDrawings(
        path: folder.path(label), options: try folder.options(label, options))
      for gesture in paths {
        guard let name = gesture.name else { continue }
        if let drawing = recorded.drawing(from: gesture.start, to: gesture.end) {
          drawings.append(LabelledDrawing(name: name, drawing: drawing, source: folder.path(label)))
        } else {
          console.warn(folder.path(label), "no stroke from \(gesture.start.text(decimals: 3)) s on")
        }
      }
    }
    files += folder.files
  }

  /// Adds the first drawings of each class of a file of strokes.
  mutating func add(strokes path: String, perClass: Int) throws(FileError) {
    let reader = try StrokeReader(path: path)
    var counts: [String: Int] = [:]
    var line = StrokeLine()
    while try reader.next(&line) {
      func error(_ expected: String, _ found: String) -> FileError {
        FileError(
          file: path, position: .line(line.line, column: 1), expected: expected, found: found)
      }
      guard let name = line.name, !name.isEmpty else {
        throw error("a drawing with its name as \"class\"", "none")
      }
      let drawing = Drawing(strokes: line.strokes)
      if drawing.isEmpty || counts[name, default: 0] >= perClass { continue }
      guard drawings.count < ShapeFile.maximumExamples else {
        throw error(
          "at most \(ShapeFile.maximumExamples) examples (--per-class makes them fewer)", "more")
      }
      counts[name, default: 0] += 1
      guard counts.count <= ShapeFile.maximumShapes else {
        throw error("at most \(ShapeFile.maximumShapes) shapes", "more")
      }
      drawings.append(LabelledDrawing(name: name, drawing: drawing, source: "\(path):\(line.line)"))
    }
    files.append(path)
  }
}

extension LabelledDrawing {
  /// Reads `NAME=PATH`, as in `caret=M 0 9 L 5 0 L 10 9`.
  init(svgPath text: String) throws {
    guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
      throw ValidationError("--svg-path takes a name and a path, as in 'v=M 0 0 L 5 9 L 10 0'")
    }
    name = String(text[..<equals])
    source = "--svg-path"
    do {
      drawing = try Drawing(svgPath: String(text[text.index(after: equals)...]))
    } catch {
      throw ValidationError("--svg-path \(name.printable): \(error)")
    }
    try reject(if: drawing.isEmpty, "--svg-path \(name.printable): the path draws nothing")
  }
}
