import Files
import Foundation
import Testing

/// Blocks of archives.
private enum Tar {
  /// A header with a valid checksum.
  static func header(_ name: String, size: Int, type: String = "0") -> [UInt8] {
    var block = [UInt8](repeating: 0, count: 512)
    func put(_ text: String, _ offset: Int) {
      for (index, byte) in text.utf8.enumerated() { block[offset + index] = byte }
    }
    put(name, 0)
    put(octal(size, 11), 124)
    put("        ", 148)
    put(type, 156)
    put("ustar\u{0}00", 257)
    put(octal(block.reduce(0) { $0 + Int($1) }, 6) + "\0", 148)
    return block
  }

  private static func octal(_ value: Int, _ digits: Int) -> String {
    let text = String(value, radix: 8)
    return String(repeating: "0", count: digits - text.count) + text
  }

  static func member(_ name: String, _ content: String, type: String = "0") -> [UInt8] {
    let bytes = Array(content.utf8)
    let padding = (512 - bytes.count % 512) % 512
    return header(name, size: bytes.count, type: type) + bytes
      + [UInt8](repeating: 0, count: padding)
  }

  static let end = [UInt8](repeating: 0, count: 1024)

  static func entries(_ bytes: [UInt8]) throws -> [TarReader.Entry] {
    let reader = TarReader(ByteSource(name: "a.tar", bytes: bytes))
    var entries: [TarReader.Entry] = []
    while let entry = try reader.next() { entries.append(entry) }
    return entries
  }
}

@Suite("Tar archives")
struct TarReaderTests {
  @Test("What the writer writes, the reader reads")
  func roundTrip() throws {
    let sink = ByteSink()
    let writer = TarWriter(sink)
    let contents = [[], [1], [UInt8](repeating: 7, count: 512), [UInt8](repeating: 0, count: 1300)]
    for (index, content) in contents.enumerated() { try writer.add("a/\(index)", content) }
    try writer.finish()
    #expect(sink.bytes.count % 512 == 0)
    let expected = contents.enumerated().map { TarReader.Entry.file(path: "a/\($0)", bytes: $1) }
    #expect(try Tar.entries(sink.bytes) == expected)
    #expect(TarReader.isArchive(sink.bytes[...]))
  }

  @Test("A member that is too large is skipped without reading it", .timeLimit(.minutes(1)))
  func sparseMember() throws {
    // 256 GB without a block on the disk.
    let size = 1 << 38
    var header = Tar.header("large", size: 0)
    let number: [UInt8] = (0..<12).map { UInt8(truncatingIfNeeded: size >> (8 * (11 - $0))) }
    header.replaceSubrange(124..<136, with: [0x80 | number[0]] + number[1...])
    let sum = (header[..<148] + header[156...]).reduce(0x20 * 8) { $0 + Int($1) }
    let digits = String(sum, radix: 8)
    let text = String(repeating: "0", count: 6 - digits.count) + digits + "\0 "
    header.replaceSubrange(148..<156, with: Array(text.utf8))
    let path = FileManager.default.temporaryDirectory.appending(path: "sparse-\(UUID()).tar").path
    #expect(FileManager.default.createFile(atPath: path, contents: Data(header)))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.seek(toOffset: UInt64(header.count + size))
    try file.write(contentsOf: Data(Tar.member("after", "text") + Tar.end))
    try file.close()
    let reader = TarReader(try ByteSource(path: path))
    guard case .failure(let error)? = try reader.next() else {
      Issue.record("the member is read")
      return
    }
    #expect(error.expected == "at most 268435456 bytes")
    #expect(try reader.next() == .file(path: "after", bytes: Array("text".utf8)))
    #expect(try reader.next() == nil)
  }

  @Test("Names of 100 bytes are written, longer ones are refused")
  func maximumNameLength() throws {
    let writer = TarWriter(ByteSink())
    try writer.add(String(repeating: "a", count: 100), [])
    #expect(throws: FileError.self) {
      try writer.add(String(repeating: "a", count: 101), [])
    }
  }

  @Test("Long names of POSIX and of GNU tar replace that of the header")
  func longNames() throws {
    let long = String(repeating: "long/", count: 40) + "name"
    let record = " path=\(long)\n"
    let archive =
      Tar.member("x", "\(record.utf8.count + 3)\(record)", type: "x") + Tar.member("short", "1")
      + Tar.member("././@LongLink", long + "\0", type: "L") + Tar.member("short", "2")
      + Tar.member("short", "3") + Tar.end
    #expect(
      try Tar.entries(archive) == [
        .file(path: long, bytes: Array("1".utf8)), .file(path: long, bytes: Array("2".utf8)),
        .file(path: "short", bytes: Array("3".utf8)),
      ])
  }

  @Test("Folders and links are skipped, and a name that is not UTF-8 fails alone")
  func others() throws {
    var unnamed = Tar.header("?", size: 0)
    // The checksum of 0xff is that of "?" and 0xc0 more.
    unnamed[0] = 0xff
    let sum = unnamed.indices.reduce(0) {
      $0 + ((148..<156).contains($1) ? 0x20 : Int(unnamed[$1]))
    }
    let digits = String(sum, radix: 8)
    unnamed.replaceSubrange(
      148..<154, with: Array((String(repeating: "0", count: 6 - digits.count) + digits).utf8))
    let archive =
      Tar.header("folder/", size: 0, type: "5") + Tar.header("link", size: 0, type: "2") + unnamed
      + Tar.member("a", "1") + Tar.end
    let entries = try Tar.entries(archive)
    try #require(entries.count == 4)
    #expect(entries[0] == .skipped(path: "folder/", kind: "a folder"))
    #expect(entries[1] == .skipped(path: "link", kind: "a link"))
    guard case .failure(let error) = entries[2] else {
      Issue.record("\(entries[2])")
      return
    }
    #expect(error.file == "\\xff" && error.expected == "a file name in UTF-8")
    #expect(entries[3] == .file(path: "a", bytes: Array("1".utf8)))
  }

  @Test("A member of the largest size is announced, and one byte more fails alone")
  func maximumMemberSize() throws {
    let allowed = Tar.header("a", size: TarReader.maximumMemberSize)
    #expect {
      try Tar.entries(allowed)
    } throws: { error in
      (error as? FileError)?.expected == "the whole of a"
    }
    let beyond = Tar.header("a", size: TarReader.maximumMemberSize + 1)
    let reader = TarReader(ByteSource(name: "a.tar", bytes: beyond + Tar.end))
    #expect(throws: FileError.self) {
      while let entry = try reader.next() { if case .failure(let error) = entry { throw error } }
    }
  }

  @Test("An archive that was cut anywhere says where, and never ends as if it were whole")
  func everyCut() throws {
    let archive = Tar.member("a", "content") + Tar.member("b", "more") + Tar.end
    for length in 0..<archive.count - 1024 + 511 {
      #expect(throws: FileError.self, "\(length)") {
        try Tar.entries(Array(archive.prefix(length)))
      }
    }
    #expect(try Tar.entries(archive).count == 2)
  }

  @Test("No byte of an archive makes the reader trap or read on forever")
  func everyFlip() throws {
    let record = "15 path=abcdef\n"
    let archive = Tar.member("x", record, type: "x") + Tar.member("b", "more") + Tar.end
    for index in archive.indices.dropLast(512) {
      for flip in [0x01, 0x80, 0xff] as [UInt8] {
        var bytes = archive
        bytes[index] ^= flip
        let entries = try? Tar.entries(bytes)
        #expect((entries ?? []).count <= 2)
      }
    }
  }

  @Test("Bytes that are no header are an error with their offset")
  func damaged() throws {
    var archive = Tar.member("a", "content") + Tar.member("b", "more") + Tar.end
    archive[1024] = UInt8(ascii: "c")
    #expect {
      try Tar.entries(archive)
    } throws: { error in
      (error as? FileError)?.position == .byte(1024)
    }
  }
}
