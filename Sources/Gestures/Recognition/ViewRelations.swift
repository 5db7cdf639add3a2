/// Finds the views that are the claimant's view, contain it or are inside it. The results are kept
/// in the views until ``forget()``; no callback may run before that.
struct ViewRelations {
  enum Relation {
    case unknown, related, unrelated
    /// A view that contains the claimant's view; its other subviews are unrelated.
    case container
  }

  private let view: View
  /// The views with a result.
  private var noted: [View] = []

  init(to view: View) { self.view = view }

  mutating func contains(_ other: View) -> Bool {
    if other === view { return true }
    if noted.isEmpty { noteContainers() }
    if other.relation == .container { return true }
    var current: View? = other
    while let candidate = current, candidate.relation == .unknown { current = candidate.superview }
    let relation = current?.relation == .related ? Relation.related : .unrelated
    current = other
    while let candidate = current, candidate.relation == .unknown {
      note(relation, in: candidate)
      current = candidate.superview
    }
    return relation == .related
  }

  private mutating func noteContainers() {
    note(.related, in: view)
    var current = view.superview
    while let container = current {
      note(.container, in: container)
      current = container.superview
    }
  }

  private mutating func note(_ relation: Relation, in view: View) {
    view.relation = relation
    noted.append(view)
  }

  consuming func forget() {
    for view in noted { view.relation = .unknown }
  }
}

/// The depths of several views, which have ancestors in common.
struct ViewDepths {
  private var known: [ObjectIdentifier: Int] = [:]

  /// The number of views that contain a view; 0 for none. Every ancestor is counted once.
  mutating func depth(of view: View?) -> Int {
    var path: [ObjectIdentifier] = []
    var current = view
    var depth = -1
    while let container = current {
      let identifier = ObjectIdentifier(container)
      if let found = known[identifier] {
        depth = found
        break
      }
      path.append(identifier)
      current = container.superview
    }
    for identifier in path.reversed() {
      depth += 1
      known[identifier] = depth
    }
    return max(depth, 0)
  }
}
