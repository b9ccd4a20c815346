import type { Design } from '../likelihood.js';

/** Rows of each respondent. Without clusters, each row is a separate respondent. */
export function rowsByRespondent({ rows, clusters }: Design): number[][] {
  const panel: number[][] = [];
  for (let row = 0; row < rows; row++) {
    const respondent = clusters ? clusters[row]! : row;
    (panel[respondent] ??= []).push(row);
  }
  return panel;
}

/** ln Σ e^x without overflow. Replaces each term by its share of the sum. */
export function logSumExp(terms: Float64Array): number {
  let maximum = -Infinity;
  for (const term of terms) if (term > maximum) maximum = term;
  if (!Number.isFinite(maximum)) return maximum;
  let total = 0;
  for (let k = 0; k < terms.length; k++) total += terms[k] = Math.exp(terms[k]! - maximum);
  for (let k = 0; k < terms.length; k++) terms[k]! /= total;
  return maximum + Math.log(total);
}
