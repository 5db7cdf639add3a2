import CLibinputOffline
import Files

/// The playing process: it answers one request after the other, and does nothing else.
enum LibinputServer {
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
      var reply = LibinputReply()
      do throws(LibinputError) {
        reply = LibinputReply(try answer(message, library, &functions))
        reply.library = String(cString: offline_library_path())
      } catch {
        reply.error = error
      }
      guard send(LibinputMessage.bytes(reply), to: socket) else { return }
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
  ) throws(LibinputError) -> LibinputAnswer {
    guard let request = LibinputMessage.read(LibinputRequest.self, from: message),
      let input = request.input
    else { throw .failed("a malformed request") }
    offline_limit_time(UInt32(clamping: request.timeLimit))
    defer { offline_limit_time(0) }
    let loaded = functions ?? Result { () throws(LibinputError) in try load(library) }
    functions = loaded
    var session = try LibinputSession(input, request, try loaded.get())
    return try session.play()
  }
}

// MARK: - Socket

extension LibinputServer {
  /// The next message; nil at the end of the connection.
  static func receive(from socket: Int32) -> [UInt8]? {
    guard let header = receive(8, from: socket) else { return nil }
    let size = header.reversed().reduce(0) { $0 << 8 | Int($1) }
    return (0...maximumMessageLength).contains(size) ? receive(size, from: socket) : nil
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
    var header: [UInt8] = []
    header.append(littleEndian: Int64(message.count))
    return sendAll(header, to: socket) && sendAll(message, to: socket)
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
