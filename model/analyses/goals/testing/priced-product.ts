import { readFileSync } from 'node:fs';
import type { WorkflowDefinition } from '../../../definition/definition.schema.js';
import { baselineScenario } from '../../../definition/resolve-scenario.js';
import { parseDefinition } from '../../../validation/parse-definition.js';
import { evaluateAgents } from '../../evaluated-agents.js';
import { maxEvaluationsOf, type GoalResult } from '../goal.js';
import { type RequestedGoal, resolveGoal } from '../resolve-goal.js';
import { runGoal } from '../run-goal.js';

/** A published workflow. */
export const published = (slug: string) => parseDefinition(JSON.parse(readFileSync(`catalog/${slug}.json`, 'utf8')));
const letter = published('charity-match-mailing');

interface Options {
  agentCount?: number;
  seed?: number;
  scenario?: Record<string, number>;
}

/** Solves a goal at the baseline except for some parameters, within its number of evaluations. */
export function solve(definition: WorkflowDefinition, goal: RequestedGoal, options: Options = {}): GoalResult {
  const { agentCount = 300, seed = 3, scenario = {} } = options;
  const resolved = resolveGoal(definition, goal);
  if (!resolved.ok) throw new Error(JSON.stringify(resolved.issues));
  const task = { definition, scenario: { ...baselineScenario(definition), ...scenario }, seed, agentCount };
  const result = evaluateAgents(task, (agents) => runGoal(agents, resolved.request)).result as GoalResult;
  expect(result.evaluations).toBeLessThanOrEqual(maxEvaluationsOf(resolved.request));
  return result;
}

/** Covariance of the constant and the slope of the product. */
export const covariance = [
  [0.04, -0.004],
  [-0.004, 0.001],
];

/** A product with one price that equal agents buy with probability 1 / (1 + e^(slope × price - constant)). */
export function product(constant: number, slope: number): WorkflowDefinition {
  const parameter = {
    ...{ id: 'price', label: 'Price', description: 'Price of the product.', type: 'number', unit: 'CHF' },
    ...{ default: 1, minimum: 0.01, maximum: 200, calibrated_range: [0.5, 40] },
  };
  return {
    ...letter,
    population: { ...letter.population, attributes: [], correlation: [] },
    scenario: { parameters: [parameter], assignments: [] },
    decision: {
      ...letter.decision,
      variables: [],
      coefficients: [
        { id: 'constant', label: 'Constant', estimate: constant },
        { id: 'slope', label: 'Price', estimate: -slope },
      ],
      terms: [
        { id: 'constant', label: 'Constant', coefficient: 'constant', scale: 1, factors: [] },
        { id: 'price', label: 'Price', coefficient: 'slope', scale: 1, factors: [{ parameter: 'price' }] },
      ],
    },
    evidence: {
      ...letter.evidence,
      errors: undefined,
      covariance: { method: 'test', coefficients: ['constant', 'slope'], matrix: covariance },
    },
  } as unknown as WorkflowDefinition;
}

/** The varied price of the product. */
export const parameters = [{ name: 'price', from: 0.1, to: 80 }];
/** The greatest revenue of the product. */
export const priceGoal: RequestedGoal = { parameters, objective: { goal: 'maximize', values: { gift: 'price' } } };

/** Principal branch of the Lambert W function, the solution of w·e^w = x, by Newton's method. */
function lambertW(x: number): number {
  let w = Math.log(1 + x);
  for (let k = 0; k < 50; k++) w -= (w * Math.exp(w) - x) / (Math.exp(w) * (1 + w));
  return w;
}

/** The price p with the greatest p / (1 + e^(b·p - a)): the condition 1 = b·p·(1 - P) has the solution (1 + W(e^(a - 1))) / b. */
export const bestPrice = (a: number, b: number) => (1 + lambertW(Math.exp(a - 1))) / b;
