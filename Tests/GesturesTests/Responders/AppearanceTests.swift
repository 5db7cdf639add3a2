import Contacts
import Gestures
import Testing

@Suite("Views and controllers that enter and leave a window")
struct AppearanceTests {
  final class Log {
    var lines: [String] = []
  }

  final class Page: ViewController {
    let log: Log
    let name: String

    init(_ name: String, _ log: Log) {
      self.log = log
      self.name = name
      super.init(view: Sheet(name, log))
    }

    override func viewWillAppear() { write("will appear") }
    override func viewDidAppear() { write("did appear") }
    override func viewWillDisappear() { write("will disappear") }
    override func viewDidDisappear() { write("did disappear") }

    private func write(_ line: String) {
      log.lines.append("\(name) \(line)\(view.window == nil ? " outside" : "")")
    }
  }

  final class Sheet: View {
    let log: Log
    let name: String

    init(_ name: String, _ log: Log) {
      self.log = log
      self.name = name
      super.init(frame: Rect(x: 0, y: 0, width: 10, height: 10))
    }

    override func didMoveToWindow() {
      log.lines.append("\(name) moved\(window == nil ? " outside" : "")")
    }
  }

  private let log = Log()
  private let window = Window(frame: Rect(x: 0, y: 0, width: 100, height: 100))

  private func lines(_ action: () -> Void) -> [String] {
    log.lines = []
    action()
    return log.lines
  }

  @Test("A controller's view and those in it appear with its view and disappear with it")
  func appears() {
    let (page, child) = (Page("page", log), Page("child", log))
    defer { withExtendedLifetime(child) {} }
    #expect(lines { page.view.addSubview(child.view) }.isEmpty)
    #expect(
      lines { window.rootViewController = page } == [
        "page will appear outside", "child will appear outside", "page moved", "page did appear",
        "child moved", "child did appear",
      ])
    #expect(
      lines { window.rootViewController = nil } == [
        "page will disappear", "child will disappear", "page moved outside",
        "page did disappear outside", "child moved outside", "child did disappear outside",
      ])
  }

  @Test("A view that moves in its window is not called; one that moves to another is, once")
  func moves() {
    let sheets = [Sheet("a", log), Sheet("b", log), Sheet("c", log)]
    for sheet in sheets.prefix(2) { window.addSubview(sheet) }
    sheets[0].addSubview(sheets[2])
    #expect(lines { sheets[1].addSubview(sheets[2]) }.isEmpty)
    #expect(lines { window.sendSubviewToBack(sheets[1]) }.isEmpty)
    #expect(lines { window.bringSubviewToFront(sheets[1]) }.isEmpty)
    let other = Window(frame: .zero)
    #expect(lines { other.addSubview(sheets[1]) } == ["b moved", "c moved"])
    #expect(sheets[2].window === other)
  }

  @Test("A callback may remove the view again: the last call tells where it is")
  func removedByCallback() {
    final class Shy: View {
      var windows: [Window?] = []
      override func didMoveToWindow() {
        windows.append(window)
        if window != nil { removeFromSuperview() }
      }
    }
    let (shy, child) = (Shy(frame: .zero), Sheet("child", log))
    shy.addSubview(child)
    #expect(lines { window.addSubview(shy) } == ["child moved outside"])
    #expect(shy.windows.count == 2 && shy.windows[0] === window && shy.windows[1] == nil)
    #expect(window.subviews.isEmpty)
  }

  @Test("Every view of a tree knows its window, in and out of it, and after the window is gone")
  func windowsOfTrees() {
    let frame = Rect(x: 0, y: 0, width: 100, height: 100)
    let views = (0..<3).map { _ in View(frame: frame) }
    let inner = Window(frame: frame)
    views[0].addSubview(views[1])
    views[0].addSubview(inner)
    inner.addSubview(views[2])
    #expect(views[1].window == nil && views[2].window === inner)
    do {
      let window = Window(frame: frame)
      window.addSubview(views[0])
      #expect(views[0].window === window && views[1].window === window)
      #expect(inner.window === inner && views[2].window === inner)
      views[0].removeFromSuperview()
      #expect(views[0].window == nil && views[1].window == nil && views[2].window === inner)
      window.addSubview(views[0])
    }
    #expect(views[0].window == nil && views[1].window == nil && views[2].window === inner)
  }

  @Test("A new root controller leaves the old one's view in another window")
  func movedRoot() {
    let windows = (0..<2).map { _ in Window(frame: Rect(x: 0, y: 0, width: 100, height: 100)) }
    let controllers = (0..<2).map { _ in
      ViewController(view: View(frame: Rect(x: 0, y: 0, width: 10, height: 10)))
    }
    windows[0].rootViewController = controllers[0]
    windows[1].addSubview(controllers[0].view)
    windows[0].rootViewController = controllers[1]
    #expect(windows[1].subviews.contains { $0 === controllers[0].view })
    #expect(
      windows[0].subviews.map(ObjectIdentifier.init) == [ObjectIdentifier(controllers[1].view)])
  }
}
