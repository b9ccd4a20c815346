import fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Decision, TermFactor } from '../definition.js';
import { parseDefinition } from '../simulate.js';
import { specFolder } from '../../test/support/calibration/catalog-spec.js';
import { type Indicator, nameKinds, type Names, parseCondition, parseFactors, parseProduct } from './product.js';

const namesOf = (ids: Partial<Record<keyof Names, readonly string[]>>): Names => ({
  variable: new Set(ids.variable),
  attribute: new Set(ids.attribute),
  parameter: new Set(ids.parameter),
  assignment: new Set(ids.assignment),
});
const names = namesOf({
  variable: ['cost', 'distance'],
  attribute: ['age', 'income', 'payer', 'distance'],
  parameter: ['fare', 'mailing', 'reach'],
  assignment: ['reached'],
});

/** The expression of factors, in the notation that the parser reads. */
function text(factors: readonly TermFactor[], known: Names): string {
  const nameText = (factor: object, kinds: readonly (typeof nameKinds)[number][] = nameKinds) => {
    const kind = kinds.find((one) => one in factor)!;
    const id = (factor as Record<string, string>)[kind]!;
    const first = kinds.find((one) => one !== 'state' && known[one].has(id));
    return first === kind ? id : `${kind}.${id}`;
  };
  const inner = ['attribute', 'parameter', 'state'] as const;
  const condition = (indicator: Indicator) => {
    const name = nameText(indicator, inner);
    if ('in' in indicator) return `${name} is ${indicator.in.join(' or ')}`;
    const { at_least: low, at_most: high } = indicator;
    if (low !== undefined && low === high) return `${name} = ${low}`;
    if (low !== undefined && high !== undefined) return `${low} <= ${name} <= ${high}`;
    return low === undefined ? `${name} <= ${high}` : `${name} >= ${low}`;
  };
  return factors
    .map((factor) => {
      if ('constant' in factor) return String(factor.constant);
      if ('indicator' in factor) return `(${condition(factor.indicator)})`;
      if (!('scale' in factor || 'transform' in factor)) return nameText(factor);
      const { scale, transform = '' } = factor as { scale?: number; transform?: string };
      return `${transform}(${scale === undefined ? '' : `${scale} * `}${nameText(factor, inner)})`;
    })
    .join(' * ');
}

function catalogProducts(decision: Decision): { scale: number; factors: readonly TermFactor[] }[] {
  const variables = 'variables' in decision ? decision.variables : [];
  const ofVariables = variables.flatMap((variable) =>
    'alternatives' in variable ? Object.values(variable.alternatives) : [variable.factors],
  );
  return [...decision.terms, ...ofVariables.map((factors) => ({ scale: 1, factors }))];
}

describe('products of terms', () => {
  test.each<[string, string, ReturnType<typeof parseProduct>]>([
    ['a constant', '1', { scale: 1, factors: [] }],
    ['a scale', '0.01 * cost', { scale: 0.01, factors: [{ variable: 'cost' }] }],
    ['a negative scale alone', '-1.5', { scale: -1.5, factors: [] }],
    ['a constant factor after the scale', '1 * 2', { scale: 1, factors: [{ constant: 2 }] }],
    [
      'a function of a scaled number',
      'log(0.001 * income) * square(age)',
      {
        scale: 1,
        factors: [
          { attribute: 'income', scale: 0.001, transform: 'log' },
          { attribute: 'age', transform: 'square' },
        ],
      },
    ],
    [
      'parts of a number',
      '(age to 30) * (0.1 * age from 30 to 50) * log(age from 50)',
      {
        scale: 1,
        factors: [
          { attribute: 'age', part: { to: 30 } },
          { attribute: 'age', part: { from: 30, to: 50 }, scale: 0.1 },
          { attribute: 'age', part: { from: 50 }, transform: 'log' },
        ],
      },
    ],
    [
      'conditions and an assignment',
      '(mailing is self or neighbors) * reached * (age >= 18)',
      {
        scale: 1,
        factors: [
          { indicator: { parameter: 'mailing', in: ['self', 'neighbors'] } },
          { assignment: 'reached' },
          { indicator: { attribute: 'age', at_least: 18 } },
        ],
      },
    ],
    [
      'one condition without parentheses',
      'payer is employer',
      { scale: 1, factors: [{ indicator: { attribute: 'payer', in: ['employer'] } }] },
    ],
    [
      'a state',
      'state.period = 2',
      { scale: 1, factors: [{ indicator: { state: 'period', at_least: 2, at_most: 2 } }] },
    ],
    [
      'a name of two kinds, where the variable is first',
      'distance * attribute.distance',
      { scale: 1, factors: [{ variable: 'distance' }, { attribute: 'distance' }] },
    ],
  ])('The parser reads %s', (_, expression, product) => {
    expect(parseProduct(expression, names)).toEqual(product);
  });

  test('A category can be a number or start with one', () => {
    expect(parseCondition('age is 25_to_34 or 1985', names)).toEqual({ attribute: 'age', in: ['25_to_34', '1985'] });
  });

  test.each([
    ['age is 25 +', 'has an unexpected "+"'],
    ['oge >= 3', 'uses "oge", which is not attribute, parameter, state.<name>'],
    ['columns.age >= 3', 'uses "columns.age", but the kind must be attribute, parameter, state'],
    ['age', 'has "the end" in place of "is"'],
    ['age >= old', 'has "old" in place of a number'],
    ['age >= 3 age', 'has "age" in place of "*" or the end'],
  ])('The parser rejects the condition %s', (expression, message) => {
    expect(() => parseCondition(expression, names)).toThrow(message);
  });

  test('A variable cannot contain a variable in a condition or a function', () => {
    expect(() => parseFactors('log(cost)', names)).toThrow('uses "cost"');
    expect(() => parseFactors('(cost >= 1)', names)).toThrow('uses "cost"');
  });

  test.each(readdirSync(specFolder).map((file) => file.replace(/\.yaml$/, '')))(
    'The expressions of all products of %s mean the same products',
    (slug) => {
      const file = join(specFolder, `../${slug}.json`);
      const { decision, population, scenario } = parseDefinition(JSON.parse(readFileSync(file, 'utf8')));
      const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id);
      const known = namesOf({
        variable: 'variables' in decision ? ids(decision.variables) : [],
        attribute: ids(population.attributes),
        parameter: ids(scenario.parameters),
        assignment: ids(scenario.assignments),
      });
      for (const { scale, factors } of catalogProducts(decision)) {
        expect(parseProduct([scale, ...(factors.length > 0 ? [text(factors, known)] : [])].join(' * '), known)).toEqual(
          { scale, factors },
        );
        if (factors.length > 0) expect(parseFactors(text(factors, known), known)).toEqual(factors);
      }
    },
  );

  test('The expression of any product means the same product', () => {
    const ids = fc.constantFrom('age', 'income', 'distance');
    const numbers = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
    const value = fc.oneof(
      ids.map((attribute) => ({ attribute })),
      fc.constantFrom('fare', 'reach').map((parameter) => ({ parameter })),
      fc.constantFrom('period', 'exposure').map((state) => ({ state })),
    );
    const range = fc.oneof(
      numbers.map((at_least) => ({ at_least })),
      numbers.map((at_most) => ({ at_most })),
      fc.tuple(numbers, numbers).map(([at_least, at_most]) => ({ at_least, at_most })),
      fc
        .array(
          fc.stringMatching(/^[a-z][a-z0-9_]{0,9}$/).filter((id) => id !== 'or'),
          { minLength: 1, maxLength: 4 },
        )
        .map((list) => ({ in: list })),
    );
    const shape = fc.record(
      { scale: numbers, transform: fc.constantFrom('log', 'log1p', 'sqrt', 'square') },
      { requiredKeys: [] },
    );
    const factor = fc.oneof(
      fc.tuple(value, shape).map(([own, shaped]) => ({ ...own, ...shaped })),
      fc.tuple(value, range).map(([own, bounds]) => ({ indicator: { ...own, ...bounds } })),
      fc.constantFrom('cost', 'distance').map((variable) => ({ variable })),
      numbers.map((constant) => ({ constant })),
      fc.constant({ assignment: 'reached' }),
    ) as fc.Arbitrary<TermFactor>;
    fc.assert(
      fc.property(fc.array(factor, { minLength: 1, maxLength: 8 }), (factors) => {
        expect(parseFactors(text(factors, names), names)).toEqual(factors);
      }),
    );
  });
});
