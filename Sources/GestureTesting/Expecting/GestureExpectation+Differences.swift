import Contacts
import Gestures
import Playback

extension GestureExpectation {
  /// What is not as expected, a phrase each; none for a gesture of another kind makes no sense.
  func differences(from gesture: Gesture, _ tolerances: GestureTolerances) -> [String] {
    var found: [String] = []
    if kind != gesture.kind { found.append(gesture.kind.phrase) }
    if isCancelled != (gesture.state == .cancelled) {
      found.append(isCancelled ? "was not broken off" : "was broken off")
    }
    if let touches, touches != gesture.touches {
      found.append("\(Phrase.fingers(gesture.touches)), not \(touches)")
    }
    if let taps, taps != gesture.taps {
      found.append("\(Phrase.several(gesture.taps, "tap")), not \(taps)")
    }
    if let direction, direction != gesture.direction {
      found.append("\(gesture.direction?.rawValue ?? "no direction"), not \(direction.rawValue)")
    }
    if let name, name != gesture.name {
      found.append("\"\(gesture.name ?? "")\", not \"\(name)\"")
    }
    found += measures(of: gesture, tolerances)
    return found
  }

  private func measures(of gesture: Gesture, _ tolerances: GestureTolerances) -> [String] {
    var found: [String] = []
    if let place {
      let point = Phrase.millimetres(gesture.location)
      let limit = place.tolerance ?? tolerances.place
      let distance = point.distance(to: place.value)
      if !(distance <= limit) {
        found.append(
          "\(Phrase.number(distance, 1)) mm from \(Phrase.place(place.value)) mm, at most "
            + "\(Phrase.number(limit, 1)) allowed")
      }
    }
    func check(_ near: Near<Double>?, _ value: Double?, _ limit: Double, _ what: (String) -> String)
    {
      guard let near else { return }
      let limit = near.tolerance ?? limit
      if let value, abs(value - near.value) <= limit + 1e-9 { return }
      found.append(
        "\(what(value.map { Phrase.number($0) } ?? "nothing")), not "
          + "\(Phrase.number(near.value)) ± \(Phrase.number(limit))")
    }
    check(time, gesture.time.seconds, tolerances.time) { "at \($0) s" }
    check(start, gesture.start.seconds, tolerances.time) { "started at \($0) s" }
    var absolute = scale
    absolute?.tolerance = (scale?.tolerance ?? tolerances.scale) * abs(scale?.value ?? 0)
    check(absolute, gesture.scale, 0) { "scaled by \($0)" }
    let turn = gesture.rotation.map { ($0 * 10).rounded() / 10 }
    check(rotation, turn, tolerances.rotation) { "turned by \($0)°" }
    if let duration {
      let seconds = gesture.duration ?? gesture.time.seconds(since: gesture.start)
      if !duration.contains(seconds) {
        found.append(
          "took \(Phrase.number(seconds)) s, not \(Phrase.number(duration.lowerBound)) to "
            + "\(Phrase.number(duration.upperBound))")
      }
    }
    return found
  }
}
