import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkflowDefinition } from '../definition/definition.schema.js';
import { baselineScenario } from '../definition/resolve-scenario.js';
import { isChoice } from '../definition/parameter-types.js';
import { familyOf } from '../families/family-of.js';
import { drawSituation } from '../population/situation.js';
import { compile } from '../simulation/compile.js';
import {
  withBoundedTastes,
  withClasses,
  withCorrelatedTastes,
  withCrossedNests,
  withGammaAmounts,
  withIntercepts,
  withLink,
  withMoney,
  withMembership,
  withNests,
  withParts,
  withPeriods,
  withBoxCox,
  withRandomTastes,
  withScales,
} from '../testing/mixed-definitions.js';
import { parseDefinition } from '../validation/parse-definition.js';
import { estimatesOf } from './compile-equations.js';

const catalog = join(import.meta.dirname, '../../catalog');
const read = (slug: string): WorkflowDefinition =>
  parseDefinition(JSON.parse(readFileSync(join(catalog, `${slug}.json`), 'utf8')));
const swissmetro = read('../model/testing/linear-mode-choice');

const poisson = structuredClone(read('health-insurance-visits'));
if (poisson.decision.family === 'counts') delete poisson.decision.dispersion;

const definitions: [string, WorkflowDefinition][] = [
  ['a conditional logit', read('intercity-mode-choice')],
  ['random tastes', withRandomTastes(swissmetro)],
  ['correlated tastes', withCorrelatedTastes(swissmetro)],
  ['bounded tastes', withBoundedTastes(swissmetro)],
  ['coefficients that are amounts of money', withMoney(swissmetro)],
  ['latent classes', withClasses(swissmetro)],
  ['latent classes with attributes in their log odds', withMembership(swissmetro)],
  ['random tastes in such classes', withRandomTastes(withMembership(swissmetro))],
  ['nests', withNests(swissmetro)],
  ['crossed nests', withCrossedNests(swissmetro)],
  ['scales', withScales(swissmetro)],
  ['scales in crossed nests', withScales(withCrossedNests(swissmetro))],
  ['Box-Cox variables', withBoxCox(swissmetro)],
  ['periods', withPeriods(swissmetro)],
  ['periods with random tastes in latent classes', withPeriods(withRandomTastes(withMembership(swissmetro)))],
  ['periods with scales and nests', withPeriods(withScales(withNests(swissmetro)))],
  ['Box-Cox variables, scales and nests', withBoxCox(withScales(withCrossedNests(swissmetro)))],
  ['a binary logit', read('hiv-test-incentive')],
  ['parts of numbers', withParts(read('hiv-test-incentive'))],
  ['an ordered logit', read('housing-satisfaction')],
  ['a binary probit', withLink(read('hiv-test-incentive'), 'probit')],
  ['random intercepts', withIntercepts(read('hiv-test-incentive'))],
  ['a binary complementary log-log', withLink(read('hiv-test-incentive'), 'complementary_log_log')],
  ['an ordered probit', withLink(read('housing-satisfaction'), 'probit')],
  ['an ordered complementary log-log', withLink(read('housing-satisfaction'), 'complementary_log_log')],
  ['ordered random intercepts', withIntercepts(withLink(read('housing-satisfaction'), 'complementary_log_log'))],
  ['negative binomial counts', read('health-insurance-visits')],
  ['Poisson counts', poisson],
  ['random intercepts of Poisson counts', withIntercepts(poisson)],
  ['random intercepts of negative binomial counts', withIntercepts(read('health-insurance-visits'))],
  ['a hazard', read('unemployment-duration')],
  ['willingness to pay', read('conservation-wtp')],
  ['gamma amounts', withGammaAmounts(read('conservation-wtp'), false)],
  ['gamma amounts or 0', withGammaAmounts(read('conservation-wtp'), true)],
];

/** Largest difference of two lists; NaN if their lengths differ. */
const largestGap = (own: Float64Array, other: Float64Array) =>
  own.length === other.length ? own.reduce((most, value, at) => Math.max(most, Math.abs(value - other[at]!)), 0) : NaN;

/** Changes every parameter, so that the scenario differs from the baseline. */
function changedScenario(definition: WorkflowDefinition) {
  const changed = definition.scenario.parameters.map((parameter) => {
    const value = isChoice(parameter)
      ? parameter.options.find(({ id }) => id !== parameter.default)!.id
      : parameter.type === 'integer'
        ? parameter.maximum
        : parameter.default + 0.1 * (parameter.maximum - parameter.default);
    return [parameter.id, value];
  });
  return { ...baselineScenario(definition), ...(Object.fromEntries(changed) as Record<string, number | string>) };
}

describe.each(definitions)('the figures of agents with %s', (_, definition) => {
  const compiled = compile(definition, changedScenario(definition), 1);
  const { situation } = drawSituation(compiled, 0, 60);
  const model = familyOf(definition.decision).linear(definition.decision);
  const estimates = estimatesOf(model);
  const expectation = (values: Float64Array) => compiled.decision.expect(situation, [values])[0]!;

  it.each(['scenario', 'baseline'] as const)('Figures have the means of the expectation under the %s', (side) => {
    const { figures, values } = compiled.decision.figures!(situation, side, { gradients: false });
    expectation(estimates)[side].forEach((expected, figure) => {
      let sum = 0;
      for (let row = 0; row < 60; row++) sum += values[row * figures + figure]!;
      expect(sum / 60).toBeCloseTo(expected, 10);
    });
  });

  it.each(['scenario', 'baseline'] as const)('Figures have the derivatives of the expectation under the %s', (side) => {
    const { figures, gradients } = compiled.decision.figures!(situation, side, { gradients: true });
    model.coefficients.forEach(({ id }, coefficient) => {
      // A small part of the standard error suits coefficients of any size.
      const step = 1e-3 * (definition.evidence.estimates[coefficient]?.standard_error ?? 0.1);
      const [above, below] = [step, -step].map((change) => {
        const values = estimates.slice();
        values[coefficient] = values[coefficient]! + change;
        return expectation(values)[side];
      });
      for (let figure = 0; figure < figures; figure++) {
        let sum = 0;
        for (let row = 0; row < 60; row++)
          sum += gradients[(row * model.coefficients.length + coefficient) * figures + figure]!;
        const numeric = (above![figure]! - below![figure]!) / (2 * step);
        const scale = Math.max(1e-3, Math.abs(numeric));
        expect({ id, figure, error: Math.abs(sum / 60 - numeric) / scale < 1e-4 }).toEqual({ id, figure, error: true });
      }
    });
  });

  it('Figures have the same outcomes and measures with and without curves and derivatives, also in given groups', () => {
    const { decision, scenario } = definition;
    const family = familyOf(decision);
    const kept = family.outcomes(decision).length + family.measures(decision, scenario.parameters).length;
    const partsOf = (values: Float64Array, figures: number) => values.filter((_, at) => at % figures < kept);
    for (const givenGroup of [false, true]) {
      const read = (gradients: boolean, withoutCurves: boolean) => {
        const own = compiled.decision.figures!(situation, 'scenario', { gradients, givenGroup, withoutCurves });
        return [own.values, own.gradients].map((values) => partsOf(values, own.figures));
      };
      const [values, derivatives] = read(true, false);
      const [own, ownDerivatives] = read(true, true);
      const [alone] = read(false, true);
      expect([largestGap(own!, values!), largestGap(alone!, values!)]).toEqual([0, 0]);
      // Rounding: with curves, the derivatives of each class are added up alone.
      expect(largestGap(ownDerivatives!, derivatives!)).toBeLessThan(1e-12);
    }
  });
});
