import Recordings

/// A page with a picture that does not move: no script, no network.
public struct StillPage: Sendable {
  private let picture: Picture

  public init(_ picture: Picture) { self.picture = picture }

  /// The page in UTF-8, ending with a newline.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(
      """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'">
      <meta name="viewport" content="width=device-width">
      <title>
      """)
    bytes.append(xml: picture.title)
    bytes.append("</title>\n</head>\n<body>\n<main>\n")
    bytes += SVGFile.bytes(picture)
    bytes.append("</main>\n</body>\n</html>\n")
    return bytes
  }
}
