import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DefinitionError } from '../engine-error.js';
import type { ConditionalLogit } from '../families/conditional-logit/conditional-logit.schema.js';
import type { WorkflowOf } from '../definition/definition.schema.js';
import { parseDefinition } from './parse-definition.js';

const valid = readFileSync(join(import.meta.dirname, '../../model/testing/linear-mode-choice.json'), 'utf8');

type Definition = WorkflowOf<ConditionalLogit>;
type Break = (definition: WorkflowOf<ConditionalLogit>) => void;

function issuesAfter(change: Break): string[] {
  const definition = JSON.parse(valid) as WorkflowOf<ConditionalLogit>;
  change(definition);
  try {
    parseDefinition(definition);
  } catch (error) {
    if (error instanceof DefinitionError) return error.issues.map(({ path, message }) => `${path}: ${message}`);
    throw error;
  }
  return [];
}

interface LooseAttribute {
  categories: { id: string; probability: number }[];
  latent_order: string[];
  quantiles: { probabilities: number[]; values: number[] };
}

// These casts allow the tests to write invalid values into a definition.
const attribute = (definition: WorkflowOf<ConditionalLogit>, id: string) =>
  definition.population.attributes.find((candidate) => candidate.id === id) as unknown as LooseAttribute;
const parameter = (definition: WorkflowOf<ConditionalLogit>) =>
  definition.scenario.parameters[0]! as Record<string, unknown>;

const broken: [string, Break, string][] = [
  ['an unknown key', (d) => Object.assign(d, { colour: 'red' }), ': Unrecognized key: "colour"'],
  ['an unknown family', (d) => Object.assign(d.decision, { family: 'oracle' }), 'decision.family: Invalid'],
  ['a bad slug', (d) => (d.workflow_id = 'Swiss Metro'), 'workflow_id: must be lowercase words joined by hyphens'],
  ['a bad version', (d) => (d.version = '1'), 'version: must be major.minor.patch'],
  [
    'an id that is a property of every JavaScript object',
    (d) => (parameter(d)['id'] = 'constructor'),
    'must not be a property of every JavaScript object',
  ],
  ['no example question', (d) => (d.routing.examples = []), 'routing.examples: Too small'],
  [
    'margins that do not sum to 1',
    (d) => Object.assign(attribute(d, 'sex').categories[0]!, { probability: 0.5 }),
    'population.attributes.5.categories: the probabilities of "sex" sum to 1.28',
  ],
  [
    'an attribute defined twice',
    (d) => d.population.attributes.push(d.population.attributes[0]!),
    'population.attributes.17.id: attribute "purpose" is defined twice',
  ],
  [
    'a category defined twice',
    (d) => Object.assign(attribute(d, 'sex').categories[1]!, { id: 'female' }),
    'population.attributes.5.categories.1.id: category "female" is defined twice',
  ],
  [
    'a latent order without one of the categories',
    (d) => attribute(d, 'age').latent_order.pop(),
    'population.attributes.4.latent_order: must list every category of "age" exactly once',
  ],
  [
    'decreasing quantiles',
    (d) => (attribute(d, 'train_time').quantiles.values[1] = 1),
    'population.attributes.9.quantiles.values: must not decrease',
  ],
  [
    'quantiles that do not end at 1',
    (d) => attribute(d, 'train_time').quantiles.probabilities.splice(-1, 1, 0.9995),
    'population.attributes.9.quantiles.probabilities: must start at 0 and end at 1',
  ],
  [
    'an integer attribute with a fractional value',
    (d) => (attribute(d, 'train_time').quantiles.values[50] = 150.5),
    '"train_time" is an integer',
  ],
  [
    'a correlation of the wrong size',
    (d) => d.population.correlation!.pop(),
    'population.correlation: must be 17 × 17',
  ],
  [
    'a correlation that is not symmetric',
    (d) => (d.population.correlation![0]![1] = 0.9),
    'population.correlation: must be symmetric',
  ],
  [
    'a correlation that is not positive definite',
    (d) => {
      const matrix = d.population.correlation!;
      const setCorrelation = (i: number, j: number, value: number) => (matrix[i]![j] = matrix[j]![i] = value);
      setCorrelation(0, 1, 0.9);
      setCorrelation(0, 2, 0.9);
      setCorrelation(1, 2, -0.9);
    },
    'population.correlation: is not positive definite',
  ],
  [
    'a default outside the bounds',
    (d) => (parameter(d).default = 9),
    'scenario.parameters.0.default: the default 9 of "train_time_factor" is outside its bounds 0.1 to 5',
  ],
  [
    'a calibrated range outside the bounds',
    (d) => (parameter(d).calibrated_range = [0.05, 2]),
    'scenario.parameters.0.calibrated_range: the calibrated range of "train_time_factor" is outside its bounds',
  ],
  [
    'a default outside the calibrated range',
    (d) => (parameter(d).default = 2),
    'is the calibrated baseline, so it must be in the calibrated range',
  ],
  [
    'a share that can exceed 1',
    (d) => (d.scenario.assignments[0]!.share = 'train_time_factor'),
    'scenario.assignments.0.share: "train_time_factor" is used as a share',
  ],
  [
    'an alternative defined twice',
    (d) => (d.decision.alternatives[1]!.id = 'train'),
    'decision.alternatives.1.id: alternative "train" is defined twice',
  ],
  [
    'a term on an unknown alternative',
    (d) => (d.decision.terms[0]!.alternatives = ['bus']),
    'decision.terms.0.alternatives.0: unknown alternative "bus"; known: train, swissmetro, car',
  ],
  [
    'a term with an unknown coefficient',
    (d) => (d.decision.terms[0]!.coefficient = 'comfort'),
    'decision.terms.0.coefficient: unknown coefficient "comfort"',
  ],
  [
    'a coefficient that no term uses',
    (d) => d.decision.coefficients.push({ id: 'spare', label: 'Spare', estimate: 1 }),
    'decision.coefficients.13: no term uses coefficient "spare"',
  ],
  [
    'an unknown parameter in a product',
    (d) => d.decision.variables[0]!.alternatives.train!.push({ parameter: 'speed' }),
    'decision.variables.0.alternatives.train.2.parameter: unknown parameter "speed"',
  ],
  [
    'a factor of an unknown kind',
    (d) => d.decision.terms[0]!.factors.push({ number: 3 } as never),
    'decision.terms.0.factors.0: a factor is exactly one of',
  ],
  [
    'a factor with an attribute that is not numeric',
    (d) => d.decision.terms[0]!.factors.push({ attribute: 'age' }),
    'decision.terms.0.factors.0.attribute: attribute "age" is not numeric; give every category a value',
  ],
  [
    'a variable that an alternative does not have',
    (d) => d.decision.terms[4]!.alternatives.push('car'),
    'decision.terms.4.factors.0.variable: unknown variable shared by all equations of the term "headway"',
  ],
  [
    'a condition on an unknown category',
    (d) => (d.decision.alternatives[2]!.available_when!.in = ['maybe']),
    'decision.alternatives.2.available_when.in.0: unknown category of car_available "maybe"; known: no, yes',
  ],
  [
    'evidence with a different estimate',
    (d) => (d.evidence.estimates[0]!.estimate = 1),
    'evidence.estimates.0.estimate: is 1 for "asc_train", but the decision uses',
  ],
  [
    'evidence without an estimate of a coefficient',
    (d) => d.evidence.estimates.pop(),
    'evidence.estimates: has no entry for coefficient "sm_airline_seats"; add its estimate and standard error',
  ],
  [
    'an introduction with an unknown attribute',
    (d) => (d.narrative.introduction[0]!.text = 'I am {mood}.'),
    'narrative.introduction.0.text: unknown placeholder "mood"',
  ],
  [
    'a parameter without a phrase for its changes',
    (d) => delete (d.narrative.levers as Record<string, unknown>).car_cost_factor,
    'narrative.levers: has no phrase for a change of parameter "car_cost_factor"; add one',
  ],
];

const unsupported: [string, Break, string][] = [
  [
    'a link function',
    (d) => Object.assign(d.decision, { link: 'probit' }),
    'decision.link: is not supported: only binary_logit and ordered_logit have other links',
  ],
  [
    'random intercepts',
    (d) => Object.assign(d.decision, { random_intercept: { spread: 'spread' } }),
    'decision.random_intercept: is not supported: only binary_logit, ordered_logit and counts have random intercepts',
  ],
  [
    'a number of draws',
    (d) => Object.assign(d.decision, { draws: 500 }),
    'decision.draws: is not supported: the draws of a simulated likelihood belong to the calibration',
  ],
  [
    'draws of a taste',
    (d) => Object.assign(d.decision.coefficients[0]!, { draws: 500 }),
    'decision.coefficients.0.draws: is not supported',
  ],
  [
    'an unknown family',
    (d) => Object.assign(d.decision, { family: 'nested_logit' }),
    'decision.family: Invalid family; supported: conditional_logit, binary_logit, ordered_logit, counts, hazard, willingness_to_pay, amounts, diffusion, repeated_games',
  ],
  ['another unknown field', (d) => Object.assign(d.decision, { nest: [] }), 'decision: Unrecognized key: "nest"'],
];

describe('parseDefinition', () => {
  it.each(unsupported)('parseDefinition reports %s at its path, with the supported forms', (_, change, expected) => {
    expect(issuesAfter(change)).toEqual([expect.stringContaining(expected)]);
  });

  it('A parameter change without "alternative" uses the alternative whose variable depends on the parameter', () => {
    expect(issuesAfter((d) => delete d.narrative.levers.car_cost_factor!.alternative)).toEqual([]);
    const file = join(import.meta.dirname, '../../catalog/hiv-test-incentive.json');
    const document = JSON.parse(readFileSync(file, 'utf8')) as Definition;
    delete document.narrative.levers.distance_factor!.alternative;
    expect(() => parseDefinition(document)).not.toThrow();
  });

  it('A parameter change with an alternative that lacks the variable is reported at "alternative"', () => {
    expect(issuesAfter((d) => (d.narrative.levers.train_headway_factor!.alternative = 'car'))).toEqual([
      'narrative.levers.train_headway_factor.alternative: unknown alternative with this variable "car"; known: train, swissmetro',
    ]);
  });

  it('The definition that the other tests change is accepted', () => {
    expect(issuesAfter(() => undefined)).toEqual([]);
  });

  it.each(broken)('parseDefinition rejects %s and reports its path', (_, change, expected) => {
    expect(issuesAfter(change)).toEqual(expect.arrayContaining([expect.stringContaining(expected)]));
  });

  it('All issues of a definition are reported together', () => {
    const issues = issuesAfter((definition) => {
      definition.decision.terms[0]!.coefficient = 'comfort';
      parameter(definition).default = 9;
    });
    expect(issues.length).toBeGreaterThanOrEqual(2);
  });

  it.each([[null], ['text'], [[]], [{}]])('parseDefinition rejects %j with a DefinitionError', (json) => {
    expect(() => parseDefinition(json)).toThrow(DefinitionError);
  });
});
