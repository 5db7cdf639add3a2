import Foundation
import Testing
import Timeline

@testable import Sensors

@Suite("Ball simulation")
struct BallSimulationTests {
  private let wide = BallBox(width: 1e9, height: 1e9, ballSize: 2)
  private let rates = [10.0, 16, 60, 100, 333, 1000]

  private func sample(_ seconds: Double, _ x: Double, _ y: Double) -> AccelerationSample {
    AccelerationSample(
      time: Timestamp(seconds: seconds), acceleration: Acceleration(x: x, y: y, z: 0))
  }

  @Test("Under a constant acceleration the ball moves a t²/2, at any step size")
  func constant() {
    for rate in rates {
      var simulation = BallSimulation(box: wide, balls: [.init(x: 5e8, y: 5e8)])
      simulation.append(sample(0, 1, -0.5))
      for step in 1...Int(rate * 20) { simulation.advance(to: Double(step) / rate) }
      let expected = 500 * 20.0 * 20 / 2
      // The position is half a billion, and its rounding error 6e-8.
      #expect(abs(simulation[0].x - 5e8 - expected) < 1.2e-7)
      #expect(abs(simulation[0].y - 5e8 - expected / 2) < 1.2e-7)
      #expect(abs(simulation[0].velocityX - 10_000) < 1e-7)
    }
  }

  @Test(
    "Constant and linear accelerations are exact within 1e-11 of the distance, at any step size")
  func exact() {
    let box = BallBox(width: 4e6, height: 4e6, ballSize: 1e-6)
    for rate in rates {
      var simulation = BallSimulation(box: box, balls: [.init(x: 0, y: 0)])
      // Constant on x; on y linear down to -1 within 4 s, and up to 0.
      for second in stride(from: 0.0, through: 8, by: 4) {
        simulation.append(sample(second, 1, second == 4 ? -1 : 0))
      }
      var worst = 0.0
      for step in 1...Int(rate * 8) {
        let t = Double(step) / rate
        simulation.advance(to: t)
        let x = 250 * t * t
        let y =
          t <= 4
          ? 500 * t * t * t / 24
          : 500
            * (64.0 / 24 + 2 * (t - 4) + (t - 4) * (t - 4) / 2 - (t - 4) * (t - 4) * (t - 4) / 24)
        worst = max(worst, abs(simulation[0].x - 5e-7 - x) / x)
        worst = max(worst, abs(simulation[0].y - 5e-7 - y) / max(y, 1e-3))
      }
      #expect(worst < 1e-11, "\(rate) Hz: \(worst)")
    }
  }

  @Test("An hour of bounces is exact within 1e-5 pixels")
  func hour() {
    // The ball falls 205 pixels to the floor and moves sideways at 37 pixels per second.
    var simulation = BallSimulation(
      balls: [.init(x: 160, y: 230, velocityX: 37)], parameters: .lossless)
    simulation.append(sample(0, 0, -1))
    var worst = 0.0
    for step in 1...3600 * 60 {
      let t = Double(step) / 60
      simulation.advance(to: t)
      if step % 997 != 0, step < 3599 * 60 { continue }
      let fall = (2 * 205.0 / 500).squareRoot()
      let phase = t.truncatingRemainder(dividingBy: 2 * fall)
      let sinceTop = phase < fall ? phase : 2 * fall - phase
      let y = 230 + 250 * sinceTop * sinceTop
      let travelled = (160 - 25 + 37 * t).truncatingRemainder(dividingBy: 540)
      let x = 25 + (travelled < 270 ? travelled : 540 - travelled)
      worst = max(worst, abs(simulation[0].x - x), abs(simulation[0].y - y))
    }
    #expect(worst < 1e-5, "\(worst)")
  }

  @Test("Bounces keep the restitution's share of the speed, and the ball comes to rest")
  func restitution() {
    var parameters = BallParameters()
    parameters.friction = 0
    var simulation = BallSimulation(balls: [.init(x: 160, y: 235)], parameters: parameters)
    simulation.append(sample(0, 0, -1))
    let fall = (2 * 200.0 / 500).squareRoot()
    simulation.advance(to: fall + 1e-9)
    let impact = 500 * fall
    #expect(abs(simulation[0].velocityY + impact / 2) < 1e-5)
    // Half the speed rises to a quarter of the height, half as long.
    simulation.advance(to: fall * 1.5)
    #expect(abs(simulation[0].y - (435 - 50)) < 1e-6)
    simulation.advance(to: 10)
    #expect(simulation[0] == .init(x: 160, y: 435))
  }

  @Test("Energy never grows", arguments: 1...20)
  func energy(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for isLossless in [true, false] {
      let parameters = isLossless ? BallParameters.lossless : BallParameters()
      var simulation = BallSimulation(
        balls: [
          .init(
            x: 100, y: 100, velocityX: generator.gaussian() * 300,
            velocityY: generator.gaussian() * 300)
        ], parameters: parameters)
      simulation.append(sample(0, generator.gaussian(), generator.gaussian()))
      var before = simulation.energy(of: 0)
      let scale = 1e5 + abs(before)
      for step in 1...3000 {
        simulation.advance(to: Double(step) / 100)
        let now = simulation.energy(of: 0)
        #expect(now <= before + scale * 1e-12)
        before = now
      }
      let state = simulation[0]
      #expect((25...295).contains(state.x) && (25...435).contains(state.y))
    }
  }

  /// Random tilts, ten per second for a minute.
  private func tilted(_ parameters: BallParameters = BallParameters()) -> BallSimulation {
    var generator = SeededGenerator(seed: 5)
    var simulation = BallSimulation(parameters: parameters)
    for index in 0..<600 {
      simulation.append(sample(Double(index) / 10, generator.gaussian(), generator.gaussian()))
    }
    return simulation
  }

  @Test("The state is bit-identical, however calls divide the time")
  func cuts() {
    var whole = tilted()
    whole.advance(to: 59.5)
    for rate in [7.0, 60, 1000] {
      var cut = tilted()
      for step in 1..<Int(59.5 * rate) { cut.advance(to: Double(step) / rate) }
      cut.advance(to: 59.5)
      #expect(cut[0] == whole[0])
    }
    let loop = FixedStepLoop()
    var stepped = tilted()
    loop.advance(to: Timestamp(seconds: 59.5)) { stepped.perform($0) }
    #expect(stepped[0] == whole[0])
  }

  // The values are those of a release build; a debug build computes the same.
  @Test("The state is the same in every build")
  func builds() {
    var simulation = tilted()
    simulation.advance(to: 59.5)
    let state = simulation[0]
    #expect(
      [state.x, state.y].map { String($0.bitPattern, radix: 16) } == BallSimulationTests.bits)
  }

  private static let bits = ["405c17f9772dd3fa", "404dd9f9b9cd6f52"]

  @Test("Friction slows a sliding ball, and holds it up to its limit")
  func friction() {
    var parameters = BallParameters()
    parameters.friction = 0.2
    var sliding = BallSimulation(
      balls: [.init(x: 30, y: 435, velocityX: 50)], parameters: parameters)
    sliding.append(sample(0, 0, -1))
    // Friction decelerates it by 100 pixels/s²: it stops after 0.5 s and 12.5 pixels.
    sliding.advance(to: 0.25)
    #expect(abs(sliding[0].x - (30 + 12.5 - 3.125)) < 1e-9)
    sliding.advance(to: 3)
    #expect(abs(sliding[0].x - 42.5) < 1e-9)
    #expect(sliding[0].velocityX == 0)
    // A tilt of 0.1 g is held; when it grows to 0.3 g the ball starts.
    sliding.append(sample(4, 0.1, -1))
    sliding.append(sample(6, 0.3, -1))
    sliding.advance(to: 4.9)
    #expect(abs(sliding[0].x - 42.5) < 1e-9)
    sliding.advance(to: 6)
    // From 5 s on, the acceleration grows by 50 pixels/s² per second: t³ 50/6.
    #expect(abs(sliding[0].x - 42.5 - 50.0 / 6) < 1e-6)
  }

  @Test("A ball leaves a wall when the push reverses")
  func release() {
    var simulation = BallSimulation(balls: [.init(x: 160, y: 435)], parameters: .lossless)
    simulation.append(sample(0, 0, -1))
    simulation.append(sample(2, 0, 1))
    simulation.advance(to: 1)
    #expect(simulation[0].y == 435)
    simulation.advance(to: 1.5)
    #expect(abs(simulation[0].y - (435 - 500.0 / 6 * 0.125)) < 1e-9)
  }

  @Test(
    "A late sample changes the acceleration from its present value; invalid samples are ignored")
  func late() {
    var simulation = BallSimulation(box: wide, balls: [.init(x: 5, y: 5)])
    simulation.append(sample(0, 0, 0))
    simulation.advance(to: 1)
    simulation.append(sample(2, 1, 0))
    simulation.advance(to: 2)
    #expect(abs(simulation[0].velocityX - 250) < 1e-9)
    simulation.append(sample(1.5, 9, 9))
    simulation.append(sample(2.5, .nan, 0))
    #expect(simulation.ignoredSamples == 2)
    simulation.advance(to: 3)
    #expect(abs(simulation[0].velocityX - 750) < 1e-9)
  }

  @Test(
    "A ball that fills its box does not move on that axis, however it is pushed",
    arguments: [(50.0, 50.0), (50, 60), (60, 50)], [BallParameters(), .lossless])
  func wedged(size: (width: Double, height: Double), parameters: BallParameters) {
    let box = BallBox(width: size.width, height: size.height, ballSize: 50)
    var simulation = BallSimulation(
      box: box, balls: [.init(x: 25, y: 25, velocityX: 100, velocityY: -100)],
      parameters: parameters)
    for number in 0..<200 {
      let time = Double(number) * 0.02
      simulation.append(sample(time, sin(time * 9), cos(time * 7)))
    }
    for step in 1...400 {
      simulation.advance(to: Double(step) / 100)
      let state = simulation[0]
      if size.width == 50 { #expect(state.x == 25 && state.velocityX == 0) }
      if size.height == 50 { #expect(state.y == 25 && state.velocityY == 0) }
    }
    if size.width > 50 { #expect(simulation[0].x != 25) }
    if size.height > 50 { #expect(simulation[0].y != 25) }
  }

  @Test("Without collisions balls move independently")
  func many() {
    let states = (0..<100).map {
      BallSimulation.State(x: 30 + Double($0), y: 40 + Double($0) * 2, velocityX: Double($0))
    }
    var together = BallSimulation(balls: states)
    together.append(sample(0, 0.3, -1))
    together.advance(to: 7)
    for index in [0, 41, 99] {
      var alone = BallSimulation(balls: [states[index]])
      alone.append(sample(0, 0.3, -1))
      alone.advance(to: 7)
      #expect(alone[0] == together[index])
    }
  }

  @Test("Colliding balls exchange their speeds")
  func collision() {
    var parameters = BallParameters.lossless
    parameters.ballsCollide = true
    var simulation = BallSimulation(
      box: BallBox(width: 1000, height: 200, ballSize: 50),
      balls: [.init(x: 100, y: 100, velocityX: 100), .init(x: 400, y: 100)],
      parameters: parameters)
    // A gap of 250 pixels: they collide after 2.5 s.
    simulation.advance(to: 2.4)
    #expect(simulation[0].velocityX == 100)
    simulation.advance(to: 3)
    #expect(abs(simulation[0].velocityX) < 1e-9)
    #expect(abs(simulation[1].velocityX - 100) < 1e-9)
    #expect(abs(simulation[1].x - 450) < 1e-6)
    #expect(abs(simulation[0].x - 350) < 1e-6)
  }

  @Test(
    "Balls that touch or overlap at the start roll side by side, without collisions",
    arguments: [100.0, 80, 60])
  func touching(x: Double) {
    var parameters = BallParameters()
    parameters.ballsCollide = true
    // If each moment of an hour were looked at, this would take minutes.
    var simulation = BallSimulation(
      box: BallBox(width: 320, height: 480, ballSize: 40),
      balls: [.init(x: 60, y: 60), .init(x: x, y: 60), .init(x: 220, y: 60), .init(x: 260, y: 60)],
      parameters: parameters)
    simulation.append(sample(0, 0, -0.1))
    simulation.advance(to: 1)
    for index in 0..<4 {
      #expect(simulation[index].x == [60, x, 220, 260][index])
      #expect(abs(simulation[index].y - 85) < 1e-9)
    }
  }

  @Test("A ball that is pushed away from another one returns and collides with it")
  func returning() {
    var parameters = BallParameters.lossless
    parameters.ballsCollide = true
    var simulation = BallSimulation(
      box: BallBox(width: 400, height: 100, ballSize: 40),
      balls: [.init(x: 20, y: 50), .init(x: 60, y: 50, velocityX: 50)], parameters: parameters)
    // The first one is pressed against the wall; the other one is back after 2 x 50 / 100 s.
    simulation.append(sample(0, -0.2, 0))
    simulation.advance(to: 1.5)
    #expect(abs(simulation[1].velocityX) < 1)
    #expect(abs(simulation[1].x - 72.5) < 0.1)
  }

  @Test("Twelve colliding balls conserve energy and do not overlap")
  func crowd() {
    var parameters = BallParameters.lossless
    parameters.ballsCollide = true
    var generator = SeededGenerator(seed: 9)
    let states = (0..<12).map { index in
      BallSimulation.State(
        x: 50 + Double(index % 4) * 90, y: 50 + Double(index / 4) * 90,
        velocityX: generator.gaussian() * 100, velocityY: generator.gaussian() * 100)
    }
    var simulation = BallSimulation(
      box: BallBox(width: 400, height: 300, ballSize: 40), balls: states, parameters: parameters)
    let before = (0..<12).reduce(0) { $0 + simulation.energy(of: $1) }
    simulation.advance(to: 10)
    let after = (0..<12).reduce(0) { $0 + simulation.energy(of: $1) }
    #expect(abs(after - before) < 1e-9 * before)
    for first in 0..<12 {
      for second in 0..<first {
        let dx = simulation[first].x - simulation[second].x
        let dy = simulation[first].y - simulation[second].y
        #expect((dx * dx + dy * dy).squareRoot() > 40 - 1e-3)
      }
    }
  }
}

extension BallSimulation {
  /// The energy of a ball per mass in pixels²/s², kinetic and potential.
  fileprivate func energy(of index: Int) -> Double {
    let state = self[index]
    let elapsed = time - drive.start
    return (state.velocityX * state.velocityX + state.velocityY * state.velocityY) / 2
      - (drive.x + drive.slopeX * elapsed) * state.x - (drive.y + drive.slopeY * elapsed) * state.y
  }
}

extension BallParameters {
  /// The parameters without loss of energy: bounces never end.
  fileprivate static var lossless: BallParameters {
    var parameters = BallParameters()
    parameters.restitution = 1
    parameters.friction = 0
    parameters.restSpeed = 0
    return parameters
  }
}
