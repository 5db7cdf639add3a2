public import Gestures

/// A program of one screen: a controller with the views that it shows.
///
/// Subclass it: add views to ``ViewController/view``, recognizers to the views, and override the
/// touch callbacks, as in a view controller of UIKit. A ``SceneRunner`` runs it.
///
/// ```swift
/// final class Hello: Scene {
///   private let greeting = Label("greeting", frame: Rect(x: 20, y: 20, width: 280, height: 24))
///
///   required init(_ context: SceneContext) {
///     super.init(context)
///     view.addSubview(greeting)
///   }
///
///   override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
///     context.show(Text("Hello"), in: greeting, erasedAfter: 2)
///   }
/// }
/// ```
open class Scene: ViewController {
  /// The clock, the sensors and the settings that the scene uses.
  public let context: SceneContext

  /// Creates the scene with a view that fills the screen.
  public required init(_ context: SceneContext) {
    self.context = context
    super.init(view: View(frame: Rect(origin: .zero, size: context.screenSize)))
  }

  /// The name in commands, files and reports: by default that of the class.
  open class var name: String { String(describing: self) }

  /// What the scene shows, in a sentence without a full stop.
  open class var summary: Text { .empty }

  /// What the user can change.
  open class var settings: SettingsPane { [] }

  /// Called after the user has changed settings while the scene runs.
  open func settingsDidChange() {}

  /// Adds what the scene has made to what is saved.
  open func save(to memory: inout SceneMemory) throws {}

  /// Restores what an earlier run saved.
  open func restore(from memory: SceneMemory) throws {}

  /// An interruption, such as a call, begins; the touches are cancelled after this call.
  open func willResignActive() {}

  /// The interruption is over.
  open func didBecomeActive() {}
}
