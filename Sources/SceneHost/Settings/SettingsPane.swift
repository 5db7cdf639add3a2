/// The settings of a scene as they are shown, in groups and panes.
public struct SettingsPane: Sendable, ExpressibleByArrayLiteral {
  /// A row of a pane.
  public indirect enum Item: Sendable {
    /// The heading of the rows below.
    case group(Text)
    /// A value that is shown and cannot be changed.
    case title(Text, value: Text)
    case number(Setting<Double>)
    case flag(Setting<Bool>)
    case string(Setting<String>)
    /// A pane of its own.
    case pane(Text, SettingsPane)
  }

  public let items: [Item]

  public init(arrayLiteral items: Item...) { self.items = items }
}
