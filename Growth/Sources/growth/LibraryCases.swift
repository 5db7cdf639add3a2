import Contacts
import Gestures
import Sensors
import Shapes
import Timeline

/// Cases of the library that no command reaches.
enum LibraryCases {
  static let all: [GrowthCase] = [
    .library("subviews, removed from the first on", 10_000) { size in
      let views = Views.row(size)
      for view in views.children { view.removeFromSuperview() }
    },
    .library("subviews, removed from the last on", 10_000) { size in
      let views = Views.row(size)
      for view in views.children.reversed() { view.removeFromSuperview() }
    },
    .library("subviews, removed in any order", 10_000) { size in
      let views = Views.row(size)
      for index in 0..<size { views.children[index * 7919 % size].removeFromSuperview() }
    },
    .library("subviews, brought to the front", 10_000) { size in
      let views = Views.row(size)
      for view in views.children { views.application.windows[0].bringSubviewToFront(view) }
    },
    .library("nested views, touched", 10_000) { size in
      Views.tap(Views.nested(size) { _ in })
    },
    .library("nested views with a tap recognizer each", 10_000, quick: 8) { size in
      Views.tap(Views.nested(size) { $0.addGestureRecognizer(TapRecognizer()) })
    },
    .library("nested views with a pan recognizer each", 10_000, quick: 8) { size in
      Views.drag(Views.nested(size) { $0.addGestureRecognizer(PanRecognizer()) })
    },
    .library("nested views with a tap recognizer each, below two touches", 10_000, quick: 8) {
      size in
      Views.tapTwice(Views.nested(size, leaves: 2) { $0.addGestureRecognizer(TapRecognizer()) })
    },
    .library("tap recognizers on one touch", 10_000, quick: 8) { size in
      Views.tap(Views.crowd(size) { _ in TapRecognizer() })
    },
    .library("recognizers of single taps on one touch", 10_000, quick: 8) { size in
      Views.tap(
        Views.crowd(size) { _ in
          let tap = TapRecognizer()
          tap.numberOfTapsRequired = 1
          return tap
        })
    },
    .library("long press recognizers on one touch", 10_000, quick: 8) { size in
      Views.tap(Views.crowd(size) { _ in LongPressRecognizer() }, seconds: 2)
    },
    .library("taps on one view", 100_000) { size in
      let application = Views.crowd(1) { _ in TapRecognizer() }
      for index in 0..<size { Views.tap(application, at: Double(index)) }
    },
    .library("deadlines of one time", 20_000) { size in
      var scheduler = Scheduler<Int>()
      for index in 0..<size { scheduler.schedule(index, at: .zero) }
      while scheduler.popDue(by: .zero) != nil {}
    },
    .library("examples of a stroke, and a thousand drawings", 4_000) { size in
      Drawings.measure(StrokeMatcher(), strokes: 1, examples: size)
    },
    .library("examples of three strokes, and a thousand drawings", 4_000) { size in
      Drawings.measure(CloudMatcher(), strokes: 3, examples: size)
    },
  ]
}

/// Drawings of 16 shapes through five random points each.
enum Drawings {
  static func measure(_ matcher: some ShapeMatcher, strokes: Int, examples: Int) {
    var matcher = matcher
    for number in 0..<examples {
      let shape = number * 16 / examples
      matcher.add(
        drawing(of: shape, strokes: strokes, number: number), of: shape, number: number,
        tolerance: Shape.Tolerance())
    }
    var distances = ShapeDistances(weights: Array(repeating: 1, count: 16))
    for number in 0..<1000 {
      distances.reset()
      let drawing = drawing(of: number % 16, strokes: strokes, number: examples + number)
      matcher.measure(drawing, excluding: nil, into: &distances)
    }
  }

  private static func drawing(of shape: Int, strokes: Int, number: Int) -> Drawing {
    var outline = SeededGenerator(seed: 1, item: shape)
    var hand = SeededGenerator(seed: 2, item: number)
    return Drawing(
      strokes: (0..<strokes).map { _ in
        (0..<5).map { _ in
          Point(
            x: 100 * outline.uniform() + 4 * hand.gaussian(),
            y: 100 * outline.uniform() + 4 * hand.gaussian())
        }
      })
  }
}

/// Views, and touches of them.
enum Views {
  static let frame = Rect(x: 0, y: 0, width: 400, height: 300)

  /// Views beside each other in a window of an application.
  struct Row {
    var application: Application
    var children: [View]
  }

  static func row(_ count: Int) -> Row {
    let (application, window) = window()
    let children = (0..<count).map { _ in View(frame: frame) }
    for child in children { window.addSubview(child) }
    return Row(application: application, children: children)
  }

  private static func window() -> (Application, Window) {
    let application = Application()
    let window = Window(frame: frame)
    application.addWindow(window)
    return (application, window)
  }

  /// Views each of which fills the one before.
  ///
  /// - Parameter leaves: How many views beside each other the last one is divided into.
  static func nested(_ count: Int, leaves: Int = 1, _ body: (View) -> Void) -> Application {
    let (application, window) = window()
    var last: View = window
    for _ in 0..<count {
      let view = View(frame: frame)
      last.addSubview(view)
      body(view)
      last = view
    }
    if leaves > 1 {
      let width = frame.size.width / Double(leaves)
      for leaf in 0..<leaves {
        last.addSubview(
          View(frame: Rect(x: Double(leaf) * width, y: 0, width: width, height: frame.size.height)))
      }
    }
    return application
  }

  /// Many recognizers of one view.
  static func crowd(_ count: Int, _ recognizer: (Int) -> GestureRecognizer) -> Application {
    let (application, window) = window()
    for index in 0..<count { window.addGestureRecognizer(recognizer(index)) }
    return application
  }

  /// A finger that touches down and lifts, with all that is decided after it.
  static func tap(_ application: Application, at start: Double = 0, seconds: Double = 0.05) {
    let contact = Contact(id: Int(start) + 1, position: Point(x: 20, y: 20))
    application.send(ContactFrame(time: Timestamp(seconds: start), contacts: [contact]))
    application.advance(to: Timestamp(seconds: start + seconds))
    application.send(ContactFrame(time: Timestamp(seconds: start + seconds)))
    application.advance(to: Timestamp(seconds: start + seconds + 0.9))
  }

  /// Two fingers at the left and the right edge, which touch down and lift one after the other.
  static func tapTwice(_ application: Application) {
    let left = Contact(id: 1, position: Point(x: 2, y: 2))
    let right = Contact(id: 2, position: Point(x: 60, y: 2))
    for (step, contacts) in [[left], [left, right], [left], []].enumerated() {
      application.send(
        ContactFrame(time: Timestamp(seconds: Double(step) / 50), contacts: contacts))
    }
    application.advance(to: Timestamp(seconds: 2))
  }

  /// A finger that moves 20 mm.
  static func drag(_ application: Application) {
    for step in 0..<20 {
      let contact = Contact(id: 1, position: Point(x: 20 + Double(step), y: 20))
      application.send(
        ContactFrame(time: Timestamp(seconds: Double(step) / 100), contacts: [contact]))
    }
    application.send(ContactFrame(time: Timestamp(seconds: 0.2)))
    application.advance(to: Timestamp(seconds: 2))
  }
}
