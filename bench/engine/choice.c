/*
 * The bare pass of a conditional logit with two random tastes in C, with the random stream and the order of sums of the engine.
 *
 * Usage: choice PASSES FILE. The file contains little-endian doubles: the number of agents, the two words of the key, 4 × 6 coefficients by
 * attribute and alternative, the spreads of the tastes of the first two attributes, and the attributes [attribute][alternative][agent].
 * Prints the processor time of the fastest pass in nanoseconds, then the outcomes as one string of digits.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { ALTERNATIVES = 4, ATTRIBUTES = 6, TASTES = 2, BLOCK = 1000 };
enum { CHOICE = 3, TASTE = 5 };

static uint32_t key0, key1;

/* Two uniforms of an agent: Philox4x32-10 (Salmon and others, 2011). */
static inline void uniforms(uint32_t agent, uint32_t address, double *first, double *second) {
  uint32_t c0 = agent, c1 = 0, c2 = address, c3 = 0, k0 = key0, k1 = key1;
  for (int round = 0; round < 10; round++) {
    uint64_t a = (uint64_t)c0 * 0xd2511f53u, b = (uint64_t)c2 * 0xcd9e8d57u;
    c0 = (uint32_t)(b >> 32) ^ c1 ^ k0;
    c1 = (uint32_t)b;
    c2 = (uint32_t)(a >> 32) ^ c3 ^ k1;
    c3 = (uint32_t)a;
    k0 += 0x9e3779b9u;
    k1 += 0xbb67ae85u;
  }
  *first = ((double)(c0 >> 6) * 67108864.0 + (double)(c1 >> 6) + 0.5) * 0x1p-52;
  *second = ((double)(c2 >> 6) * 67108864.0 + (double)(c3 >> 6) + 0.5) * 0x1p-52;
}

static void fill(int purpose, int slots, int from, int count, double *out) {
  for (int slot = 0; slot < slots; slot += 2) {
    uint32_t address = (uint32_t)purpose << 24 | (uint32_t)(slot / 2);
    for (int row = 0; row < count; row++) {
      uniforms((uint32_t)(from + row), address, &out[slot * count + row], &out[(slot + 1) * count + row]);
    }
  }
}

static double polynomial(const double *c, double x) {
  return ((((((c[7] * x + c[6]) * x + c[5]) * x + c[4]) * x + c[3]) * x + c[2]) * x + c[1]) * x + c[0];
}

/* AS 241 (Wichura, 1988). */
static double normal_quantile(double p) {
  static const double a[] = {3.3871328727963666080, 133.14166789178437745, 1971.5909503065514427, 13731.693765509461125,
                             45921.953931549871457, 67265.770927008700853, 33430.575583588128105, 2509.0809287301226727};
  static const double b[] = {1.0, 42.313330701600911252, 687.18700749205790830, 5394.1960214247511077,
                             21213.794301586595867, 39307.895800092710610, 28729.085735721942674, 5226.4952788528545610};
  static const double c[] = {1.42343711074968357734, 4.63033784615654529590, 5.76949722146069140550, 3.64784832476320460504,
                             1.27045825245236838258, 0.241780725177450611770, 0.0227238449892691845833,
                             7.74545014278341407640e-4};
  static const double d[] = {1.0, 2.05319162663775882187, 1.67638483018380384940, 0.689767334985100004550,
                             0.148103976427480074590, 0.0151986665636164571966, 5.47593808499534494600e-4,
                             1.05075007164441684324e-9};
  static const double e[] = {6.65790464350110377720, 5.46378491116411436990, 1.78482653991729133580, 0.296560571828504891230,
                             0.0265321895265761230930, 0.00124266094738807843860, 2.71155556874348757815e-5,
                             2.01033439929228813265e-7};
  static const double f[] = {1.0, 0.599832206555887937690, 0.136929880922735805310, 0.0148753612908506148525,
                             7.86869131145613259100e-4, 1.84631831751005468180e-5, 1.42151175831644588870e-7,
                             2.04426310338993978564e-15};
  double q = p - 0.5;
  if (q >= -0.425 && q <= 0.425) {
    double r = 0.180625 - q * q;
    return q * polynomial(a, r) / polynomial(b, r);
  }
  double tail = sqrt(-log(q < 0 ? p : 1 - p));
  double size = tail <= 5 ? polynomial(c, tail - 1.6) / polynomial(d, tail - 1.6) : polynomial(e, tail - 5) / polynomial(f, tail - 5);
  return q < 0 ? -size : size;
}

static void pass(int agents, const double *coefficients, const double *spreads, const double *attributes, uint8_t *outcome) {
  static double tastes[TASTES * BLOCK], errors[ALTERNATIVES * BLOCK], utilities[ALTERNATIVES * BLOCK];
  for (int from = 0; from < agents; from += BLOCK) {
    int count = agents - from < BLOCK ? agents - from : BLOCK;
    fill(TASTE, TASTES, from, count, tastes);
    for (int k = 0; k < TASTES * count; k++) {
      tastes[k] = coefficients[(k / count) * ALTERNATIVES] + spreads[k / count] * normal_quantile(tastes[k]);
    }
    fill(CHOICE, ALTERNATIVES, from, count, errors);
    for (int k = 0; k < ALTERNATIVES * count; k++) errors[k] = -log(-log(errors[k]));
    for (int j = 0; j < ALTERNATIVES; j++) {
      double *utility = utilities + j * count;
      for (int row = 0; row < count; row++) utility[row] = 0;
      for (int m = 0; m < ATTRIBUTES; m++) {
        const double *own = attributes + ((size_t)m * ALTERNATIVES + j) * agents + from;
        double weight = coefficients[m * ALTERNATIVES + j];
        if (m < TASTES) for (int row = 0; row < count; row++) utility[row] += tastes[m * count + row] * own[row];
        else for (int row = 0; row < count; row++) utility[row] += weight * own[row];
      }
    }
    for (int row = 0; row < count; row++) {
      int best = 0;
      double most = utilities[row] + errors[row];
      for (int j = 1; j < ALTERNATIVES; j++) {
        double score = utilities[j * count + row] + errors[j * count + row];
        if (score > most) {
          most = score;
          best = j;
        }
      }
      outcome[from + row] = (uint8_t)best;
    }
  }
}

static double nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

int main(int argc, char **argv) {
  FILE *file = argc == 3 ? fopen(argv[2], "rb") : NULL;
  double head[3], coefficients[ATTRIBUTES * ALTERNATIVES], spreads[TASTES];
  if (!file || fread(head, sizeof(double), 3, file) != 3) return 2;
  if (fread(coefficients, sizeof coefficients, 1, file) != 1 || fread(spreads, sizeof spreads, 1, file) != 1) return 2;
  int agents = (int)head[0];
  key0 = (uint32_t)head[1];
  key1 = (uint32_t)head[2];
  size_t cells = (size_t)agents * ATTRIBUTES * ALTERNATIVES;
  double *attributes = malloc(cells * sizeof(double));
  uint8_t *outcome = malloc((size_t)agents + 1);
  if (!attributes || !outcome || fread(attributes, sizeof(double), cells, file) != cells) return 2;

  double fastest = INFINITY;
  for (int round = 0; round < atoi(argv[1]); round++) {
    double start = nanoseconds();
    pass(agents, coefficients, spreads, attributes, outcome);
    double took = nanoseconds() - start;
    if (took < fastest) fastest = took;
  }
  for (int row = 0; row < agents; row++) outcome[row] += '0';
  outcome[agents] = '\0';
  printf("%.0f\n%s\n", fastest, outcome);
  return 0;
}
