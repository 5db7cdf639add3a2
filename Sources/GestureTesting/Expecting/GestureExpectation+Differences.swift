import Contacts
import Gestures
import Playback
import Timeline

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
          "\(distance.text(decimals: 0...1)) mm from \(Phrase.place(place.value)) mm, at most "
            + "\(limit.text(decimals: 0...1)) allowed")
      }
    }
    func check(_ near: Near<Double>?, _ value: Double?, _ limit: Double, _ what: (String) -> String)
    {
      guard let near else { return }
      let limit = near.tolerance ?? limit
      if let value, abs(value - near.value) <= limit + 1e-9 { return }
      found.append(
        "\(what(value.map { $0.text(decimals: 0...3) } ?? "nothing")), not "
          + "\(near.value.text(decimals: 0...3)) ± \(limit.text(decimals: 0...3))")
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
          "took \(seconds.text(decimals: 0...3)) s, not \(duration.lowerBound.text(decimals: 0...3)) to "
            + "\(duration.upperBound.text(decimals: 0...3))")
      }
    }
    return found
  }
}
