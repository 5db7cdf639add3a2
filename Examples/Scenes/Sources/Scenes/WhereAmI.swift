import SceneHost

/// Shows where the device is, how accurately that is known, and how far it has come.
///
/// By the textbook rules every fix is shown, and the distance is that from the first one. Otherwise
/// invalid, inaccurate and impossible fixes are dropped, and the distance is that along the track.
public final class WhereAmI: Scene {
  public static let activity = Setting.choice(
    "activity", "Activity", "other",
    of: ["other": "Any", "fitness": "On foot or by bicycle", "automotiveNavigation": "By car"])
  public static let accuracy = Setting.slider(
    "accuracy", "Required accuracy in metres", 100, in: 10...1000, step: 10)
  public static let spacing = Setting.slider(
    "spacing", "Distance filter in metres", 0, in: 0...1000, step: 5)

  private static let rows: KeyValuePairs = [
    "latitude": Text("Latitude:"), "longitude": Text("Longitude:"),
    "horizontalAccuracy": Text("Horizontal Accuracy:"), "altitude": Text("Altitude:"),
    "verticalAccuracy": Text("Vertical Accuracy:"), "distance": Text("Distance Travelled:"),
  ]
  private static let maximumFixes = 10_000
  private var values: [Label] = []
  private let straight = Label("displacement", frame: Rect(x: 20, y: 220, width: 290, height: 24))
  private let message = Label("message", frame: Rect(x: 20, y: 260, width: 290, height: 24))
  /// The first fix and the latest ones, and the metres along those of earlier runs.
  private var track: [Coordinate] = []
  private var earlierDistance = 0.0

  public override class var summary: Text { Text("where the device is, and how far it has come") }

  public override class var settings: SettingsPane {
    [.group("Standard rules"), .setting(activity), .setting(accuracy), .setting(spacing)]
  }

  public required init(_ context: SceneContext) {
    super.init(context)
    for (row, (name, text)) in WhereAmI.rows.enumerated() {
      let caption = context.isTextbook ? Text(verbatim: text.key) : text
      let frame = Rect(x: 20, y: 20 + 32 * Double(row), width: 186, height: 24)
      view.addSubview(Label(name + "Caption", caption, frame: frame))
      values.append(Label(name, frame: Rect(x: 206, y: frame.minY, width: 112, height: 24)))
    }
    for value in values { view.addSubview(value) }
    if !context.isTextbook { for label in [straight, message] { view.addSubview(label) } }
    context.locations.delegate = self
    settingsDidChange()
    context.locations.start()
  }

  public override func settingsDidChange() {
    guard !context.isTextbook else { return }  // The textbook's program filters nothing.
    let activity = ActivityType(rawValue: context.settings[WhereAmI.activity]) ?? .other
    let accuracy = AccuracyFilter(limit: context.settings[WhereAmI.accuracy])
    let spacing = DistanceFilter(distance: context.settings[WhereAmI.spacing])
    context.locations.replaceFilters(with: activity.filters + [accuracy, spacing])
  }

  private func show(_ fix: Location) {
    let texts = context.isTextbook ? textbookTexts(fix) : texts(fix)
    for (value, text) in zip(values, texts) { value.text = text }
    let start = Location(coordinate: track.first ?? fix.coordinate)
    let distance = (try? fix.distance(from: start)) ?? 0
    straight.text = Text("%@ from the start", .distance(distance))
    message.text = .empty
  }

  /// The textbook takes invalid fixes, too, and an unknown accuracy is -1.
  private func textbookTexts(_ fix: Location) -> [Text] {
    let start = track.first ?? fix.coordinate
    let distance = (try? GreatCircle().distance(from: start, to: fix.coordinate)) ?? 0
    let (horizontal, vertical) = (fix.horizontalAccuracy ?? -1, fix.verticalAccuracy ?? -1)
    let metres = [horizontal, fix.altitude ?? 0, vertical, distance]
    let degrees = [fix.coordinate.latitude, fix.coordinate.longitude]
    return degrees.map { Text(verbatim: $0.textbookLabel + "\u{2022}") }
      + metres.map { Text(verbatim: $0.textbookLabel + "m") }
  }

  private func texts(_ fix: Location) -> [Text] {
    [
      Text("%@°", .number(fix.coordinate.latitude, decimals: 5)),
      Text("%@°", .number(fix.coordinate.longitude, decimals: 5)),
      WhereAmI.accuracyText(fix.horizontalAccuracy),
      fix.validAltitude.map { Text("%@", .distance($0)) } ?? Text("unknown"),
      WhereAmI.accuracyText(fix.verticalAccuracy), Text("%@", .distance(travelled)),
    ]
  }

  private static func accuracyText(_ metres: Double?) -> Text {
    guard let metres, metres >= 0 else { return Text("unknown") }
    return Text("± %@", .distance(metres))
  }

  private var travelled: Double { earlierDistance + context.locations.pathLength }

  public override func save(to memory: inout SceneMemory) throws {
    try memory.encode(track, forKey: "track")
    try memory.encode(travelled, forKey: "distance")
  }

  public override func restore(from memory: SceneMemory) throws {
    track = try memory.decode([Coordinate].self, forKey: "track") ?? []
    earlierDistance += try memory.decode(Double.self, forKey: "distance") ?? 0
    if !context.isTextbook { values.last?.text = Text("%@", .distance(travelled)) }
  }
}

extension WhereAmI: LocationStreamDelegate {
  public func locationStream(_: LocationStream, didUpdateTo fix: Location, from _: Location?) {
    if track.count == WhereAmI.maximumFixes { track.remove(at: 1) }  // The start stays.
    track.append(fix.coordinate)
    show(fix)
  }

  public func locationStream(_: LocationStream, didFailWith error: LocationError) {
    message.text = error == .denied ? Text("Locations are denied") : Text("No location now")
    let cause = Text(verbatim: error == .denied ? "Access Denied" : "Unknown Error")
    let (title, button) = (Text(verbatim: "Error gettting Location"), Text(verbatim: "Okay"))
    if context.isTextbook { context.emit(.alert(title: title, message: cause, button: button)) }
  }
}
