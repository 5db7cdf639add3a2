/// The texts of scenes in several languages.
public struct StringTables: Sendable {
  public static let none = StringTables()

  public init() {}
}
