// The forms of options and arguments that many commands have.

extension ArgumentHelp {
  /// The help of an option whose value has a name, as in `seconds`.
  static func value(_ name: String, _ text: String) -> ArgumentHelp {
    ArgumentHelp(text, valueName: name)
  }

  /// The help of an option for the format of a file, whose name decides otherwise.
  static func format(_ formats: String, otherwise: String = "") -> ArgumentHelp {
    let usual = "By default the name of the file decides\(otherwise)."
    return .value("format", "The format to write: \(formats). \(usual)")
  }
}

extension Option {
  /// An option that takes the path of a file.
  init<T: ExpressibleByArgument>(
    name: NameSpecification = .long, file text: String, as value: String = "file"
  ) where Value == T? {
    self.init(name: name, help: .value(value, text), completion: .file())
  }

  /// A required option that takes the path of a file.
  init(name: NameSpecification = .long, file text: String, as value: String = "file")
  where Value: ExpressibleByArgument {
    self.init(name: name, help: .value(value, text), completion: .file())
  }

  /// An option that may be repeated, each time with the path of a file.
  init<T: ExpressibleByArgument>(
    wrappedValue: [T], name: NameSpecification = .long, file text: String, as value: String = "file"
  ) where Value == [T] {
    self.init(
      wrappedValue: wrappedValue, name: name, help: .value(value, text), completion: .file())
  }

  /// An option that takes the path of a folder.
  init<T: ExpressibleByArgument>(
    name: NameSpecification = .long, folder text: String, as value: String = "folder"
  ) where Value == T? {
    self.init(name: name, help: .value(value, text), completion: .directory)
  }
}

extension Option where Value == Size? {
  /// An option that takes the size of a touch area, such as `100x60mm`, `100x60` or `69.5x50`.
  init(touchArea text: String) {
    self.init(
      help: .value("WxHmm", text),
      transform: parsed("width x height in mm, each from 1 to 10000, as in 100x60mm") {
        TouchArea.size(parsing: $0.lowercased().replacing("×", with: "x"))
      })
  }
}

extension Argument {
  /// An argument that is the path of a file.
  init(file text: String, as value: String? = nil) where Value: ExpressibleByArgument {
    self.init(help: ArgumentHelp(text, valueName: value), completion: .file())
  }

  /// An argument that may be the path of a file.
  init<T: ExpressibleByArgument>(file text: String, as value: String? = nil) where Value == T? {
    self.init(help: ArgumentHelp(text, valueName: value), completion: .file())
  }

  /// The paths of files, at least one.
  init<T: ExpressibleByArgument>(file text: String, as value: String? = nil) where Value == [T] {
    self.init(help: ArgumentHelp(text, valueName: value), completion: .file())
  }

  /// The paths of files.
  init<T: ExpressibleByArgument>(wrappedValue: [T], file text: String, as value: String? = nil)
  where Value == [T] {
    self.init(
      wrappedValue: wrappedValue, help: ArgumentHelp(text, valueName: value), completion: .file())
  }
}

/// A function that reads the value of an option; its error names the expected value.
func parsed<Value>(
  _ expected: String, _ parse: @escaping @Sendable (String) -> Value?
) -> @Sendable (String) throws -> Value {
  { text in
    guard let value = parse(text) else { throw ValidationError("expected \(expected)") }
    return value
  }
}

/// A function that reads a number which meets a condition.
func number(
  _ expected: String, where isValid: @escaping @Sendable (Double) -> Bool
) -> @Sendable (String) throws -> Double {
  parsed(expected) { text in Double(text).flatMap { isValid($0) ? $0 : nil } }
}

/// Throws a usage error with a message if a command line has a fault.
func reject(if isFault: Bool, _ message: @autoclosure () -> String) throws {
  if isFault { throw ValidationError(message()) }
}

/// Throws a usage error with a message if the value of an option is given, but invalid.
func reject<Value>(
  _ value: Value?, unless isValid: (Value) -> Bool, _ message: @autoclosure () -> String
) throws {
  if let value, !isValid(value) { throw ValidationError(message()) }
}
