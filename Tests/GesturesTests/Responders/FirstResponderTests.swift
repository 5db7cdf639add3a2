import Contacts
import Gestures
import Testing

@Suite("The first responder")
struct FirstResponderTests {
  /// A view that may come first, and may refuse to leave.
  private final class Field: View {
    var isStubborn = false
    var successor: Responder?
    override var canBecomeFirstResponder: Bool { true }
    override var canResignFirstResponder: Bool { !isStubborn }
    override func resignFirstResponder() -> Bool {
      guard super.resignFirstResponder() else { return false }
      successor?.becomeFirstResponder()
      return true
    }
  }

  private final class Controller: ViewController {
    override var canBecomeFirstResponder: Bool { true }
  }

  private let window = Window(frame: Rect(x: 0, y: 0, width: 100, height: 100))
  private let container = View(frame: Rect(x: 0, y: 0, width: 50, height: 50))
  private let first = Field(frame: Rect(x: 0, y: 0, width: 10, height: 10))
  private let second = Field(frame: Rect(x: 20, y: 0, width: 10, height: 10))

  init() {
    window.addSubview(container)
    container.addSubview(first)
    window.addSubview(second)
  }

  @Test("There is one in a window, and the one before gives its place up")
  func one() {
    #expect(window.firstResponder == nil)
    #expect(first.becomeFirstResponder())
    #expect(first.isFirstResponder)
    #expect(second.becomeFirstResponder())
    #expect(!first.isFirstResponder)
    #expect(window.firstResponder === second)
    #expect(second.becomeFirstResponder())
    #expect(second.resignFirstResponder())
    #expect(window.firstResponder == nil)
  }

  @Test("Each window has one of its own")
  func severalWindows() {
    let other = Window(frame: window.bounds)
    other.addSubview(second)
    #expect(first.becomeFirstResponder())
    #expect(second.becomeFirstResponder())
    #expect(first.isFirstResponder)
  }

  @Test("By default a responder does not want to be it")
  func unwilling() {
    #expect(!container.becomeFirstResponder())
    #expect(!container.isFirstResponder)
  }

  @Test("The one before may refuse to resign")
  func refusal() {
    first.becomeFirstResponder()
    first.isStubborn = true
    #expect(!second.becomeFirstResponder())
    #expect(!first.resignFirstResponder())
    #expect(first.isFirstResponder)
    first.isStubborn = false
    #expect(second.becomeFirstResponder())
  }

  @Test("To resign without being it is no refusal, and changes nothing")
  func idleResignation() {
    first.becomeFirstResponder()
    #expect(second.resignFirstResponder())
    #expect(first.isFirstResponder)
  }

  @Test("One that resigns may put another one in its place")
  func successor() {
    let third = Field(frame: Rect(x: 40, y: 0, width: 10, height: 10))
    window.addSubview(third)
    first.successor = third
    first.becomeFirstResponder()
    #expect(!second.becomeFirstResponder())
    #expect(third.isFirstResponder)
  }

  @Test("A responder in no window can't be it")
  func outside() {
    first.removeFromSuperview()
    #expect(!first.becomeFirstResponder())
  }

  @Test("A view controller can be it")
  func controller() {
    let controller = Controller(view: View(frame: window.bounds))
    window.rootViewController = controller
    #expect(controller.becomeFirstResponder())
    #expect(window.firstResponder === controller)
    window.rootViewController = nil
    #expect(window.firstResponder == nil)
  }

  @Test("A view that is removed gives it up, whether it likes it or not", arguments: [false, true])
  func removal(isStubborn: Bool) {
    first.becomeFirstResponder()
    first.isStubborn = isStubborn
    second.removeFromSuperview()
    #expect(first.isFirstResponder)
    container.removeFromSuperview()
    #expect(window.firstResponder == nil)
    window.addSubview(container)
    #expect(!first.isFirstResponder)
  }

  @Test("A view that moves within its window stays it; one that moves to another does not")
  func moving() {
    first.becomeFirstResponder()
    second.addSubview(first)
    #expect(first.isFirstResponder)
    let other = Window(frame: window.bounds)
    other.addSubview(first)
    #expect(!first.isFirstResponder)
    #expect(window.firstResponder == nil)
  }

  @Test("A window does not keep it alive")
  func released() {
    final class Model: Responder {
      unowned let window: Window
      init(_ window: Window) { self.window = window }
      override var next: Responder? { window }
      override var canBecomeFirstResponder: Bool { true }
    }
    do {
      let model = Model(window)
      #expect(model.becomeFirstResponder())
      #expect(window.firstResponder === model)
    }
    #expect(window.firstResponder == nil)
  }
}
