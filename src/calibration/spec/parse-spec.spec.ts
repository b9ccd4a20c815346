import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSpec } from './parse-spec.js';
import { type SpecError } from './spec-error.js';

type Loose = Record<string, unknown>;
interface Document {
  definition: {
    decision: { coefficients: Loose[]; terms: Loose[] };
    population: Loose & { attributes: Loose[] };
    evidence: Loose;
  };
  data: Loose & { columns: Record<string, Loose> };
  fit: Loose;
}

const text = readFileSync(join(import.meta.dirname, '../../catalog/specs/welfare-wording-experiment.json'), 'utf8');

/** Everything told of the spec after a change to it. */
function told(change: (spec: Document) => void): string[] {
  const spec = JSON.parse(text) as Document;
  change(spec);
  try {
    parseSpec(spec);
    return [];
  } catch (error) {
    return (error as SpecError).issues.map(({ path, message }) => `${path}: ${message}`);
  }
}

describe('a calibration spec', () => {
  it('is taken when it holds together, and is a whole definition but for its numbers', () => {
    const { definition, fit } = parseSpec(JSON.parse(text));
    expect(definition.decision.coefficients.every(({ estimate }) => Number.isFinite(estimate))).toBe(true);
    expect(fit.sample).toBe('train');
  });

  it.each<[string, (spec: Document) => void, RegExp]>([
    ['lacks its data', (spec) => Reflect.deleteProperty(spec, 'data'), /^data: /],
    ['has a key that nobody knows', (spec) => (spec.data.colums = {}), /^data: .*colums/],
    [
      'reads a column of no kind',
      (spec) => (spec.data.columns['attributes.age'] = { column: 'age' }),
      /^data\.columns\.attributes\.age: /,
    ],
    [
      'reads an attribute that is not there',
      (spec) => (spec.data.columns['attribute.agee'] = { column: 'age' }),
      /^data\.columns\.attribute\.agee: unknown attribute "agee"; known: age, /,
    ],
    [
      'reads a parameter that is not there',
      (spec) => (spec.data.columns['parameter.word'] = { column: 'wording' }),
      /unknown parameter "word"; known: wording/,
    ],
    [
      'has a cell of two kinds',
      (spec) => (spec.data.columns['attribute.age'] = { column: 'age', constant: 1 }),
      /^data\.columns\.attribute\.age: a cell is exactly one of/,
    ],
    [
      'has a step of no kind',
      (spec) => (spec.data.columns['attribute.age'] = { column: 'age', steps: [{ times: 2 }] }),
      /^data\.columns\.attribute\.age: a cell is exactly one of/,
    ],
    [
      'cuts into too few parts',
      (spec) => (spec.data.columns['attribute.sex'] = { column: 'age', cut: [1, 2], into: ['male', 'female'] }),
      /^data\.columns\.attribute\.sex\.into: 2 bounds make 3 parts, but 2 are named/,
    ],
    [
      'cuts at bounds that fall',
      (spec) => (spec.data.columns['attribute.sex'] = { column: 'age', cut: [2, 1], into: ['a', 'b', 'c'] }),
      /cut: must rise/,
    ],
    [
      'says what others stand for, but has no map',
      (spec) => (spec.data.columns['attribute.sex'] = { column: 'sex', otherwise: 'male' }),
      /"otherwise" needs a "map"/,
    ],
    [
      'does not say how an attribute is read',
      (spec) => Reflect.deleteProperty(spec.data.columns, 'attribute.sex'),
      /nothing says how attribute\.sex is read/,
    ],
    [
      'does not say what happened',
      (spec) => Reflect.deleteProperty(spec.data.columns, 'outcome'),
      /what happened is read from outcome, or outcome\.successes with outcome\.trials; given: none/,
    ],
    [
      'expands people who are seen once',
      (spec) => (spec.data.expand = { durations: {} }),
      /^data\.expand: leave it out/,
    ],
    [
      'gives an estimate',
      (spec) => (spec.definition.decision.coefficients[0]!.estimate = 1),
      /^definition\.decision\.coefficients\.0\.estimate: is what calibration finds: leave it out/,
    ],
    [
      'gives correlations',
      (spec) => (spec.definition.population.correlation = []),
      /^definition\.population\.correlation: is what calibration finds/,
    ],
    [
      'has a term of an unknown coefficient',
      (spec) => (spec.definition.decision.terms[0]!.coefficient = 'nothing'),
      /^definition\.decision\.terms\.0\.coefficient: unknown coefficient "nothing"/m,
    ],
    [
      'counts its own respondents',
      (spec) => ((spec.definition.evidence.data as Loose).respondents = 7),
      /^definition\.evidence\.data: .*respondents/,
    ],
    [
      'shows segments of a number',
      (spec) => (spec.fit.segments = ['age']),
      /^fit\.segments\.0: attribute "age" has no categories/,
    ],
    [
      'shows an effect of nothing',
      (spec) => (spec.fit.effects = [{ label: 'x', parameter: 'wording', option: 'welfare', against: 'welfare' }]),
      /^fit\.effects\.0: is of an "outcome" or of a "measure"/,
    ],
    [
      'shows an effect of an unknown option',
      (spec) =>
        (spec.fit.effects = [
          { label: 'x', parameter: 'wording', option: 'charity', against: 'welfare', outcome: 'too_much' },
        ]),
      /^fit\.effects\.0\.option: unknown option of wording "charity"/,
    ],
    [
      'compares a coefficient that is not there',
      (spec) => (spec.fit.reference = { program: 'R', train: 'fit', coefficients: { nothing: 'x' } }),
      /^fit\.reference\.coefficients\.nothing: unknown coefficient/,
    ],
  ])('that %s is refused, and told where', (_, change, expected) => {
    expect(told(change).join('\n')).toMatch(expected);
  });

  it('tells everything that is wrong with it at once', () => {
    const issues = told((spec) => {
      spec.data.columns['attribute.agee'] = { column: 'age' };
      Reflect.deleteProperty(spec.data.columns, 'attribute.sex');
      spec.fit.segments = ['age'];
    });
    expect(issues.length).toBeGreaterThanOrEqual(3);
  });
});
