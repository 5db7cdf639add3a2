import Files
import Foundation
import TestSupport
import Testing
import Timeline

@testable import SceneHost

/// Counts the touches that it was given.
private final class Counter: Scene {
  private let label = Label("count", frame: Rect(x: 0, y: 0, width: 100, height: 24))
  private(set) var count = 0 {
    didSet { label.text = Text("%d touches", .count(count)) }
  }

  required init(_ context: SceneContext) {
    super.init(context)
    view.addSubview(label)
  }

  override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) { count += 1 }
  override func touchesCancelled(_ touches: TouchSet, with event: TouchEvent) { count -= 1 }

  override func save(to memory: inout SceneMemory) throws {
    try memory.encode(count, forKey: "count")
  }

  override func restore(from memory: SceneMemory) throws {
    count = try memory.decode(Int.self, forKey: "count") ?? 0
  }
}

struct SceneStateTests {
  private let folder: TemporaryFolder
  private let state: SceneState

  init() throws {
    folder = try TemporaryFolder()
    state = SceneState(
      of: "Counter", rules: .standard, environment: ["XDG_STATE_HOME": folder.file("state")])
  }

  /// A frame with a finger, or none.
  private func frame(_ seconds: Double, touching: Bool = true) -> ContactFrame {
    var frame = ContactFrame(time: Timestamp(seconds: seconds))
    if touching { frame.contacts = [Contact(id: 1, position: Point(x: 10, y: 10))] }
    return frame
  }

  private func start(opening file: String? = nil) throws -> SceneState.Run {
    try state.start(
      opening: file, { SceneRunner(Counter.self) }, reportingTo: { Issue.record("\($0)") })
  }

  /// Performs a run of a touch that ends, and of what else happens.
  private func run(
    opening file: String? = nil, _ more: (SceneRunner) -> Void
  ) throws -> (isRestored: Bool, note: String?) {
    let run = try start(opening: file)
    run.runner.send(frame(1))
    run.runner.send(frame(1.1, touching: false))
    more(run.runner)
    return (run.isRestored, run.note)
  }

  private func count(_ run: SceneState.Run) -> Int? { (run.runner.scene as? Counter)?.count }

  // MARK: Where

  @Test(arguments: [
    (["XDG_STATE_HOME": "/s", "HOME": "/h"], "/s/touchstone/scenes/Ball.plist"),
    (["XDG_STATE_HOME": "s", "HOME": "/h"], "/h/.local/state/touchstone/scenes/Ball.plist"),
    (["XDG_STATE_HOME": "", "HOME": "/h"], "/h/.local/state/touchstone/scenes/Ball.plist"),
    ([:], NSHomeDirectory() + "/.local/state/touchstone/scenes/Ball.plist"),
    (["HOME": "/h"], "/h/.local/state/touchstone/scenes/Ball.plist"),
  ])
  func `states are where the base directory specification says`(
    _ environment: [String: String], _ path: String
  ) {
    #expect(SceneState(of: "Ball", rules: .standard, environment: environment).path == path)
  }

  @Test func `the rules and any name make a file of their own in the folder`() {
    let environment = ["HOME": "/h"]
    func name(_ scene: String, _ rules: SceneRules) -> Substring {
      SceneState(of: scene, rules: rules, environment: environment).path
        .dropFirst("/h/.local/state/touchstone/scenes/".count)
    }
    #expect(name("Ball", .textbook) == "Ball.textbook.plist")
    #expect(name("../a b", .standard) == "%2e%2e%2fa%20b.plist")
  }

  @Test func `the state and its folders are for their owner only`() throws {
    try state.save(SceneMemory(scene: "Counter"))
    let paths = ["state", "state/touchstone", "state/touchstone/scenes"].map { folder.file($0) }
    for path in paths + [state.path] {
      var status = stat()
      #expect(stat(path, &status) == 0)
      #expect(status.st_mode & 0o777 == (path == state.path ? 0o600 : 0o700))
    }
  }

  // MARK: When

  @Test(arguments: ["interrupt", "background", "terminate", "device"])
  func `an interruption, the background and termination save, and the next run continues`(
    _ cause: String
  ) throws {
    let first = try run { runner in
      let time = Timestamp(seconds: 2)
      switch cause {
      case "interrupt": runner.interrupt(at: time)
      case "background": runner.enterBackground(at: time)
      case "terminate": runner.terminate(at: time)
      default:
        var frame = frame(2, touching: false)
        frame.isInterrupted = true
        runner.send(frame)
      }
    }
    #expect(!first.isRestored && first.note == nil)
    guard case .memory(let memory) = try state.load() else {
      Issue.record("no state")
      return
    }
    #expect(memory.savedAt == Timestamp(seconds: 2))
    #expect(memory.rules == .standard)
    let next = try start()
    #expect(next.isRestored && next.note == nil)
    #expect(count(next) == 1)
    #expect(next.runner.screen.text("count") == Text("%d touches", .count(1)))
  }

  @Test func `a touch that the interruption cancels is not saved`() throws {
    _ = try run { runner in
      runner.send(frame(2))
      runner.interrupt(at: Timestamp(seconds: 3))
    }
    #expect(count(try start()) == 1)
  }

  @Test func `nothing is saved without an interruption, also not at the end of a recording`() throws
  {
    _ = try run { $0.finish() }
    #expect(try state.load() == .nothing)
  }

  @Test func `what the screen shows after restoring is reported`() throws {
    _ = try run { $0.terminate(at: Timestamp(seconds: 2)) }
    var changes: [ScreenChange] = []
    func makeRunner() -> SceneRunner {
      let runner = SceneRunner(Counter.self)
      runner.observer = { changes.append($0) }
      return runner
    }
    _ = try state.start(makeRunner, reportingTo: { Issue.record("\($0)") })
    #expect(
      changes == [
        ScreenChange(time: .zero, element: "count", kind: .text(Text("%d touches", .count(1))))
      ])
  }

  @Test func `a run that opens a file saves its state, which the next run continues`() throws {
    _ = try run { $0.terminate(at: Timestamp(seconds: 2)) }
    var memory = SceneMemory(scene: "Counter")
    try memory.encode(7, forKey: "count")
    let path = folder.file("a.json")
    try MemoryFile.write(memory, to: path)
    let second = try run(opening: path) { $0.terminate(at: Timestamp(seconds: 2)) }
    #expect(!second.isRestored && second.note == nil)
    #expect(count(try start()) == 8)
    #expect(message { _ = try start(opening: folder.file("none.json")) } != nil)
  }

  // MARK: Runs at once

  @Test func `the state is that of one run at a time, and another one says that it does not save`()
    throws
  {
    _ = try run { $0.terminate(at: Timestamp(seconds: 2)) }
    let before = try folder.text("state/touchstone/scenes/Counter.plist")
    do {
      let first = try start()
      #expect(first.isRestored)
      let second = try run { $0.terminate(at: Timestamp(seconds: 2)) }
      #expect(!second.isRestored)
      #expect(second.note?.hasPrefix("in use by another run") == true)
      #expect(try folder.text("state/touchstone/scenes/Counter.plist") == before)
      first.runner.send(frame(1))
      first.runner.interrupt(at: Timestamp(seconds: 2))
    }
    #expect(try start().isRestored)
  }

  @Test func `runs by different rules save at once`() throws {
    let other = SceneState(
      of: "Counter", rules: .textbook, environment: ["XDG_STATE_HOME": folder.file("state")])
    let runs = try [state, other].map { state in
      try state.start({ SceneRunner(Counter.self) }, reportingTo: { Issue.record("\($0)") })
    }
    #expect(runs.allSatisfy { $0.note == nil })
  }

  // MARK: States that cannot be used

  @Test(arguments: [
    "no property list",
    "<plist><dict><key>v</key><integer>2</integer><key>scene</key><string>Ball</string>"
      + "<key>values</key><dict/></dict></plist>",
    "<plist><dict><key>v</key><integer>2</integer><key>scene</key><string>Counter</string>"
      + "<key>values</key><dict/><key>rules</key><string>textbook</string></dict></plist>",
    "<plist><dict><key>v</key><integer>2</integer><key>scene</key><string>Counter</string>"
      + "<key>values</key><dict><key>count</key><string>many</string></dict></dict></plist>",
  ])
  func `a state that cannot be used is set aside, and the scene starts fresh`(_ text: String) throws
  {
    for number in 1...2 {
      try folder.write("state/touchstone/scenes/Counter.plist", text)
      try checkFreshRun(text, unreadable: number == 1 ? ".unreadable" : ".unreadable-2")
      #expect(try start().isRestored)
    }
  }

  private func checkFreshRun(_ text: String, unreadable suffix: String) throws {
    let run = try start()
    #expect(!run.isRestored)
    #expect(run.note?.hasSuffix("; the state is now \(state.path)\(suffix)") == true)
    #expect(count(run) == 0)
    #expect(try String(contentsOfFile: state.path + suffix, encoding: .utf8) == text)
    run.runner.terminate(at: .zero)
  }

  @Test func `a state of a newer version stays, and nothing is saved`() throws {
    let text = "<plist><dict><key>v</key><integer>3</integer></dict></plist>"
    try folder.write("state/touchstone/scenes/Counter.plist", text)
    let run = try run { $0.terminate(at: Timestamp(seconds: 2)) }
    #expect(!run.isRestored)
    #expect(run.note?.hasSuffix("; nothing will be saved") == true)
    #expect(try folder.text("state/touchstone/scenes/Counter.plist") == text)
    let error = message { try state.save(SceneMemory(scene: "Counter")) }
    #expect(error?.contains("found version 3, which a newer program has written") == true)
    #expect(try folder.text("state/touchstone/scenes/Counter.plist") == text)
  }

  @Test func `a failure to save is reported, and the scene runs on`() throws {
    try folder.write("state", "no folder")
    var errors: [FileError] = []
    let fresh = SceneState(
      of: "Counter", rules: .standard, environment: ["XDG_STATE_HOME": "/proc/none"])
    let run = try fresh.start({ SceneRunner(Counter.self) }, reportingTo: { errors.append($0) })
    run.runner.interrupt(at: Timestamp(seconds: 1))
    run.runner.resume(at: Timestamp(seconds: 2))
    run.runner.send(frame(3))
    #expect(errors.count == 1 && errors[0].isOutput)
    #expect(count(run) == 1)
  }
}
