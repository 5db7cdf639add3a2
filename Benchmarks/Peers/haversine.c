/* A plain loop over the formula. Prints processor seconds and a sum. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double radians(double degrees) { return degrees * M_PI / 180; }

static double haversine(double lat1, double lon1, double lat2, double lon2) {
  double north = sin(radians(lat2 - lat1) / 2);
  double east = sin(radians(lon2 - lon1) / 2);
  double h = north * north + cos(radians(lat1)) * cos(radians(lat2)) * east * east;
  return 2 * 6371008.8 * asin(sqrt(h));
}

int main(int argc, char **argv) {
  long count = argc > 1 ? atol(argv[1]) : 1000000;
  double *v = malloc(count * 4 * sizeof *v), *out = malloc(count * sizeof *out);
  srand48(1);
  for (long i = 0; i < count; i++) {
    v[i] = drand48() * 180 - 90;
    v[count + i] = drand48() * 360 - 180;
    v[2 * count + i] = drand48() * 180 - 90;
    v[3 * count + i] = drand48() * 360 - 180;
  }
  clock_t start = clock();
  double sum = 0;
  for (int round = 0; round < 10; round++) {
    for (long i = 0; i < count; i++)
      out[i] = haversine(v[i], v[count + i], v[2 * count + i], v[3 * count + i]);
    sum += out[round];
  }
  printf("%f %f\n", (double)(clock() - start) / CLOCKS_PER_SEC, sum);
  return 0;
}
