import Timeline

extension Double {
  /// The number as in the labels of the textbook programs, in C's format `%g`: six significant digits, as in
  /// `37.7858`, `1e+06` and `1e-05`.
  public var textbookLabel: String { percentG }
}

extension Acceleration {
  /// The text of the textbook accelerometer program's label.
  ///
  /// For example `x: 0.018112⇥ y:-0.99617⇥ z:-0.126785`, with a tab (⇥) after the first two numbers
  /// and a space after the first colon only.
  public var label: String {
    "x: \(x.textbookLabel)\t y:\(y.textbookLabel)\t z:\(z.textbookLabel)"
  }
}
