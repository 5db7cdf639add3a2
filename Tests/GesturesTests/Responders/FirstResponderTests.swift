import Contacts
import Gestures
import Testing

@Suite("First responder")
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

  @Test("A window has one first responder, and the former one resigns")
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

  @Test("Each window has its own first responder")
  func severalWindows() {
    let other = Window(frame: window.bounds)
    other.addSubview(second)
    #expect(first.becomeFirstResponder())
    #expect(second.becomeFirstResponder())
    #expect(first.isFirstResponder)
  }

  @Test("By default a responder can't become first responder")
  func unwilling() {
    #expect(!container.becomeFirstResponder())
    #expect(!container.isFirstResponder)
  }

  @Test("The current first responder may refuse to resign")
  func refusal() {
    first.becomeFirstResponder()
    first.isStubborn = true
    #expect(!second.becomeFirstResponder())
    #expect(!first.resignFirstResponder())
    #expect(first.isFirstResponder)
    first.isStubborn = false
    #expect(second.becomeFirstResponder())
  }

  @Test("Resigning without being first responder succeeds and changes nothing")
  func idleResignation() {
    first.becomeFirstResponder()
    #expect(second.resignFirstResponder())
    #expect(first.isFirstResponder)
  }

  @Test("A resigning responder may make another one the first responder")
  func successor() {
    let third = Field(frame: Rect(x: 40, y: 0, width: 10, height: 10))
    window.addSubview(third)
    first.successor = third
    first.becomeFirstResponder()
    #expect(!second.becomeFirstResponder())
    #expect(third.isFirstResponder)
  }

  @Test("A responder outside a window can't become first responder")
  func outside() {
    first.removeFromSuperview()
    #expect(!first.becomeFirstResponder())
  }

  @Test("A view controller can be first responder")
  func controller() {
    let controller = Controller(view: View(frame: window.bounds))
    window.rootViewController = controller
    #expect(controller.becomeFirstResponder())
    #expect(window.firstResponder === controller)
    window.rootViewController = nil
    #expect(window.firstResponder == nil)
  }

  @Test("A removed view resigns even if it refuses", arguments: [false, true])
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

  @Test(
    "A view stays first responder when it moves within its window, but not when it moves to another"
  )
  func moving() {
    first.becomeFirstResponder()
    second.addSubview(first)
    #expect(first.isFirstResponder)
    let other = Window(frame: window.bounds)
    other.addSubview(first)
    #expect(!first.isFirstResponder)
    #expect(window.firstResponder == nil)
  }

  @Test("A window does not retain its first responder")
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

  @Test("A first responder may remove itself from the window while it resigns")
  func leavesWhileResigning() {
    final class Popup: View {
      override var canBecomeFirstResponder: Bool { true }
      override func resignFirstResponder() -> Bool {
        if superview != nil { calls += 1 }
        if calls < 3 { removeFromSuperview() }
        return super.resignFirstResponder()
      }
      var calls = 0
    }
    let popup = Popup(frame: Rect(x: 0, y: 0, width: 10, height: 10))
    window.addSubview(popup)
    popup.becomeFirstResponder()
    popup.removeFromSuperview()
    #expect(popup.calls == 1)
    #expect(window.firstResponder == nil)
    #expect(popup.superview == nil)
  }
}
