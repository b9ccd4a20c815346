import { calibration } from './decisions/calibration.case.js';
import type { DecisionCase } from './decisions/decision-case.js';
import { goal } from './decisions/goal.case.js';
import { indicators } from './decisions/indicators.case.js';
import { people } from './decisions/people.case.js';
import { sensitivity } from './decisions/sensitivity.case.js';
import { view } from './decisions/view.case.js';
import type { Benchmark } from './figures.js';

const cases: readonly DecisionCase[] = [calibration, goal, sensitivity, indicators, people, view];

export const decisions: Benchmark = {
  name: 'decisions',
  about: 'questions of analysts, such as the best price, compared with a plain answer',
  run: ({ cases: requested }) =>
    Promise.resolve(cases.filter(({ id }) => requested?.includes(id) ?? true).flatMap((one) => one.run())),
};
