/// A gesture of a recording, as a line of JSON.
public struct GestureRecord: Hashable, JSONObject {
  /// The path of the recording as given; nil in the files beside recordings.
  public var file: String?
  /// The name of the device, if the recording has several.
  public var device: String?
  public var gesture: Gesture
  /// The time of the first event of the recording, from which times count.
  public var origin: Timestamp

  public init(file: String? = nil, device: String? = nil, gesture: Gesture, origin: Timestamp) {
    self.file = file
    self.device = device
    self.gesture = gesture
    self.origin = origin
  }

  /// The time of recognition in seconds from the first event.
  public var time: Double { gesture.time.seconds(since: origin) }

  /// The time of the touch down that began the gesture, in seconds from the first event.
  public var start: Double { gesture.start.seconds(since: origin) }

  /// The properties beyond the kind in words, as in `left, 31.0 mm, on pad`; perhaps with the score
  /// of a drawing and with `cancelled`.
  package func details(hasScore: Bool = false, hasCancellation: Bool = false) -> String {
    let score = hasScore ? gesture.score.map { " at \($0.text(decimals: 2))" } ?? "" : ""
    let parts = [
      gesture.direction?.rawValue, gesture.axis?.rawValue,
      gesture.taps.flatMap { $0 > 1 ? "\($0) taps" : nil },
      gesture.scale.map { "×\($0.text(decimals: 2))" },
      gesture.rotation.map { "\($0.text(decimals: 1))°" },
      gesture.translation.map {
        "\(($0.length / Window.pointsPerMillimetre).text(decimals: 1)) mm"
      },
      gesture.name.map { $0 + score },
      hasCancellation && gesture.state == .cancelled ? "cancelled" : nil, device.map { "on \($0)" },
    ]
    return parts.compactMap(\.self).joined(separator: ", ")
  }

  /// The record as JSON without the path, as in files beside recordings and in other records.
  package var jsonWithoutFile: String {
    var record = self
    record.file = nil
    return record.json
  }

  public func add(to line: inout JSONLine) {
    line.begin(file)
    add(GestureField.allCases, to: &line)
  }

  package func add(_ fields: [GestureField], to line: inout JSONLine) {
    for field in fields {
      let value =
        field == .device
        ? device.map(GestureField.Value.text) : field.value(of: gesture, since: origin)
      switch value {
      case .text(let text): line.add(field.key, text)
      case .count(let count): line.add(field.key, count)
      case .number(let number, let decimals):
        line.add(field.key, number, decimals: decimals)
      case .vector(let vector): line.add(field.key, x: vector.dx, y: vector.dy, decimals: 2)
      case nil: break
      }
    }
  }
}
