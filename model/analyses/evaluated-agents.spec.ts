import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkflowDefinition } from '../definition/definition.schema.js';
import { baselineScenario } from '../definition/resolve-scenario.js';
import { isChoice } from '../definition/parameter-types.js';
import type { Parameter, Scenario } from '../definition/scenario.schema.js';
import { familyOf } from '../families/family-of.js';
import { estimatesOf } from '../equations/compile-equations.js';
import { readSituation } from '../population/situation.js';
import { compile } from '../simulation/compile.js';
import {
  withBoxCox,
  withCrossedNests,
  withMembership,
  withCorrelatedTastes,
  withIntercepts,
  withLink,
  withScales,
} from '../testing/mixed-definitions.js';
import { parseDefinition } from '../validation/parse-definition.js';
import { EvaluatedAgents, withEstimates } from './evaluated-agents.js';

const seed = 5;
const catalog = join(import.meta.dirname, '../../catalog');
const published = readdirSync(catalog)
  .filter((file) => file.endsWith('.json'))
  .map((file) => parseDefinition(JSON.parse(readFileSync(join(catalog, file), 'utf8'))))
  .filter(({ decision }) => !familyOf(decision).interacting);
const swissmetro = parseDefinition(
  JSON.parse(readFileSync(join(import.meta.dirname, '../testing/linear-mode-choice.json'), 'utf8')),
);
const satisfaction = published.find(({ workflow_id: id }) => id === 'housing-satisfaction')!;
const turnout = published.find(({ workflow_id: id }) => id === 'gotv-social-pressure')!;
const definitions: [string, WorkflowDefinition][] = [
  ...published.map((own): [string, WorkflowDefinition] => [own.workflow_id, own]),
  ['correlated tastes', withCorrelatedTastes(swissmetro)],
  ['latent classes', withMembership(swissmetro)],
  ['scales in crossed nests', withScales(withCrossedNests(swissmetro))],
  ['Box-Cox variables', withBoxCox(swissmetro)],
  ['a binary probit', withLink(turnout, 'probit')],
  ['random intercepts', withIntercepts(turnout)],
  ['ordered random intercepts', withIntercepts(satisfaction)],
];

const otherValue = (parameter: Parameter) => {
  if (isChoice(parameter)) return parameter.options.find(({ id }) => id !== parameter.default)!.id;
  return parameter.default === parameter.maximum ? parameter.minimum : parameter.maximum;
};

/** Repeated choices take the most time. */
const sizesOf = ({ decision }: WorkflowDefinition) =>
  decision.family === 'conditional_logit' && decision.periods
    ? { agentCount: 60, gradientAgents: 10 }
    : { agentCount: 1_150, gradientAgents: 30 };

describe('EvaluatedAgents', () => {
  it.each(definitions)(
    'Each of many evaluations of the same agents equals a single evaluation: %s',
    (_, definition) => {
      const { agentCount, gradientAgents } = sizesOf(definition);
      const baseline = baselineScenario(definition);
      const agents = new EvaluatedAgents({ definition, scenario: baseline, seed, agentCount });
      const model = familyOf(definition.decision).linear(definition.decision);
      const others = withEstimates(
        definition,
        estimatesOf(model).map((estimate) => 1.1 * estimate),
      );
      const changed = definition.scenario.parameters.map((own): Scenario => ({
        ...baseline,
        [own.id]: otherValue(own),
      }));
      for (const scenario of [baseline, ...changed.slice(0, 12), baseline]) {
        for (const own of [definition, others]) {
          // A copy shares no prepared equations with the agents.
          const compiled = compile(structuredClone(own), scenario, seed, scenario);
          agents.evaluate(
            scenario,
            gradientAgents,
            ({ from, to, figures, hasGradients }) => {
              const { situation } = readSituation(compiled, agents.people, from, to);
              const figuresOf = (options: { gradients: boolean; givenGroup?: boolean }) =>
                compiled.decision.figures!(situation, 'scenario', { ...options, withoutCurves: true });
              expectClose(figures.values, figuresOf({ gradients: false, givenGroup: true }).values);
              if (hasGradients) expectClose(figures.gradients, figuresOf({ gradients: true }).gradients);
            },
            own,
          );
        }
      }
    },
  );
});

/** Compares sums of the same products in another order of multiplication. */
function expectClose(values: Float64Array, others: Float64Array): void {
  expect(values).toHaveLength(others.length);
  const distances = values.map((value, k) => Math.abs(value - others[k]!) / Math.max(1, Math.abs(value)));
  expect(distances.reduce((greatest, distance) => Math.max(greatest, distance), 0)).toBeLessThan(1e-11);
}
