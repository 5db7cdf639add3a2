public import Contacts
public import Timeline

/// What a scene shows at a time: a value that is printed, compared in tests and drawn.
public struct Screen: Hashable, Sendable {
  /// Something on the screen, such as a label.
  public struct Element: Hashable, Sendable {
    /// The view's `accessibilityIdentifier`.
    public var name: String
    /// In points from the top left corner of the screen.
    public var frame: Rect
    public var content: Content

    public init(name: String, frame: Rect, content: Content) {
      self.name = name
      self.frame = frame
      self.content = content
    }
  }

  public enum Content: Hashable, Sendable {
    /// A text in lines of the given height in points.
    case text(Text, fontSize: Double, color: Color = .black)
    /// The name of an image.
    case image(String)
    /// Figures, in the coordinates of the element, backmost first.
    case drawing([Figure])
  }

  /// In points.
  public var size: Size
  /// Backmost first.
  public var elements: [Element]

  public init(size: Size, elements: [Element] = []) {
    self.size = size
    self.elements = elements
  }

  /// The frontmost element with a name.
  public subscript(name: String) -> Element? { elements.last { $0.name == name } }

  /// The text of a label; nil if no label has the name.
  public func text(_ name: String) -> Text? {
    if case .text(let text, _, _) = self[name]?.content { text } else { nil }
  }
}

/// A change of what a screen shows, or an event such as a sound.
public struct ScreenChange: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case text(Text)
    case image(String)
    /// A drawing changed within a region of its coordinates.
    case drawing([Figure], region: Rect)
    case event(SceneEvent)
  }

  public var time: Timestamp
  /// The name of the element; nil for an event.
  public var element: String?
  public var kind: Kind

  public init(time: Timestamp, element: String?, kind: Kind) {
    self.time = time
    self.element = element
    self.kind = kind
  }
}

/// Something that a scene does besides showing.
public enum SceneEvent: Hashable, Sendable {
  /// Plays a sound.
  case sound(String)
  /// Shows a dialog with one button.
  case alert(title: Text, message: Text, button: Text)
}
