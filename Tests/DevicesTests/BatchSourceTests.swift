#if Live
  import Foundation
  import Testing

  @testable import Devices

  struct BatchSourceTests {
    private static let gone = DeviceError(.gone, device: "x", message: "it is gone")

    /// A source that reads each of some parts, then fails.
    private func source(of parts: [[Int]], limit: Int = 100) throws -> BatchSource<Int> {
      var ends: [Int32] = [0, 0]
      try #require(pipe(&ends) == 0)
      var rest = parts[...]
      return try BatchSource(ends[0], device: "x", limit: limit, departure: Self.gone) { part in
        guard let next = rest.popFirst() else { throw Self.gone }
        part = next
        return true
      }
    }

    @Test("What was read before an error is delivered before it")
    func departure() async throws {
      let source = try source(of: [[1, 2], [3]])
      #expect(try await source.next() == [1, 2, 3])
      for _ in 0..<2 {
        await #expect(throws: Self.gone) { try await source.next() }
      }
    }

    @Test("An error without elements before it is thrown at once")
    func immediate() async throws {
      let source = try source(of: [])
      await #expect(throws: Self.gone) { try await source.next() }
    }

    @Test("An error that comes exactly at the limit follows the batch")
    func limit() async throws {
      let source = try source(of: [[1], [2], [3]], limit: 2)
      #expect(try await source.next() == [1, 2])
      #expect(try await source.next() == [3])
      await #expect(throws: Self.gone) { try await source.next() }
    }
  }
#endif
