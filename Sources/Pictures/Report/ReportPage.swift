import Playback

extension BugReport {
  /// A bug report as a page that loads nothing: the player with the verdict, then the contents of
  /// the report, then the recording itself. All texts of the recording are escaped.
  public var page: [UInt8] {
    let page = PlayerPage(plots).bytes
    let end = Array("</body>".utf8)
    // The last occurrence is the page's own: those in texts are escaped.
    let position = page.indices.reversed().first { page[$0...].starts(with: end) } ?? page.endIndex
    return Array(page[..<position]) + sections.bytes + Array(page[position...])
  }

  private var sections: PageText {
    var text = PageText()
    text.add("<section id=\"report\" class=\"report\">\n")
    text.element("h2", "Report on \(title)")
    addGestures(&text)
    text.rows("Recording and device", device)
    addProfile(&text)
    text.rows("Versions", versions)
    if !notes.isEmpty {
      text.element("h3", "Notes")
      text.add("<ul>\n")
      for note in notes { text.element("li", note) }
      text.add("</ul>\n")
    }
    addRecording(&text)
    text.add("</section>\n")
    text.add(attachment.html)
    return text
  }

  // MARK: Sections

  private func addGestures(_ text: inout PageText) {
    text.element("h3", "Recognized gestures")
    if gestures.isEmpty { return text.element("p", "None.") }
    text.table(
      ["Time", "Start", "Gesture", "State", "Touches", "Details"],
      gestures.map { record in
        let gesture = record.gesture
        return [
          "\(record.time.text(decimals: 3)) s", "\(record.start.text(decimals: 3)) s",
          gesture.kind.rawValue, gesture.state.rawValue, gesture.touches.map(String.init) ?? "",
          record.details(),
        ]
      })
  }

  private func addProfile(_ text: inout PageText) {
    text.element("h3", "Profile")
    if profile.isEmpty { return text.element("p", "The standard profile.") }
    text.element("p", "It differs from the standard profile in these lines:")
    text.element("pre", profile.joined(separator: "\n"))
  }

  private func addRecording(_ text: inout PageText) {
    text.element("h3", "The recording")
    text.element(
      "p",
      """
      This page has the recording within it: \(attachment.bytes.count) bytes of \
      \(attachment.format.rawValue), with the touched devices and their touches and buttons only. This \
      command extracts it, and checks that it is whole:
      """)
    text.element("pre", "replay report --extract report.html -o \(attachment.usualName)")
    text.element("p", "SHA-256: \(SHA256.hexadecimal(attachment.bytes))")
  }
}

/// The text of a page, which escapes all content.
private struct PageText {
  private(set) var bytes: [UInt8] = []

  mutating func add(_ html: String) { bytes += html.utf8 }

  mutating func element(_ name: StaticString, _ content: String) {
    add("<\(name)>")
    // Line breaks stay in elements that show them.
    let lines = content.split(separator: "\n", omittingEmptySubsequences: false)
    bytes.append(xml: lines.map { String($0).printable }.joined(separator: "\n"))
    add("</\(name)>\n")
  }

  /// Adds a table of names and texts with a heading; nothing without rows.
  mutating func rows(_ title: String, _ rows: [(name: String, text: String)]) {
    if rows.isEmpty { return }
    element("h3", title)
    add("<table>\n")
    for row in rows {
      add("<tr><th scope=\"row\">")
      bytes.append(xml: row.name.printable)
      add("</th>")
      element("td", row.text)
      add("</tr>\n")
    }
    add("</table>\n")
  }

  mutating func table(_ heads: [String], _ rows: [[String]]) {
    add("<table>\n<thead><tr>")
    for head in heads {
      add("<th scope=\"col\">")
      bytes.append(xml: head)
      add("</th>")
    }
    add("</tr></thead>\n<tbody>\n")
    for row in rows {
      add("<tr>")
      for cell in row { element("td", cell) }
      add("</tr>\n")
    }
    add("</tbody>\n</table>\n")
  }
}
