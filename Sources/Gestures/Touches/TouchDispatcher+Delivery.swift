import Timeline

/// Bringing touches to recognizers and views.
extension TouchDispatcher {
  /// Brings the touches of a phase to the recognizers, then to the views.
  func dispatch(_ phase: Touch.Phase) {
    views.prepare()
    if event.hasOneRoute {
      dispatchTogether(phase)
    } else {
      dispatchSeparately(phase)
    }
    if phase == .began || phase == .moved { event.touches.settle(phase) }
  }

  /// The way of most frames: all touches are in one view.
  private func dispatchTogether(_ phase: Touch.Phase) {
    guard !event.routes.isEmpty else { return }
    // The event holds the route until all have heard.
    Unmanaged.passUnretained(event.routes[0])._withUnsafeGuaranteedRef { route in
      let touches = touches(in: phase)
      if phase == .moved {
        moveTogether(touches, on: route)
      } else {
        for recognizer in route.recognizers { deliver(touches, phase: phase, to: recognizer) }
        deliverToViews(phase)
      }
    }
  }

  /// What happens in nearly every frame.
  private func moveTogether(_ touches: TouchSet, on route: TouchRoute) {
    guard !touches.isEmpty else { return }
    route.updateListeners(arbiter)
    for index in 0..<route.listenerCount {
      route.withListener(index) { recognizer in
        if recognizer.hearsEverything {
          recognizer.touchesMoved(touches, with: event)
        } else {
          deliver(touches, phase: .moved, to: recognizer)
        }
      }
    }
    // While fingers move, there is mostly nothing to hold back and nobody to leave out.
    if views.allAreLive && !arbiter.holdsTouchesBack {
      route.view.touchesMoved(touches, with: event)
    } else {
      deliverToViews(.moved)
    }
  }

  /// The touches of a phase; mostly they are all in it, and need not be copied.
  private func touches(in phase: Touch.Phase) -> TouchSet {
    let all = event.touches
    if all.areAll(in: phase) { return all }
    phaseTouches.select(phase, of: all)
    return phaseTouches
  }

  private func dispatchSeparately(_ phase: Touch.Phase) {
    for (position, route) in event.routes.enumerated() {
      for recognizer in route.recognizers
      where !event.routes[..<position].contains(where: { $0.recognizers.contains(recognizer) }) {
        deliver(
          select(phase) { $0.recognizers.contains(recognizer) }, phase: phase, to: recognizer)
      }
    }
    deliverToViews(phase)
  }

  /// What was held back until now comes before what happens now.
  private func deliverToViews(_ phase: Touch.Phase) {
    arbiter.releaseHeldTouches()
    views.deliver(phase)
  }

  private func deliver(
    _ touches: TouchSet, phase: Touch.Phase, to recognizer: GestureRecognizer
  ) {
    guard !touches.isEmpty else { return }
    if phase == .began {
      arbiter.admit(touches, of: device, to: recognizer)
    } else if phase != .moved {
      recognizer.downCount -= touches.count
    }
    // One that is switched off has failed or was cancelled by that.
    guard !recognizer.state.isFinal else { return }
    if recognizer.currentlyIgnored.isEmpty {
      recognizer.deliver(touches, phase: phase, with: event)
    } else {
      let wanted = touches.touches.filter { !recognizer.currentlyIgnored.contains($0.id) }
      if !wanted.isEmpty {
        recognizer.deliver(TouchSet(wanted), phase: phase, with: event)
      }
    }
  }

  func select(_ phase: Touch.Phase, _ isWanted: (TouchRoute) -> Bool) -> TouchSet {
    var result = TouchSet()
    for (index, route) in event.routes.enumerated()
    where isWanted(route) && event.touches[index].phase == phase {
      result.touches.append(event.touches[index])
    }
    return result
  }
}
