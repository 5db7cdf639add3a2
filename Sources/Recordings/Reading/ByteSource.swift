public import SystemPackage

/// Bytes from front to back: a file, a pipe or an array.
public final class ByteSource {
  private enum Origin {
    case descriptor(FileDescriptor, isOwned: Bool)
    case bytes([UInt8], next: Int)
  }

  /// The path as it was given; `-` is standard input.
  public let name: String
  private var origin: Origin

  /// Opens a file for reading; throws the system's `Errno`.
  public init(path: String) throws(Errno) {
    name = path
    if path == "-" {
      origin = .descriptor(.standardInput, isOwned: false)
    } else {
      do {
        origin = .descriptor(try FileDescriptor.open(FilePath(path), .readOnly), isOwned: true)
      } catch let error as Errno {
        throw error
      } catch {
        throw .ioError
      }
    }
  }

  /// Reads from memory; `name` stands for the path in errors.
  public init(name: String, bytes: [UInt8]) {
    self.name = name
    origin = .bytes(bytes, next: 0)
  }

  deinit {
    if case .descriptor(let descriptor, true) = origin { try? descriptor.close() }
  }

  /// Fills a part of `buffer` and returns how many bytes; 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(Errno) -> Int {
    switch origin {
    case .descriptor(let descriptor, _):
      do {
        return try descriptor.read(into: buffer, retryOnInterrupt: true)
      } catch let error as Errno {
        throw error
      } catch {
        throw .ioError
      }
    case .bytes(let bytes, let next):
      let count = min(buffer.count, bytes.count - next)
      bytes.withUnsafeBytes { source in
        buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: source[next..<next + count]))
      }
      origin = .bytes(bytes, next: next + count)
      return count
    }
  }
}
