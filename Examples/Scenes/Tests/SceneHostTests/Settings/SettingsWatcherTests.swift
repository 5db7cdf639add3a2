import Foundation
import SceneHost
import TestSupport
import Testing
import Timeline

@Suite("Changes of settings while a scene runs")
struct SettingsWatcherTests {
  private let folder: TemporaryFolder
  /// The store of another program.
  private let store: SettingsStore

  init() throws {
    folder = try TemporaryFolder()
    store = SettingsStore(in: folder)
  }

  /// A running scene that polls the file.
  private struct Run {
    let scene: SampleScene
    let runner: SceneRunner
    let watcher: SettingsWatcher

    init(_ store: SettingsStore, options: [String: SettingValue] = [:]) throws {
      let values = try SettingsValues(
        store.schema, file: try store.read(), options: options)
      runner = SceneRunner(SampleScene.self, in: SceneContext(settings: values))
      scene = try #require(runner.scene as? SampleScene)
      watcher = SettingsWatcher(values, store)
    }

    func poll() { runner.applyChanges(watcher, at: .zero) }
  }

  /// A problem, with how it affects the file.
  private func text(_ problem: SettingsWatcher.Problem) -> String {
    switch problem {
    case .unreadable(let error): "unreadable: \(error)"
    case .invalidValue(let error): "invalid value: \(error)"
    }
  }

  @Test("A running scene is notified of each change that another program makes, once")
  func changes() throws {
    let run = try Run(store)
    run.poll()
    #expect(run.scene.changes == [])
    for value in [30.0, 35] {
      try store.set(.number(value), for: SampleScene.length.definition)
      run.poll()
      run.poll()
    }
    #expect(run.scene.changes == [30, 35])
    try store.reset()
    run.poll()
    #expect(run.scene.changes == [30, 35, 25])
    try FileManager.default.removeItem(atPath: store.path)
    run.poll()
    #expect(run.scene.changes == [30, 35, 25])
  }

  @Test("A change between the reading of the values and the first poll is noticed")
  func early() throws {
    let run = try Run(store)
    try store.set(.number(30), for: SampleScene.length.definition)
    run.poll()
    #expect(run.scene.changes == [30])
  }

  @Test("Without its file the defaults apply")
  func removed() throws {
    try store.set(.number(30), for: SampleScene.length.definition)
    let run = try Run(store)
    try FileManager.default.removeItem(atPath: store.path)
    run.poll()
    #expect(run.scene.changes == [25])
  }

  @Test("A file that is written without a change of a value notifies nothing")
  func sameValue() throws {
    try store.set(.number(30), for: SampleScene.length.definition)
    let run = try Run(store)
    run.poll()
    try store.set(.number(30), for: SampleScene.length.definition)
    run.poll()
    try store.write(
      values: "<key>length</key><real>30</real><key>other</key><true/>")
    run.poll()
    #expect(run.scene.changes == [])
  }

  @Test("An option stays above a file that changes")
  func option() throws {
    let run = try Run(store, options: ["length": .number(40)])
    try store.set(.number(30), for: SampleScene.length.definition)
    run.poll()
    #expect(run.scene.changes == [])
    try store.set(.flag(true), for: SampleScene.usesRawTouches.definition)
    run.poll()
    #expect(run.scene.changes == [40])
    #expect(run.scene.context.settings[SampleScene.usesRawTouches])
  }

  @Test("A file that is damaged while a scene runs leaves the values, and is reported once")
  func damaged() throws {
    try store.set(.number(30), for: SampleScene.length.definition)
    let run = try Run(store)
    var errors: [String] = []
    run.watcher.observer = { errors.append(text($0)) }
    run.poll()
    try store.write("<plist>\n<dict>\n<foo/>")
    run.poll()
    run.poll()
    #expect(errors.count == 1 && errors.first?.hasPrefix("unreadable: \(store.path):3:1: ") == true)
    #expect(run.scene.context.settings[SampleScene.length] == 30)
    try store.write(values: "<key>length</key><integer>35</integer>")
    run.poll()
    #expect(errors.count == 1 && run.scene.changes == [35])
  }

  @Test("A value that its setting does not take is reported, and the default applies")
  func misfit() throws {
    let run = try Run(store)
    var errors: [String] = []
    run.watcher.observer = { errors.append(text($0)) }
    try store.write(values: "<key>length</key><integer>12</integer>")
    run.poll()
    run.poll()
    #expect(
      errors == [
        #"invalid value: \#(store.path): expected a number from 10 to 100 in steps of 5 for length, found "12""#
      ])
    #expect(run.scene.changes == [])
    try store.write(
      values: "<key>length</key><integer>12</integer><key>usesRawTouches</key><true/>")
    run.poll()
    #expect(run.scene.context.settings[SampleScene.usesRawTouches])
  }

  @Test("What was reported when the file was read is not reported again")
  func known() throws {
    try store.write(values: "<key>length</key><integer>12</integer>")
    let run = try Run(store)
    var reports = 0
    run.watcher.observer = { _ in reports += 1 }
    run.poll()
    #expect(reports == 0)
    try store.write(values: "<key>length</key><integer>13</integer>")
    run.poll()
    #expect(reports == 1)
  }

  @Test("A folder that is no folder is reported once")
  func unreadable() throws {
    let run = try Run(store)
    try folder.write("touchstone", "")
    var errors: [String] = []
    run.watcher.observer = { errors.append(text($0)) }
    run.poll()
    run.poll()
    #expect(errors == ["unreadable: \(store.path): Not a directory"])
  }
}
