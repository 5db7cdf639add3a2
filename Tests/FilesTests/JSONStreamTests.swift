import Testing

@testable import Files

/// Compares reading a value at a time with the nodes of the whole text.
@Suite("JSON that is read a value at a time")
struct JSONStreamTests {
  private static let sample = """
    {"a": 1, "list": [{"x": [1, -2.5e3], "y": "q\\"}\\u00e4"}, true, null, "s]", 7],
     "b": {"c": [], "d": {}}, "list": [], "e": [[1], "z"], "f": 0}

    """

  /// What both ways have in common: the members and elements, or the place of an error.
  private enum Result: Equatable {
    case values([String], isCut: Bool)
    case error(offset: Int)
  }

  private func text(_ node: JSONNode) -> String {
    switch node.value {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .number(let value): "\(value)"
    case .string(let value): value.debugDescription
    case .array(let nodes): "[\(nodes.map(text).joined(separator: ","))]"
    case .object(let members):
      "{\(members.map { "\($0.name):\(text($0.node))" }.joined(separator: ","))}"
    }
  }

  private func streamed(_ bytes: [UInt8]) -> Result {
    var stream = JSONStream(ByteSource(name: "", bytes: bytes), arrays: "list")
    var values: [String] = []
    do {
      while let item = try stream.nextItem() {
        switch item {
        case .member(let name, let node): values.append("\(name)=\(text(node))@\(node.offset)")
        case .array: values.append("array")
        case .element(let node): values.append("\(text(node))@\(node.offset)")
        }
      }
    } catch let error as JSONError {
      return .error(offset: error.offset)
    } catch {
      return .error(offset: -1)
    }
    return .values(values, isCut: stream.isCut)
  }

  private func parsed(_ bytes: [UInt8]) -> Result {
    do {
      guard let root = try JSONNode.parse(bytes) else { return .values([], isCut: true) }
      guard case .object(let members) = root.value else {
        return root.isCut ? .values([], isCut: true) : .error(offset: root.offset)
      }
      let values = members.flatMap { member in
        guard member.name == "list", case .array(let nodes) = member.node.value else {
          return ["\(member.name)=\(text(member.node))@\(member.node.offset)"]
        }
        return ["array"] + nodes.map { "\(text($0))@\($0.offset)" }
      }
      return .values(values, isCut: root.isCut)
    } catch {
      return .error(offset: error.offset)
    }
  }

  @Test("A text cut at any byte gives the same values, and the same errors")
  func cut() {
    let bytes = Array(Self.sample.utf8)
    for count in 0...bytes.count {
      let part = Array(bytes[..<count])
      #expect(streamed(part) == parsed(part), "cut after \(count) bytes")
    }
  }

  @Test(
    "A text with any byte replaced gives the same values, and errors at the same place",
    arguments: ["x", "\"", "}", "]", "{", "[", ",", ":", " ", "1", "\\"])
  func replaced(_ text: String) {
    let bytes = Array(Self.sample.utf8)
    for index in bytes.indices {
      var changed = bytes
      changed.replaceSubrange(index...index, with: text.utf8)
      #expect(streamed(changed) == parsed(changed), "byte \(index)")
    }
  }

  @Test("A value of 1 MB is read, and a larger one is an error")
  func largest() {
    let most = JSONStream.maximumValueSize
    for (length, isRead) in [(most - 2, true), (most + 1, false)] {
      let value = "\"" + String(repeating: "a", count: length) + "\""
      let result = streamed(Array("{\"list\": [\(value)]}".utf8))
      if case .values(let values, isCut: false) = result {
        #expect(values.count == 2 && isRead)
      } else {
        #expect(result == .error(offset: 10) && !isRead)
      }
    }
  }
}
