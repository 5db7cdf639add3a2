import Contacts

// Written out, since the keys that the compiler makes for the cases of an enumeration are no format
// to keep.
extension Figure: Codable {
  private enum Key: String, CodingKey {
    case kind, points, rectangle, image, color, lineWidth, isFilled
  }

  private enum Name: String, Codable {
    case line, rectangle, ellipse, image
  }

  /// Reads a figure, such as
  /// `{"kind":"ellipse","rectangle":…,"color":…,"lineWidth":2,"isFilled":true}`.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    var rectangle: Rect { get throws { try values.decode(Rect.self, forKey: .rectangle) } }
    let kind: Kind =
      switch try values.decode(Name.self, forKey: .kind) {
      case .line: .line(try values.decode([Point].self, forKey: .points))
      case .rectangle: .rectangle(try rectangle)
      case .ellipse: .ellipse(try rectangle)
      case .image: .image(try values.decode(String.self, forKey: .image), try rectangle)
      }
    self.init(
      kind, color: try values.decode(Color.self, forKey: .color),
      lineWidth: try values.decode(Double.self, forKey: .lineWidth),
      isFilled: try values.decode(Bool.self, forKey: .isFilled))
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    switch kind {
    case .line(let points):
      try values.encode(Name.line, forKey: .kind)
      try values.encode(points, forKey: .points)
    case .rectangle(let rect):
      try values.encode(Name.rectangle, forKey: .kind)
      try values.encode(rect, forKey: .rectangle)
    case .ellipse(let rect):
      try values.encode(Name.ellipse, forKey: .kind)
      try values.encode(rect, forKey: .rectangle)
    case .image(let name, let rect):
      try values.encode(Name.image, forKey: .kind)
      try values.encode(name, forKey: .image)
      try values.encode(rect, forKey: .rectangle)
    }
    try values.encode(color, forKey: .color)
    try values.encode(lineWidth, forKey: .lineWidth)
    try values.encode(isFilled, forKey: .isFilled)
  }
}
