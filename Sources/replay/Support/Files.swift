import SystemPackage

/// Checks of the files on a command line.
enum Files {
  /// Throws if more than one of some paths is `-`.
  static func checkStandardInput(_ paths: [String?]) throws {
    if paths.count(where: { $0 == "-" }) > 1 {
      throw ValidationError("- is standard input, which can be read only once")
    }
  }

  /// Throws if an additional file is to be written to standard output, which has the results.
  static func refuseStandardOutput(_ path: String?, for option: String) throws {
    try reject(if: path == "-", "\(option) takes a file: standard output has the results")
  }

  /// The name of a file without its folders.
  static func name(of path: String) -> String {
    path == "-" ? "standard input" : path.split(separator: "/").last.map(String.init) ?? path
  }

  /// The ending of a file's name in small letters, as in `csv`; empty for names without one, and
  /// for those of temporary files, whose last part is longer.
  static func ending(of path: String?) -> String {
    let ending = path.flatMap { FilePath($0).extension }?.lowercased() ?? ""
    return ending.count <= 7 ? ending : ""
  }

  /// The error for an output whose format neither its name nor an option specifies.
  static func undetermined(_ path: String) -> ValidationError {
    let subject =
      path == "-"
      ? "standard output has no name that determines"
      : "the name \"\(path.printable)\" does not determine"
    return ValidationError("\(subject) the format; use --to-format")
  }

  /// The format for the ending of a file's name. Throws for other names, with the expected endings
  /// and a hint, which is made of the ending and the rest of the name, and begins with a line
  /// break.
  static func format<Format>(
    forName path: String, expected: String, hint: (String, String) -> String,
    find: (String) -> Format?
  ) throws -> Format {
    if path == "-" { throw undetermined(path) }
    let ending = path.split(separator: ".").dropFirst().last.map { $0.lowercased() } ?? ""
    if let format = find(ending) { return format }
    let stem = String(path.dropLast(ending.utf8.count + 1)).printable
    throw ValidationError(
      "the name \"\(path.printable)\" does not determine the format: expected \(expected), or "
        + "--to-format" + hint(ending, stem))
  }

  /// Throws if a file's name has an ending that is not the ending of a writable format.
  static func checkEnding(of path: String?, among endings: [String]) throws {
    let ending = ending(of: path)
    guard let path, !ending.isEmpty, !endings.contains(ending) else { return }
    try reject(
      if: endings.isEmpty, "\(path.printable) is the name of a file: expected that of a folder")
    let names = endings.map { ".\($0)" }.joined(separator: ", ")
    throw ValidationError(
      "the name \"\(path.printable)\" does not determine the format: expected one of \(names)"
        + (ending == "csv" ? " ('replay export' writes tables)" : ""))
  }

  /// Throws if a file to write is one of the files to read, or in one of the folders; a file of a
  /// folder is read if it is a recording.
  static func refuse(_ output: String, asOneOf inputs: [String?]) throws {
    let inputs = inputs.compactMap { $0 }
    if output == "-" { return }
    guard InputFiles.exists(output) else {
      if inputs.contains(output) { throw isInput(output, output) }
      return
    }
    guard let target = identity(of: output) else { return }
    for input in inputs {
      if identity(of: input) == target { throw isInput(output, input) }
      for case .file(let file) in InputFiles.expand([input])
      where identity(of: file.path) == target
        && (file.isNamed || (try? RecordingContent.detect(ByteSource(path: file.path))) != nil)
      {
        throw isInput(output, file.path)
      }
    }
  }

  private static func isInput(_ output: String, _ input: String) -> ValidationError {
    let name = input == "-" ? "standard input" : input == output ? "an input" : input.printable
    return ValidationError("the output \(output.printable) is also \(name), which would be lost")
  }
}

/// The device and the number of a regular file, which all its paths share; nil for other kinds;
/// `-` is standard input.
private func identity(of path: String) -> [UInt64]? {
  var status = stat()
  guard (path == "-" ? fstat(STDIN_FILENO, &status) : stat(path, &status)) == 0,
    status.st_mode & S_IFMT == S_IFREG
  else { return nil }
  return [UInt64(status.st_dev), UInt64(status.st_ino)]
}
