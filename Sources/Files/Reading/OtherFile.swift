/// Files of other kinds than recordings, by their first bytes.
package enum OtherFile {
  /// The first bytes of files of other kinds, and the names of the kinds.
  private static let kinds: [(start: [UInt8], kind: String)] = [
    ([0x7f, 0x45, 0x4c, 0x46], "a program (ELF)"),
    ([0xcf, 0xfa, 0xed, 0xfe], "a program (Mach-O)"),
    ([0xca, 0xfe, 0xba, 0xbe], "a program (Mach-O or Java)"),
    ([0x89, 0x50, 0x4e, 0x47], "a picture (PNG)"), ([0xff, 0xd8, 0xff], "a picture (JPEG)"),
    (Array("GIF8".utf8), "a picture (GIF)"), (Array("RIFF".utf8), "a sound or film (RIFF)"),
    (Array("%PDF".utf8), "a PDF document"), (Array("SQLite format 3".utf8), "an SQLite database"),
    ([0x1f, 0x8b], "compressed data (gzip -dc unpacks it)"),
    ([0x28, 0xb5, 0x2f, 0xfd], "compressed data (zstd -dc unpacks it)"),
    ([0xfd, 0x37, 0x7a, 0x58, 0x5a], "compressed data (xz -dc unpacks it)"),
    ([0x42, 0x5a, 0x68], "compressed data (bzip2 -dc unpacks it)"),
    ([0x50, 0x4b, 0x03, 0x04], "a zip archive"),
  ]

  /// The number of bytes that suffice for ``kind(of:)``.
  package static let maximumSignatureLength = 16

  /// The kind of a file whose first bytes identify it as no recording; nil if it may be text.
  package static func kind(of head: ArraySlice<UInt8>) -> String? {
    kinds.first { head.starts(with: $0.start) }?.kind
  }
}
