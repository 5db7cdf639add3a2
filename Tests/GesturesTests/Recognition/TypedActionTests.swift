import Contacts
import Gestures
import Testing
import Timeline

@Suite("Actions with the recognizer's own type")
struct TypedActionTests {
  private let stage = TouchStage()

  final class ScrollPan: PanRecognizer {
    var offset = Vector.zero
    let unit = 10.0
  }

  /// Pans with finger 1, to the right.
  private func pan(from start: Double = 0, cancelled: Bool = false) {
    stage.frame(at: start, [1: (100, 100)])
    stage.move([1], by: (100, 0), lasting: 0.1)
    stage.frame(at: start + 0.2, up: cancelled ? [] : [1], cancelled: cancelled ? [1] : [])
  }

  @Test("Each action is called in its states only", arguments: [false, true])
  func states(isCancelled: Bool) {
    let pan = stage.attach(PanRecognizer())
    var log: [String: [GestureState]] = [:]
    pan.onBegin { log["begin", default: []].append($0.state) }
    pan.onChange { log["change", default: []].append($0.state) }
    pan.onEnd { log["end", default: []].append($0.state) }
    pan.onCancel { log["cancel", default: []].append($0.state) }
    pan.onAction { log["any", default: []].append($0.state) }
    self.pan(cancelled: isCancelled)
    #expect(log["begin"] == [.began])
    #expect(log["change"]?.first == .began)
    #expect(log["change"]?.dropFirst().allSatisfy { $0 == .changed } == true)
    #expect(log["end"] == (isCancelled ? nil : [.ended]))
    #expect(log["cancel"] == (isCancelled ? [.cancelled] : nil))
    #expect(log["any"] == (log["change"] ?? []) + [isCancelled ? .cancelled : .ended])
  }

  @Test("A discrete recognizer calls onEnd and onAction only")
  func discrete() {
    let tap = stage.attach(TapRecognizer())
    tap.numberOfTapsRequired = 1
    var log: [String] = []
    tap.onBegin { _ in log.append("begin") }
    tap.onChange { _ in log.append("change") }
    tap.onEnd { log.append("end \($0.numberOfTapsRequired ?? 0)") }
    tap.onCancel { _ in log.append("cancel") }
    tap.onAction { log.append("action \($0.touchCounts)") }
    stage.tap(1, at: 0, (100, 100))
    #expect(log == ["end 1", "action 1...5"])
  }

  @Test("The parameter has the subclass's type")
  func subclass() {
    let scroll = stage.attach(ScrollPan())
    scroll.onAction { pan in
      pan.offset = pan.offset + pan.translation / pan.unit
      pan.translation = .zero
    }
    pan()
    #expect(isNear(scroll.offset, Vector(dx: 10, dy: 0)))
  }

  @Test("Known by a superclass's type, the actions receive that type")
  func superclass() {
    let recognizers: [PanRecognizer] = [PanRecognizer(), EdgePanRecognizer(), ScrollPan()]
    var kinds: [Gesture.Kind] = []
    for recognizer in recognizers {
      stage.attach(recognizer).onBegin { kinds.append($0.translation.dx > 0 ? $0.kind : .path) }
    }
    stage.application.arbiter.policy = IndependentPolicy()
    stage.frame(at: 0, [1: (5, 100)])
    stage.move([1], by: (100, 0), lasting: 0.1)
    stage.frame(at: 0.2, up: [1])
    #expect(kinds == [.pan, .edgePan, .pan])
  }

  @Test("A token of another recognizer removes nothing")
  func foreignToken() {
    let (pan, other) = (stage.attach(PanRecognizer()), PanRecognizer())
    var calls = 0
    pan.onBegin { _ in }
    pan.onBegin { _ in calls += 1 }
    other.onBegin { _ in }
    let foreign = other.onBegin { _ in }
    pan.removeAction(foreign)
    self.pan()
    #expect(calls == 1)
  }

  @Test(
    "Every action receives a legal sequence if one of them disables or removes the recognizer",
    arguments: ["disable", "remove", "disable in the observer"])
  func endedByAction(how: String) {
    let pan = stage.attach(PanRecognizer())
    let logs = [StateLog(pan), StateLog(pan), StateLog(pan)]
    let end = { (pan: GestureRecognizer) in
      if how == "remove" {
        pan.view?.removeGestureRecognizer(pan)
      } else {
        pan.isEnabled = false
      }
    }
    if how == "disable in the observer" {
      stage.application.arbiter.observer = { recognizer, gesture in
        if gesture.state == .began { end(recognizer) }
      }
    } else {
      logs[0].onReport = { if $0.state == .began { end($0) } }
    }
    self.pan()
    for log in logs { #expect(log.states == [.began, .cancelled]) }
  }

  @Test("Every action of a discrete recognizer is called, although the first one removes it")
  func removedByAction() {
    let tap = stage.attach(TapRecognizer())
    tap.numberOfTapsRequired = 1
    let logs = [StateLog(tap), StateLog(tap)]
    logs[0].onReport = { $0.view?.removeGestureRecognizer($0) }
    stage.tap(1, at: 0, (100, 100))
    for log in logs { #expect(log.states == [.recognized]) }
  }

  @Test("Actions are called in the order in which they were added")
  func order() {
    let tap = stage.attach(TapRecognizer())
    tap.numberOfTapsRequired = 1
    var log: [Int] = []
    for index in 0..<5 { tap.onAction { _ in log.append(index) } }
    stage.tap(1, at: 0, (100, 100))
    #expect(log == [0, 1, 2, 3, 4])
  }

  @Test("A token removes its action, and only that one, at any time", arguments: 0..<3)
  func token(index: Int) {
    let tap = stage.attach(TapRecognizer())
    tap.numberOfTapsRequired = 1
    var log: [Int] = []
    let tokens = (0..<3).map { index in tap.onAction { _ in log.append(index) } }
    stage.tap(1, at: 0, (100, 100))
    tokens[index].remove()
    tokens[index].remove()
    stage.tap(1, at: 1, (100, 100))
    #expect(log == [0, 1, 2] + [0, 1, 2].filter { $0 != index })
    tap.onAction { _ in log = [9] }
    stage.tap(1, at: 2, (100, 100))
    #expect(log.last == 9)
  }

  @Test("An action that removes itself is called once")
  func removesItself() {
    let tap = stage.attach(TapRecognizer())
    tap.numberOfTapsRequired = 1
    var count = 0
    var token: ActionToken?
    token = tap.onAction { _ in
      count += 1
      token?.remove()
    }
    stage.tap(1, at: 0, (100, 100))
    stage.tap(1, at: 1, (100, 100))
    #expect(count == 1)
  }

  @Test("An action that another one removes is not called any more")
  func removesOther() {
    let tap = stage.attach(TapRecognizer())
    tap.numberOfTapsRequired = 1
    var count = 0
    var token: ActionToken?
    tap.onAction { _ in token?.remove() }
    token = tap.onAction { _ in count += 1 }
    stage.tap(1, at: 0, (100, 100))
    #expect(count == 0)
  }

  @Test("An action that is added in an action is called from the next state on")
  func addedMeanwhile() {
    let pan = stage.attach(PanRecognizer())
    var states: [GestureState] = []
    pan.onBegin { $0.onAction { states.append($0.state) } }
    self.pan()
    #expect(states.first == .changed)
    #expect(states.last == .ended)
  }

  @Test("A token keeps nothing alive, and outlives its recognizer")
  func tokenLifetime() {
    var token: ActionToken?
    let reference = { () -> Weak<TapRecognizer> in
      let tap = TapRecognizer()
      token = tap.onAction { _ in }
      return Weak(tap)
    }()
    #expect(reference.object == nil)
    token?.remove()
  }

  final class Owner {
    let pan = PanRecognizer()
    var count = 0

    init() {
      pan.onAction(for: self) { owner, pan in owner.count += pan.state == .began ? 1 : 0 }
    }
  }

  @Test("An owner of a recognizer with an action for itself is deallocated")
  func owner() {
    let reference = { () -> Weak<Owner> in
      let owner = Owner()
      stage.attach(owner.pan)
      pan()
      #expect(owner.count == 1)
      return Weak(owner)
    }()
    #expect(reference.object == nil)
    // The window still has the recognizer, whose action is not called any more.
    pan(from: 1)
    #expect(stage.outcomes.count == 2)
  }

  final class ScrollView: View {
    var count = 0

    override init(frame: Rect) {
      super.init(frame: frame)
      let pan = PanRecognizer()
      pan.onAction(for: self) { view, pan in view.count += pan.view === view ? 1 : 0 }
      addGestureRecognizer(pan)
    }
  }

  @Test("A view with a recognizer with an action for the view is deallocated")
  func viewForItself() {
    let reference = { () -> Weak<ScrollView> in
      let view = ScrollView(frame: stage.window.bounds)
      stage.window.addSubview(view)
      pan()
      #expect(view.count > 1)
      view.removeFromSuperview()
      return Weak(view)
    }()
    stage.tap(2, at: 5, (100, 100))
    #expect(reference.object == nil)
  }

  @Test("The generic addAction and the typed ones mix")
  func mixed() {
    let pan = stage.attach(PanRecognizer())
    var log: [String] = []
    let token = pan.addAction { log.append("any \($0.state)") }
    pan.onBegin { _ in log.append("begin") }
    self.pan()
    #expect(log.first == "any began")
    #expect(log[1] == "begin")
    pan.removeAction(token)
    log = []
    self.pan(from: 1)
    #expect(log == ["begin"])
  }
}
