/// Numbers as they stand in records.
public enum RecordNumber {
  /// A number rounded to at least one and at most `decimals` decimals; `?` when it is not finite.
  public static func text(_ value: Double, decimals: Int) -> String {
    JSONLine.number(value, decimals: decimals) ?? "?"
  }
}
