/*
 * Gradient of the log-likelihood of a logit or a nested logit in C.
 *
 * Usage: choices EVALUATIONS FILE. The file contains little-endian doubles: the numbers of rows, of alternatives, of coefficients, and of
 * alternatives in the nest (the first ones, 0 for none); the parameters (coefficients, then the dissimilarity of the nest); the chosen
 * alternatives; and the attributes [row][alternative][coefficient].
 * Prints the processor time of the fastest evaluation in nanoseconds, then the log-likelihood and its gradient.
 */
#include "measure.h"

static int rows, alternatives, coefficients, members;
static double *parameters, *chosen, *attributes;

static double evaluate(double *gradient) {
  double *utilities = malloc(alternatives * sizeof(double)), *slopes = malloc(alternatives * sizeof(double));
  double total = 0, dissimilarity = members ? parameters[coefficients] : 1;
  memset(gradient, 0, (coefficients + (members > 0)) * sizeof(double));
  for (int row = 0; row < rows; row++) {
    const double *x = attributes + (size_t)row * alternatives * coefficients;
    int taken = (int)chosen[row];
    double best = -INFINITY, sum = 0;
    for (int j = 0; j < alternatives; j++) {
      double utility = 0;
      for (int k = 0; k < coefficients; k++) utility += x[j * coefficients + k] * parameters[k];
      utilities[j] = utility;
      if (j >= members && utility > best) best = utility;
    }
    double inclusive = 0, within = 0, mean = 0, most = -INFINITY;
    for (int j = 0; j < members; j++)
      if (utilities[j] / dissimilarity > most) most = utilities[j] / dissimilarity;
    for (int j = 0; j < members; j++) within += slopes[j] = exp(utilities[j] / dissimilarity - most);
    for (int j = 0; j < members; j++) mean += (slopes[j] /= within) * utilities[j] / dissimilarity;
    if (members) inclusive = most + log(within);
    if (members && dissimilarity * inclusive > best) best = dissimilarity * inclusive;
    double nest = members ? exp(dissimilarity * inclusive - best) : 0;
    sum = nest;
    for (int j = members; j < alternatives; j++) sum += slopes[j] = exp(utilities[j] - best);
    double share = nest / sum;
    if (taken < members) total += utilities[taken] / dissimilarity - inclusive + dissimilarity * inclusive - best - log(sum);
    else total += utilities[taken] - best - log(sum);
    for (int j = members; j < alternatives; j++) slopes[j] = (j == taken) - slopes[j] / sum;
    double above = (taken < members) - share;
    for (int j = 0; j < members; j++) {
      double own = slopes[j];
      slopes[j] = above * own + (taken < members ? ((j == taken) - own) / dissimilarity : 0);
    }
    if (members)
      gradient[coefficients] += above * (inclusive - mean) +
                                (taken < members ? (mean - utilities[taken] / dissimilarity) / dissimilarity : 0);
    for (int j = 0; j < alternatives; j++)
      for (int k = 0; k < coefficients; k++) gradient[k] += slopes[j] * x[j * coefficients + k];
  }
  free(utilities), free(slopes);
  return total;
}

int main(int count, char **arguments) {
  if (count != 3) return 2;
  FILE *file = fopen(arguments[2], "rb");
  if (!file) return 1;
  double *head = take(file, 4);
  rows = head[0], alternatives = head[1], coefficients = head[2], members = head[3];
  int size = coefficients + (members > 0);
  parameters = take(file, size);
  chosen = take(file, rows);
  attributes = take(file, (size_t)rows * alternatives * coefficients);
  measure(evaluate, size, atoi(arguments[1]));
  return 0;
}
