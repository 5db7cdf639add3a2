import Contacts
import Testing
import Timeline

@testable import Gestures

/// Subviews against an array that is changed in the same way.
@Suite("The order of subviews")
struct SubviewOrderTests {
  private let parent = View(frame: Rect(x: 0, y: 0, width: 100, height: 100))

  private func make() -> View { View(frame: Rect(x: 0, y: 0, width: 1, height: 1)) }

  @Test(
    "Whatever is inserted, removed and brought to the front, subviews are in order",
    arguments: 0..<40)
  func order(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    var model: [View] = []
    for _ in 0..<300 {
      let place = Int(generator.next() % UInt64(model.count + 1))
      switch generator.next() % 9 {
      case 0, 1:
        model.append(make())
        parent.addSubview(model[model.count - 1])
      case 2:
        let view = make()
        model.insert(view, at: place)
        parent.insertSubview(view, at: place)
      case 3 where place < model.count: model.remove(at: place).removeFromSuperview()
      case 4 where place < model.count:
        parent.bringSubviewToFront(model[place])
        model.append(model.remove(at: place))
      case 5 where place < model.count:
        // One that is there already moves.
        let view = model.remove(at: place)
        let target = Int(generator.next() % UInt64(model.count + 1))
        model.insert(view, at: target)
        parent.insertSubview(view, at: target)
      case 6 where place < model.count:
        parent.sendSubviewToBack(model[place])
        model.insert(model.remove(at: place), at: 0)
      case 7 where place < model.count:
        // A new one, or one that is there already, behind or in front of another.
        let sibling = model[place]
        let view = model.randomElement(using: &generator).flatMap { $0 === sibling ? nil : $0 }
        let inserted = view ?? make()
        model.removeAll { $0 === inserted }
        let isAbove = generator.next() % 2 == 0
        let index = model.firstIndex { $0 === sibling } ?? 0
        model.insert(inserted, at: isAbove ? index + 1 : index)
        if isAbove {
          parent.insertSubview(inserted, aboveSubview: sibling)
        } else {
          parent.insertSubview(inserted, belowSubview: sibling)
        }
      default: break
      }
      let isSame = parent.subviews.elementsEqual(model) { $0 === $1 }
      #expect(isSame)
    }
  }

  @Test("A view of another superview is not brought to the front")
  func stranger() {
    let other = make()
    let views = [make(), make()]
    for view in views { parent.addSubview(view) }
    other.addSubview(make())
    parent.bringSubviewToFront(other.subviews[0])
    parent.sendSubviewToBack(other.subviews[0])
    parent.insertSubview(make(), belowSubview: other.subviews[0])
    parent.insertSubview(views[0], aboveSubview: views[0])
    let isSame = parent.subviews.elementsEqual(views) { $0 === $1 }
    #expect(isSame && other.subviews.count == 1)
  }
}

@Suite("Views that are related")
struct ViewRelationsTests {
  @Test("A view is related to itself, to what it is in, and to what is in it", arguments: 0..<20)
  func related(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    let frame = Rect(x: 0, y: 0, width: 1, height: 1)
    // Two trees.
    var views = [View(frame: frame), View(frame: frame)]
    for _ in 0..<40 {
      let view = View(frame: frame)
      views[Int(generator.next() % UInt64(views.count))].addSubview(view)
      views.append(view)
    }
    for claimed in views {
      var relations = ViewRelations(to: claimed)
      for other in views {
        let isRelated = other.isDescendant(of: claimed) || claimed.isDescendant(of: other)
        #expect(relations.contains(other) == isRelated)
      }
      relations.forget()
      let areForgotten = views.allSatisfy { $0.relation == .unknown }
      #expect(areForgotten)
    }
  }
}
