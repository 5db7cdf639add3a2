public import Contacts
public import Gestures

/// A hierarchy of views, and the point in it whose hit test costs the most.
public struct ViewTree {
  public let name: String
  public let window: Window
  /// All views, the window included.
  public let viewCount: Int
  public let levels: Int
  /// The number of views that hit testing at ``place`` visits.
  public let visitedCount: Int
  public let place: Point
  /// The result of hit testing at ``place``.
  public let target: View

  /// The side of the square window.
  static let side = 1000.0

  /// Views each of which fills the previous one.
  public static func deep(levels: Int) -> ViewTree {
    comb(levels: levels, siblings: 1, name: "deep")
  }

  /// Views beside each other; the rearmost is hit.
  public static func flat(views: Int) -> ViewTree {
    comb(levels: 1, siblings: views, name: "flat")
  }

  /// The given number of views on each level; the rearmost contains the next level.
  public static func comb(levels: Int, siblings: Int, name: String = "comb") -> ViewTree {
    let window = Window(frame: Rect(x: 0, y: 0, width: side, height: side))
    var current: View = window
    for _ in 0..<levels {
      // Little smaller than its superview, so that the descent costs as much as in applications.
      let inner = View(
        frame: Rect(
          x: 0.01, y: 0.01, width: current.bounds.size.width - 0.02,
          height: current.bounds.size.height - 0.02))
      current.addSubview(inner)
      for index in 1..<max(1, siblings) {
        let y = Double(index % 100) * 4
        current.addSubview(View(frame: Rect(x: 0, y: y, width: 4, height: 4)))
      }
      current = inner
    }
    let count = levels * siblings + 1
    return ViewTree(
      name: name, window: window, viewCount: count, levels: levels, visitedCount: count,
      place: Point(x: side / 2, y: side / 2), target: current)
  }

  /// Views that are divided into strips, recursively, similar to an application.
  public static func strips(of fanOut: Int, levels: Int) -> ViewTree {
    let window = Window(frame: Rect(x: 0, y: 0, width: side, height: side))
    var count = 1
    func divide(_ view: View, _ levels: Int) {
      guard levels > 0 else { return }
      let size = view.bounds.size
      for index in 0..<fanOut {
        let strip =
          levels % 2 == 0
          ? Rect(
            x: size.width / Double(fanOut) * Double(index), y: 0,
            width: size.width / Double(fanOut), height: size.height)
          : Rect(
            x: 0, y: size.height / Double(fanOut) * Double(index), width: size.width,
            height: size.height / Double(fanOut))
        let child = View(frame: strip)
        view.addSubview(child)
        count += 1
        divide(child, levels - 1)
      }
    }
    divide(window, levels)
    var target: View = window
    while let rear = target.subviews.first { target = rear }
    return ViewTree(
      name: "strips", window: window, viewCount: count, levels: levels,
      visitedCount: levels * fanOut + 1, place: .zero, target: target)
  }
}

extension ViewTree {
  /// Hit-tests the given number of times; returns how often the right view was found.
  public func hit(times: Int) -> Int {
    var found = 0
    for _ in 0..<times where window.hitTest(place, with: nil) === target { found += 1 }
    return found
  }
}
