import CLibinputOffline
import Files

/// The playing process: it answers one request after the other, and does nothing else.
enum LibinputServer {
  /// The first byte of a message: an answer follows, or the cause of a failure.
  enum Status: UInt8 {
    case answer = 0
    case cannotLoad, unsupported, quirks, unplayable, failed
  }

  /// The most bytes of a message.
  static let maximumMessageLength = 1 << 30

  /// Answers the requests of a socket until it is closed.
  ///
  /// - Parameters:
  ///   - folder: The library's folder of quirks; empty for the default one.
  ///   - quirks: The quirks in place of the machine's own; empty for the machine's.
  static func serve(_ socket: Int32, library: String, folder: String, quirks: String) {
    offline_set_quirks(folder, quirks)
    var functions: Result<LibinputFunctions, LibinputError>?
    while let message = receive(from: socket) {
      let reply: [UInt8]
      do throws(LibinputError) {
        reply = try answer(message, library, &functions)
      } catch {
        reply = bytes(of: error)
      }
      guard send(reply, to: socket) else { return }
    }
  }

  private static func load(_ library: String) throws(LibinputError) -> LibinputFunctions {
    var message = [CChar](repeating: 0, count: 1024)
    guard offline_load(library, &message, UInt32(message.count)) == 0 else {
      let text = String(
        decoding: message.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      // An empty path means that no library was loaded.
      let path = String(cString: offline_library_path())
      throw path.isEmpty ? .cannotLoad(text) : .unsupported(library: path, text)
    }
    return try LibinputFunctions()
  }

  /// Answers a request with the functions of the library, which the first one loads.
  private static func answer(
    _ message: [UInt8], _ library: String,
    _ functions: inout Result<LibinputFunctions, LibinputError>?
  ) throws(LibinputError) -> [UInt8] {
    var reader = MessageReader(message)
    let request: LibinputRequest
    do throws(MessageReader.Malformed) {
      request = try LibinputRequest(from: &reader)
    } catch {
      throw .failed("a malformed request")
    }
    offline_limit_time(UInt32(clamping: request.timeLimit))
    defer { offline_limit_time(0) }
    let loaded = functions ?? Result { () throws(LibinputError) in try load(library) }
    functions = loaded
    let answer = try LibinputSession.play(request, try loaded.get())
    var writer = MessageWriter()
    writer.add(Status.answer.rawValue)
    writer.add(String(cString: offline_library_path()))
    answer.write(to: &writer)
    return writer.bytes
  }

  private static func bytes(of error: LibinputError) -> [UInt8] {
    var writer = MessageWriter()
    func add(_ status: Status, _ texts: String...) {
      writer.add(status.rawValue)
      writer.add(UInt32(texts.count))
      for text in texts { writer.add(text) }
    }
    switch error {
    case .cannotLoad(let reason): add(.cannotLoad, reason)
    case .unsupported(let library, let reason): add(.unsupported, library, reason)
    case .quirks(let lines): add(.quirks, lines.joined(separator: "\n"))
    case .unplayable(let expected, let found): add(.unplayable, expected, found)
    case .crashed, .tooLong: add(.failed, "an unexpected error")
    case .failed(let reason): add(.failed, reason)
    }
    return writer.bytes
  }

  /// The error of a reply.
  static func error(
    _ status: Status, from reader: inout MessageReader
  ) throws(MessageReader.Malformed) -> LibinputError {
    var texts: [String] = []
    for _ in 0..<(try reader.count(ofSize: 4)) { texts.append(try reader.text()) }
    switch (status, texts.count) {
    case (.cannotLoad, 1): return .cannotLoad(texts[0])
    case (.unsupported, 2): return .unsupported(library: texts[0], texts[1])
    case (.quirks, 1): return .quirks(texts[0].split(separator: "\n").map(String.init))
    case (.unplayable, 2): return .unplayable(expected: texts[0], found: texts[1])
    case (.failed, 1): return .failed(texts[0])
    default: throw MessageReader.Malformed()
    }
  }
}

// MARK: - Socket

extension LibinputServer {
  /// The next message; nil at the end of the connection.
  static func receive(from socket: Int32) -> [UInt8]? {
    guard let header = receive(8, from: socket) else { return nil }
    var reader = MessageReader(header)
    guard let size = try? reader.number(UInt64.self), size <= UInt64(maximumMessageLength) else {
      return nil
    }
    return receive(Int(size), from: socket)
  }

  private static func receive(_ count: Int, from socket: Int32) -> [UInt8]? {
    var isComplete = true
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let size = recv(socket, buffer.baseAddress.map { $0 + filled }, count - filled, 0)
        if size < 0, errno == EINTR { continue }
        guard size > 0 else {
          isComplete = false
          return
        }
        filled += size
      }
    }
    return isComplete ? bytes : nil
  }

  /// Sends a message; false if the other side is gone.
  static func send(_ message: [UInt8], to socket: Int32) -> Bool {
    var writer = MessageWriter()
    writer.add(UInt64(message.count))
    return sendAll(writer.bytes, to: socket) && sendAll(message, to: socket)
  }

  private static func sendAll(_ bytes: [UInt8], to socket: Int32) -> Bool {
    bytes.withUnsafeBytes { buffer in
      var sent = 0
      while sent < buffer.count {
        let size = sendto(
          socket, buffer.baseAddress.map { $0 + sent }, buffer.count - sent,
          Int32(MSG_NOSIGNAL), nil, 0)
        if size < 0, errno == EINTR { continue }
        guard size > 0 else { return false }
        sent += size
      }
      return true
    }
  }
}
