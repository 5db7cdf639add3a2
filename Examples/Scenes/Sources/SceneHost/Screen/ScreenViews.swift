public import Gestures

/// A view that shows something on the screen.
open class ScreenView: View {
  /// - Parameter name: The `accessibilityIdentifier`, by which changes and tests name the view.
  public init(_ name: String, frame: Rect) {
    super.init(frame: frame)
    accessibilityIdentifier = name
  }

  /// What the view shows; nil for nothing.
  open var content: Screen.Content? { nil }

  /// Notes that the view shows something else.
  ///
  /// - Parameter region: Where, in the view's coordinates; nil for everywhere.
  public func setNeedsDisplay(_ region: Rect? = nil) {
    (window as? SceneWindow)?.setNeedsDisplay(self, region ?? bounds)
  }
}

/// A view that shows a text; it receives no touches, as in UIKit.
public final class Label: ScreenView {
  public var text = Text.empty {
    didSet { if text != oldValue { setNeedsDisplay() } }
  }
  /// The height of the letters' line in points; UIKit's labels have 17.
  public let fontSize: Double
  public let color: Color

  public init(
    _ name: String, _ text: Text = .empty, frame: Rect, fontSize: Double = 17, color: Color = .black
  ) {
    self.fontSize = fontSize
    self.color = color
    self.text = text
    super.init(name, frame: frame)
    isUserInteractionEnabled = false
  }

  public override var content: Screen.Content? { .text(text, fontSize: fontSize, color: color) }
}

/// A view that shows a named image; it receives no touches, as in UIKit.
public final class ImageView: ScreenView {
  public var image: String {
    didSet { if image != oldValue { setNeedsDisplay() } }
  }

  public init(_ name: String, image: String, frame: Rect) {
    self.image = image
    super.init(name, frame: frame)
    isUserInteractionEnabled = false
  }

  public override var content: Screen.Content? { .image(image) }
}

/// A view that shows figures.
///
/// Changing them does not by itself show them: call ``ScreenView/setNeedsDisplay(_:)`` with the
/// region that changed.
public final class Canvas: ScreenView {
  /// Backmost first.
  public var figures: [Figure] = []

  public override var content: Screen.Content? { .drawing(figures) }
}

/// The window of a scene, which collects what changes on the screen.
final class SceneWindow: Window {
  /// The views that show something else, in the order in which they changed, each with the region.
  private(set) var changedViews: [(view: ScreenView, region: Rect)] = []

  func setNeedsDisplay(_ view: ScreenView, _ region: Rect) {
    if let index = changedViews.firstIndex(where: { $0.view === view }) {
      changedViews[index].region = changedViews[index].region.union(region)
    } else {
      changedViews.append((view, region))
    }
  }

  func takeChangedViews() -> [(view: ScreenView, region: Rect)] {
    defer { changedViews.removeAll(keepingCapacity: true) }
    return changedViews
  }
}

extension Screen {
  /// What the views in a window show.
  init(_ window: Window) {
    self.init(size: window.bounds.size)
    add(window, in: window)
  }

  private mutating func add(_ view: View, in window: Window) {
    guard !view.isHidden else { return }
    if let shown = view as? ScreenView, let content = shown.content {
      elements.append(
        Element(
          name: shown.accessibilityIdentifier ?? "", frame: shown.frame(in: window),
          content: content))
    }
    for subview in view.subviews { add(subview, in: window) }
  }
}

extension View {
  /// The view's rectangle in a window's coordinates.
  fileprivate func frame(in window: Window) -> Rect {
    Rect(origin: convert(bounds.origin, to: window) ?? .zero, size: bounds.size)
  }
}
