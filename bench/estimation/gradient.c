/*
 * Gradient of the simulated log-likelihood of a mixed logit in C, with the sums in the order of the calibrator.
 *
 * Usage: gradient EVALUATIONS FILE. The file contains little-endian doubles: the numbers of respondents, of choices of each, of alternatives,
 * of coefficients, of random coefficients (the first ones) and of draws; the parameters (coefficients, then standard deviations); the chosen
 * alternatives; the attributes [choice][alternative][coefficient]; and the standard normal draws [respondent][draw][random coefficient].
 * Prints the processor time of the fastest evaluation in nanoseconds, then the log-likelihood and its gradient.
 */
#include "measure.h"

static int respondents, choices, alternatives, coefficients, tastes, draws;
static double *parameters, *chosen, *attributes, *numbers;

static double evaluate(double *gradient) {
  int size = coefficients + tastes;
  double *drawn = malloc(coefficients * sizeof(double)), *utilities = malloc(alternatives * sizeof(double));
  double *slopes = malloc(draws * size * sizeof(double)), *parts = malloc(draws * sizeof(double));
  double total = 0;
  memset(gradient, 0, size * sizeof(double));
  for (int person = 0; person < respondents; person++) {
    memset(slopes, 0, draws * size * sizeof(double));
    double most = -INFINITY;
    for (int draw = 0; draw < draws; draw++) {
      const double *own = numbers + ((size_t)person * draws + draw) * tastes;
      double *slope = slopes + draw * size;
      memcpy(drawn, parameters, coefficients * sizeof(double));
      for (int k = 0; k < tastes; k++) drawn[k] += parameters[coefficients + k] * own[k];
      parts[draw] = 0;
      for (int choice = 0; choice < choices; choice++) {
        size_t row = (size_t)person * choices + choice;
        const double *x = attributes + row * alternatives * coefficients;
        int taken = (int)chosen[row];
        double best = -INFINITY, sum = 0;
        for (int j = 0; j < alternatives; j++) {
          double utility = 0;
          for (int k = 0; k < coefficients; k++) utility += x[j * coefficients + k] * drawn[k];
          utilities[j] = utility;
          if (utility > best) best = utility;
        }
        double own_utility = utilities[taken];
        for (int j = 0; j < alternatives; j++) sum += utilities[j] = exp(utilities[j] - best);
        parts[draw] += own_utility - best - log(sum);
        for (int j = 0; j < alternatives; j++) {
          double residual = (j == taken) - utilities[j] / sum;
          for (int k = 0; k < coefficients; k++) slope[k] += residual * x[j * coefficients + k];
        }
      }
      for (int k = 0; k < tastes; k++) slope[coefficients + k] = slope[k] * own[k];
      if (parts[draw] > most) most = parts[draw];
    }
    double sum = 0;
    for (int draw = 0; draw < draws; draw++) sum += parts[draw] = exp(parts[draw] - most);
    total += most + log(sum) - log(draws);
    for (int draw = 0; draw < draws; draw++)
      for (int k = 0; k < size; k++) gradient[k] += parts[draw] / sum * slopes[draw * size + k];
  }
  free(drawn), free(utilities), free(slopes), free(parts);
  return total;
}

int main(int count, char **arguments) {
  if (count != 3) return 2;
  FILE *file = fopen(arguments[2], "rb");
  if (!file) return 1;
  double *head = take(file, 6);
  respondents = head[0], choices = head[1], alternatives = head[2], coefficients = head[3], tastes = head[4], draws = head[5];
  size_t rows = (size_t)respondents * choices;
  parameters = take(file, coefficients + tastes);
  chosen = take(file, rows);
  attributes = take(file, rows * alternatives * coefficients);
  numbers = take(file, (size_t)respondents * draws * tastes);
  measure(evaluate, coefficients + tastes, atoi(arguments[1]));
  return 0;
}
