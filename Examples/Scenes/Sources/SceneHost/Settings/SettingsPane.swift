/// The settings of a scene as they are shown, in groups and panes.
///
/// ```swift
/// override class var settings: SettingsPane {
///   [.group("Distances"), .setting(minimumLength), .setting(tolerance),
///    .pane("Colors", [.setting(color)])]
/// }
/// ```
public struct SettingsPane: Sendable, ExpressibleByArrayLiteral {
  /// A row of a pane.
  public indirect enum Item: Sendable {
    /// The heading of the rows below, as `PSGroupSpecifier`.
    case group(Text)
    /// A value that is shown and cannot be changed, as `PSTitleValueSpecifier`.
    case title(Text, value: Text)
    /// A value that can be changed.
    case value(SettingDefinition)
    /// A pane of its own, as `PSChildPaneSpecifier`.
    case pane(Text, SettingsPane)

    public static func group(_ title: String) -> Item { .group(Text(title)) }

    public static func title(_ title: String, value: String) -> Item {
      .title(Text(title), value: Text(value))
    }

    public static func setting<Value>(_ setting: Setting<Value>) -> Item {
      .value(setting.definition)
    }

    public static func pane(_ title: String, _ pane: SettingsPane) -> Item {
      .pane(Text(title), pane)
    }
  }

  public let items: [Item]

  public init(items: [Item]) { self.items = items }

  public init(arrayLiteral items: Item...) { self.items = items }
}

extension SettingsPane {
  /// The settings of this pane and of those within it, in the order in which they are shown.
  public var settings: [SettingDefinition] {
    items.flatMap { item -> [SettingDefinition] in
      switch item {
      case .value(let setting): [setting]
      case .pane(_, let pane): pane.settings
      case .group, .title: []
      }
    }
  }

  /// All texts that the pane shows, to be translated.
  public var texts: [Text] { items.flatMap(\.texts) }
}

extension SettingsPane.Item {
  fileprivate var texts: [Text] {
    switch self {
    case .group(let title): return [title]
    case .title(let title, let value): return [title, value]
    case .pane(let title, let pane): return [title] + pane.texts
    case .value(let setting):
      guard case .choice(let choices) = setting.control else { return [setting.title] }
      return [setting.title] + choices.map(\.title)
    }
  }
}
