import Foundation
public import Sensors

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Reads the points of GPX 1.0 and 1.1.
///
/// The points of tracks are fixes. Without a track those of routes are, and without both the way
/// points; so do the files from which Xcode simulates a location, whose way points become a moving
/// location with a fix each second.
public final class GPXReader: LocationReader {
  public let format = LocationFormat.gpx
  private let source: ByteSource
  private let handler = GPXHandler()

  public init(_ source: ByteSource) { self.source = source }

  public func readAll(
    _ body: (Location) throws(RecordingError) -> Void
  ) throws(RecordingError) {
    let stream = SourceStream(source)
    let parser = XMLParser(stream: stream)
    parser.shouldResolveExternalEntities = false
    parser.delegate = handler
    var failure: RecordingError?
    // The handler keeps the body only while the parser runs.
    let take = { (location: Location) -> Bool in
      do throws(RecordingError) {
        try body(location)
        return true
      } catch {
        failure = error
        return false
      }
    }
    withoutActuallyEscaping(take) { deliver in
      handler.deliver = deliver
      _ = parser.parse()
      handler.finish()
      handler.deliver = { _ in false }
    }
    if let failure { throw failure }
    if let error = stream.failure { throw RecordingError.unreadable(source.name, error) }
    if let (line, column, expected, found) = handler.failure {
      throw RecordingError(
        file: source.name, position: .line(line, column: column), expected: expected, found: found)
    }
    if let error = parser.parserError {
      throw RecordingError(
        file: source.name,
        position: .line(max(1, parser.lineNumber), column: max(1, parser.columnNumber)),
        expected: "well-formed XML", found: GPXReader.description(of: error))
    }
    if !handler.isGPX {
      throw RecordingError(
        file: source.name, position: .line(1, column: 1), expected: "a gpx element",
        found: "none")
    }
  }

  public var remarks: [LocationRemark] {
    [
      LocationRemark("points with a time that is none", handler.badTimes),
      LocationRemark("way points and route points beside a track", handler.passedOver),
    ].compactMap { $0 }
  }

  /// The number of libxml2's error: its text is not handed on.
  private static func description(of error: any Error) -> String {
    let code = (error as NSError).code
    return code == 5 || code == 77
      ? "the end of the file" : "something else (libxml2 error \(code))"
  }
}
