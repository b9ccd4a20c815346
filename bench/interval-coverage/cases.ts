import { choiceCases } from './choice-cases.js';
import type { CoverageCase } from './coverage-case.js';
import { effectCases } from './effect-cases.js';
import { interactingCases } from './interacting-cases.js';
import { experimentCases, predictorCases } from './predictor-cases.js';

/** All cases: one per family or form of a family, and those with whole calibrations. The seeds follow from the order. */
export const coverageCases = (): CoverageCase[] => [
  ...choiceCases(),
  ...predictorCases(),
  ...interactingCases(),
  ...effectCases(),
  ...experimentCases(),
];
