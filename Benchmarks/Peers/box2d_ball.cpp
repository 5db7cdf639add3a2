// box2d_ball STEPS: one ball in a box whose tilt changes each second, in Box2D 2.4; prints the
// processor seconds, the steps, and a sum that prevents work from being optimized away.
#include <box2d/box2d.h>

#include <cstdio>
#include <cstdlib>
#include <ctime>

static double processor_time() {
  timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return time.tv_sec + time.tv_nsec / 1e9;
}

int main(int argc, char **argv) {
  const long steps = argc > 1 ? atol(argv[1]) : 0;
  // Box2D's unit is the metre; a pixel is a hundredth of one.
  const float width = 3.2f, height = 4.6f, radius = 0.25f, g = 5.0f;
  b2World world(b2Vec2(0, g));
  world.SetAllowSleeping(false);
  b2BodyDef ground_def;
  b2Body *ground = world.CreateBody(&ground_def);
  const b2Vec2 corners[5] = {{0, 0}, {width, 0}, {width, height}, {0, height}, {0, 0}};
  for (int side = 0; side < 4; side++) {
    b2EdgeShape edge;
    edge.SetTwoSided(corners[side], corners[side + 1]);
    ground->CreateFixture(&edge, 0);
  }
  b2BodyDef ball_def;
  ball_def.type = b2_dynamicBody;
  ball_def.position.Set(width / 2, height / 2);
  b2Body *ball = world.CreateBody(&ball_def);
  b2CircleShape circle;
  circle.m_radius = radius;
  b2FixtureDef fixture;
  fixture.shape = &circle;
  fixture.density = 1;
  fixture.restitution = 0.5f;
  fixture.friction = 0.05f;
  ball->CreateFixture(&fixture);

  const b2Vec2 tilts[4] = {
      {1 * g, -0.2f * g}, {0.3f * g, 1 * g}, {-0.8f * g, 0.4f * g}, {-0.1f * g, -0.9f * g}};
  double sum = 0;
  const double start = processor_time();
  for (long step = 0; step < steps; step++) {
    if (step % 60 == 0) world.SetGravity(tilts[step / 60 % 4]);
    world.Step(1 / 60.0f, 8, 3);
    sum += ball->GetPosition().x + ball->GetPosition().y;
  }
  printf("%.6f %ld %f\n", processor_time() - start, steps, sum);
}
