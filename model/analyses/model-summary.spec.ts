import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkflowDefinition } from '../definition/definition.schema.js';
import { normalCumulative } from '../math/normal.js';
import {
  withBoxCox,
  withClasses,
  withCrossedNests,
  withGammaAmounts,
  withIntercepts,
  withLink,
  withMembership,
  withMoney,
  withNests,
  withParts,
  withPeriods,
  withRandomTastes,
  withScales,
} from '../testing/mixed-definitions.js';
import { modelSummary } from './model-summary.js';

const catalog = join(import.meta.dirname, '../../catalog');
const read = (slug: string) => JSON.parse(readFileSync(join(catalog, `${slug}.json`), 'utf8')) as WorkflowDefinition;
const slugs = readdirSync(catalog).flatMap((name) => (name.endsWith('.json') ? [name.replace('.json', '')] : []));
const swissmetro = read('../model/testing/linear-mode-choice');

it.each(slugs)('The formulas name all coefficients that are not replaced by data: %s', (slug) => {
  const definition = read(slug);
  const { formulas, estimates } = modelSummary(definition);
  const text = formulas.join('\n');
  for (const { id } of definition.decision.coefficients) expect(text).toContain(id);
  expect(estimates.map(({ coefficient }) => coefficient)).toEqual(
    definition.evidence.estimates.map(({ coefficient }) => coefficient),
  );
});

it.each<[string, WorkflowDefinition, string[]]>([
  [
    'a plain choice',
    swissmetro,
    ['P(j) = exp(V(j)) / Σ exp(V(k)), over the available alternatives k', 'cost(car) = car_cost × car_cost_factor'],
  ],
  ['nests', withNests(swissmetro), ['nest existing: λ = existing_dissimilarity, with train, car']],
  [
    'crossed nests',
    withCrossedNests(swissmetro),
    ['P(j) = Σ P(nest) × (α(j) × exp(V(j)))^(1/λ) / S(nest), over the nests of j'],
  ],
  [
    'Box-Cox variables',
    withBoxCox(swissmetro),
    ['time(car) = 120 × ((car_time × car_time_factor / 120)^time_power - 1) / time_power'],
  ],
  ['scales', withScales(swissmetro), ['V(j) is multiplied by unknown_scale if who_pays is unknown']],
  [
    'random tastes',
    withRandomTastes(swissmetro),
    [
      'time of an agent = -exp(time + time_spread × z(time)), with standard normal z',
      'asc_car of an agent = asc_car + car_spread × z(asc_car), with standard normal z',
    ],
  ],
  [
    'latent classes',
    withClasses(swissmetro),
    ['class thrifty: log odds thrifty_odds, thrifty_cost in place of cost, thrifty_time in place of time'],
  ],
  [
    'latent classes with attributes in their log odds',
    withMembership(swissmetro),
    [
      'class thrifty: log odds thrifty_odds + thrifty_male × [sex is male] + thrifty_train_time × 0.01 × train_time, thrifty_cost in place of cost, thrifty_time in place of time',
    ],
  ],
  [
    'coefficients that are amounts of money',
    withMoney(swissmetro),
    ['each other coefficient of an agent is multiplied by |cost|, so that it is an amount of money'],
  ],
  ['periods', withPeriods(swissmetro), ['last_mode = choice in the period before, for periods 2 to 6']],
  ['a binary logit', read('charity-match-mailing'), ['P(gift) = 1 / (1 + exp(-V(gift)))']],
  [
    'parts of numbers',
    withParts(read('hiv-test-incentive')),
    [
      'V(came) = constant + any_incentive × [0.09 <= incentive] + incentive × min(incentive, 2) + distance × distance(came) + distance_squared × distance(came) × distance(came) + age × min(max(age - 20, 0), 25) × 0.1 + age_squared × sqrt(max(age - 45, 0)) × log(1 + min(max(incentive - 0.5, 0), 3.5)) + result × result',
    ],
  ],
  [
    'random intercepts',
    withIntercepts(read('charity-match-mailing')),
    [
      'P(gift) = mean of 1 / (1 + exp(-(V(gift) + u))), where u is normal with mean 0 and standard deviation group_spread',
    ],
  ],
  ['a binary probit', withLink(read('charity-match-mailing'), 'probit'), ['P(gift) = Φ(V(gift))']],
  [
    'an ordered complementary log-log',
    withLink(read('housing-satisfaction'), 'complementary_log_log'),
    ['P(outcome > low) = 1 - exp(-exp(V(predictor) - low_to_medium))'],
  ],
  [
    'ordered random intercepts',
    withIntercepts(read('housing-satisfaction')),
    [
      'P(outcome > low) = mean of 1 / (1 + exp(low_to_medium - (V(predictor) + u))), where u is normal with mean 0 and standard deviation group_spread',
    ],
  ],
  ['counts', read('health-insurance-visits'), ['variance(visits) = mean + mean² / exp(log_theta)']],
  [
    'amounts that can be 0',
    withGammaAmounts(read('conservation-wtp'), true),
    [
      'P(most_paid = 0) = 1 / (1 + exp(-V(zero)))',
      'mean(most_paid) = exp(V(amount)) if above 0',
      'variance(most_paid) = mean² / exp(log_sigma) if above 0',
    ],
  ],
])('The formulas state the outcome probabilities of %s', (_, definition, lines) => {
  const { formulas } = modelSummary(definition);
  for (const line of lines) expect(formulas).toContain(line);
});

it('A model with many terms and alternatives has a limited text', () => {
  const definition = structuredClone(swissmetro);
  const [term] = definition.decision.terms;
  definition.decision.terms = Array.from({ length: 50_000 }, () => term!) as typeof definition.decision.terms;
  const { formulas } = modelSummary(definition);
  expect(formulas.join('').length).toBeLessThan(110_000);
  expect(formulas.at(-1)).toMatch(/^… and \d+ more formulas$/);
});

it('Estimates have the standard errors of the covariance that simulations use, and tests of a value of 0', () => {
  const { evidence } = swissmetro;
  const { estimates, standardErrors, fit, correlations } = modelSummary(swissmetro);
  expect(standardErrors).toBe(evidence.covariance!.method);
  const cost = estimates.find(({ coefficient }) => coefficient === 'cost')!;
  const { clustered_standard_error: error, estimate } = evidence.estimates.find((own) => own.coefficient === 'cost')!;
  expect(cost.standardError).toBeCloseTo(error!, 6);
  expect(cost.z).toBeCloseTo(estimate / error!, 4);
  expect(cost.p).toBeCloseTo(2 * normalCumulative(-Math.abs(cost.z!)), 12);
  expect(fit).toMatchObject({ parameters: evidence.estimates.length, logLikelihood: evidence.fits[0]!.log_likelihood });
  expect(fit!.aic).toBeCloseTo(2 * fit!.parameters - 2 * fit!.logLikelihood, 9);
  const sizes = correlations.map(({ correlation }) => Math.abs(correlation));
  expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(0.5);
  expect(Math.max(...sizes)).toBeLessThan(1);
});
