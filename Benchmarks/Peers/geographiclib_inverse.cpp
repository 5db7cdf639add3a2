// GeographicLib's inverse over random pairs. Prints processor seconds and a sum.
#include <GeographicLib/Geodesic.hpp>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

int main(int argc, char **argv) {
  long count = argc > 1 ? std::atol(argv[1]) : 1000000;
  std::vector<double> v(count * 4);
  srand48(1);
  for (long i = 0; i < count * 4; i += 2) {
    v[i] = drand48() * 180 - 90;
    v[i + 1] = drand48() * 360 - 180;
  }
  const GeographicLib::Geodesic &earth = GeographicLib::Geodesic::WGS84();
  std::clock_t start = std::clock();
  double sum = 0;
  for (long i = 0; i < count * 4; i += 4) {
    double distance, azimuth1, azimuth2;
    earth.Inverse(v[i], v[i + 1], v[i + 2], v[i + 3], distance, azimuth1, azimuth2);
    sum += azimuth1;
  }
  std::printf("%f %f\n", double(std::clock() - start) / CLOCKS_PER_SEC, sum);
  return 0;
}
