import Files
import VectorGraphics

public enum PictureFormat: String, Sendable, CaseIterable {
  case svg, png
  /// A page that plays a plot, or shows a picture.
  case html

  /// The endings of files' names.
  public static var endings: [String] { allCases.map(\.rawValue) }

  /// The format of a file's name; nil for the names of other files.
  public init?(path: String) {
    let name = path.lowercased()
    guard let format = Self.allCases.first(where: { name.hasSuffix(".\($0.rawValue)") })
    else { return nil }
    self = format
  }
}

/// Writes pictures to files: the same plot as SVG, as PNG, or as a page that plays it.
public enum PictureFile {
  /// Writes plots, below each other or as a page, which may show the first two beside each other.
  /// The file appears when it is complete, with the permissions of its inputs; `-` is standard
  /// output.
  public static func write(
    _ plots: [Plot], to path: String, format: PictureFormat, isComparison: Bool = false,
    madeOf inputs: [String] = []
  ) throws(FileError) {
    guard format == .html else {
      return try write(Picture(plots), to: path, format: format, madeOf: inputs)
    }
    let page = PlayerPage(plots, isComparison: isComparison)
    try ByteSink.write(page.bytes, to: path, madeOf: inputs)
  }

  /// Writes a picture; the file appears when it is complete.
  public static func write(
    _ picture: Picture, to path: String, format: PictureFormat, madeOf inputs: [String] = []
  ) throws(FileError) {
    switch format {
    case .svg: try ByteSink.write(SVGFile.bytes(picture), to: path, madeOf: inputs)
    case .png: try ByteSink.write(PNGFile.bytes(of: picture, for: path), to: path, madeOf: inputs)
    case .html: try ByteSink.write(page(picture), to: path, madeOf: inputs)
    }
  }

  /// A page with a still picture, in UTF-8: no script, no network.
  private static func page(_ picture: Picture) -> [UInt8] {
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
