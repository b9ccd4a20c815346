import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkflowOf } from '../definition/definition.schema.js';
import { baselineScenario } from '../definition/resolve-scenario.js';
import type { ConditionalLogit } from '../families/conditional-logit/conditional-logit.schema.js';
import { familyOf } from '../families/family-of.js';
import { streamKey } from '../random/stream-key.js';
import { drawCoefficients } from '../simulation/draw-coefficients.js';
import { simulate } from '../simulation/simulate.js';
import {
  withBoxCox,
  withClasses,
  withCrossedNests,
  withMembership,
  withMoney,
  withRandomTastes,
  withScales,
} from '../testing/mixed-definitions.js';
import { parseDefinition } from '../validation/parse-definition.js';
import { expectErrorFromDerivative } from './testing/welfare-errors.js';
import { withEstimates } from './evaluated-agents.js';
import { welfareOf } from './welfare.js';

const swissmetro = parseDefinition(
  JSON.parse(readFileSync(join(import.meta.dirname, '../../model/testing/linear-mode-choice.json'), 'utf8')),
) as WorkflowOf<ConditionalLogit>;

describe('welfare', () => {
  it.each([
    ['the cost', swissmetro, 'cost'],
    ['random tastes', withRandomTastes(swissmetro), 'time_spread'],
    ['coefficients that are amounts of money', withMoney(swissmetro), 'cost_spread'],
    ['the cost of a class', withClasses(swissmetro), 'thrifty_cost'],
    ['the share of a class', withClasses(swissmetro), 'thrifty_odds'],
    ['the effect of an attribute on the share of a class', withMembership(swissmetro), 'thrifty_train_time'],
    ['the dissimilarity of a nest', withCrossedNests(swissmetro), 'public_dissimilarity'],
    ['the share of an alternative in a nest', withCrossedNests(swissmetro), 'train_share'],
    ['the cost in nests', withScales(withCrossedNests(swissmetro)), 'cost'],
    ['the scale of some agents', withScales(swissmetro), 'employer_scale'],
    ['the power of a variable', withBoxCox(swissmetro), 'time_power'],
    ['the scale in nests', withScales(withCrossedNests(swissmetro)), 'unknown_scale'],
  ])('The estimation error follows from the derivative with respect to a coefficient: %s', (_, definition, id) =>
    expectErrorFromDerivative(definition, id),
  );

  it('The interval of the mean change contains the changes of other draws of the coefficients, in both tails', () => {
    const scenario = { ...baselineScenario(swissmetro), train_cost_factor: 1.5, swissmetro_time_factor: 1.2 };
    const { columns } = simulate({ definition: swissmetro, scenario, seed: 3, agentCount: 200 });
    const { all } = welfareOf({ definition: swissmetro, scenario, seed: 3, columns });
    const model = familyOf(swissmetro.decision).linear(swissmetro.decision);
    const drawn = drawCoefficients(swissmetro, model, streamKey(99, 'other draws'), 300).map((coefficients) => {
      const evidence = { ...swissmetro.evidence, covariance: undefined };
      const definition = { ...withEstimates(swissmetro, coefficients), evidence };
      return welfareOf({ definition, scenario, seed: 3, columns }).all;
    });
    const shareBelow = drawn.filter(({ mean }) => mean.estimate < all.mean.interval![0]).length / 300;
    const shareAbove = drawn.filter(({ mean }) => mean.estimate > all.mean.interval![1]).length / 300;
    expect(shareBelow).toBeLessThan(0.045);
    expect(shareAbove).toBeLessThan(0.045);
    const { gaining_share: gaining, gaining_share_interval: interval } = all;
    expect(interval![0]).toBeLessThanOrEqual(gaining);
    const inside = drawn.filter(({ gaining_share: own }) => own >= interval![0] && own <= interval![1]).length / 300;
    expect(inside).toBeGreaterThan(0.93);
  });
});
