import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lettersSpec as spec } from '../../test/support/letters.js';
import { projectFolder } from '../../test/support/operator.js';
import { expandSpec } from './expand-spec.js';
import { checkSpec, parseSpec, parseYaml } from './parse-spec.js';
import { parseRecipe } from './recipe/parse-recipe.js';
import type { Fields } from './repeat.js';

/** The definition of the recipe of a spec whose questions are left out. */
const definitionOf = (text: string) =>
  expandSpec(checkSpec({ ...(parseYaml(text) as Fields), questions: {} })).recipe.definition;

function messageOf(changed: string): string {
  try {
    parseRecipe(expandSpec(parseSpec(changed)).recipe);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

describe('a spec that writes everything out', () => {
  test('The documented spec is a recipe with an item for each attribute, parameter, term and reason', () => {
    const { draft, data, fit } = parseRecipe(expandSpec(parseSpec(spec)).recipe);
    expect(draft).toMatchObject({
      workflow_id: 'reminder-letters',
      population: { attributes: [{ type: 'integer', id: 'age', label: 'Age', unit: 'years' }] },
      scenario: { parameters: [{ type: 'choice', id: 'letter', options: [{}, { phrase: 'a plain letter' }, {}] }] },
      decision: {
        coefficients: ['constant', 'plain', 'friendly', 'age'].map((id) => ({ id })),
        terms: [{ scale: 1, factors: [] }, {}, {}, { scale: 0.1, factors: [{ attribute: 'age' }] }],
      },
      narrative: { levers: { letter: { text: 'With {new} instead of {old}' } }, reasons: [{ id: 'letter' }, {}] },
    });
    expect(data).toMatchObject({
      columns: {
        'attribute.age': { column: 'age' },
        'parameter.letter': { column: 'letter' },
        outcome: { column: 'paid', map: { no: 'does_not_pay', yes: 'pays' } },
      },
      respondent: 'customer',
      split: { column: 'part', train: 'train', test: 'test' },
    });
    expect(fit).toMatchObject({ effects: [{ option: 'friendly', against: 'none' }], clustered: false });
  });

  test('Scales add their coefficients, with labels from their ids', () => {
    const swissmetro = readFileSync(join(projectFolder, 'catalog/specs/swissmetro-mode-choice.yaml'), 'utf8');
    const scaled = swissmetro.replace(/^decision:/m, 'decision:\n  scales: { own_scale: who_pays is self }');
    const { decision } = definitionOf(scaled) as {
      decision: { scales: unknown; coefficients: { id: string; label: string }[] };
    };
    expect(decision.scales).toEqual([{ coefficient: 'own_scale', agents: { attribute: 'who_pays', in: ['self'] } }]);
    expect(decision.coefficients.at(-1)).toMatchObject({ id: 'own_scale', label: 'Own scale' });
  });

  test('Terms in the log odds of a class add their coefficients, with labels from the class and the term', () => {
    const swissmetro = readFileSync(join(projectFolder, 'catalog/specs/swissmetro-mode-choice.yaml'), 'utf8');
    const classed = swissmetro.replace(
      /^decision:/m,
      `$&
  classes:
    hurried: { phrase: I am in a hurry, coefficients: {} }
    thrifty:
      phrase: I look at the price
      log_odds: thrifty_odds
      coefficients: {}
      membership: { thrifty_men: sex is male, thrifty_time: { product: 0.01 * train_time, label: Train time } }`,
    );
    const { decision } = definitionOf(classed) as {
      decision: { classes: { membership?: object[] }[]; coefficients: { id: string; label: string }[] };
    };
    expect(decision.classes.map(({ membership }) => membership)).toEqual([
      undefined,
      [
        {
          ...{ id: 'thrifty_men', label: 'Thrifty men', coefficient: 'thrifty_men', scale: 1 },
          factors: [{ indicator: { attribute: 'sex', in: ['male'] } }],
        },
        {
          ...{ id: 'thrifty_time', label: 'Train time', coefficient: 'thrifty_time', scale: 0.01 },
          factors: [{ attribute: 'train_time' }],
        },
      ],
    ]);
    expect(decision.coefficients.slice(-2)).toEqual([
      { id: 'thrifty_men', label: 'Log odds of "Thrifty": Thrifty men' },
      { id: 'thrifty_time', label: 'Log odds of "Thrifty": Train time' },
    ]);
    expect(() => definitionOf(classed.replace('0.01 * train_time', '0.01 * train_tim'))).toThrow(
      'decision.classes.thrifty.membership.thrifty_time: "0.01 * train_tim" uses "train_tim"',
    );
  });

  test('A power of a variable adds its coefficient, with a label from the variable', () => {
    const swissmetro = readFileSync(join(projectFolder, 'catalog/specs/swissmetro-mode-choice.yaml'), 'utf8');
    const transformed = swissmetro.replace(
      'label: Travel time, unit: min,',
      '$& box_cox: { power: time_power, at: 120 },',
    );
    const { decision } = definitionOf(transformed) as {
      decision: { variables: { box_cox?: object }[]; coefficients: { id: string; label: string }[] };
    };
    expect(decision.variables[0]!.box_cox).toEqual({ power: 'time_power', at: 120 });
    expect(decision.coefficients.at(-1)).toMatchObject({ id: 'time_power', label: 'Box-Cox power of Travel time' });
  });

  test.each([
    ['an unknown section', ['domain:', 'domian:'], '"domian" is not a field; did you mean "domain"?'],
    ['a name that is not declared', ['0.1 * age', '0.1 * aeg'], 'decision.terms.age: "0.1 * aeg" uses "aeg"'],
    [
      'a term without a product',
      ['product: letter is plain', 'produkt: 1'],
      'decision.terms.plain: must have a `product`',
    ],
    ['an unknown field, with its id', ['noun: paying', 'verb: paying'], 'decision.outcomes.pays.noun'],
    [
      'a condition of another kind',
      ['introduction: I am', 'introduction: { when: 3, text: I am } #'],
      'narrative.introduction.0.when',
    ],
    [
      'words of an unknown option',
      ['not_for:', 'words: { options: { letter: { frendly: kind } } }\n  not_for:'],
      'questions.words.options.letter.frendly: is not known; did you mean "friendly"?',
    ],
    ['a text', [spec, 'letters'], 'is not a spec: expected fields such as `title` and `formula`'],
  ])('The expansion rejects %s', (_, [before, after], message) => {
    expect(messageOf(spec.replace(before!, after!))).toContain(message);
  });

  test('All problems of expressions are reported together', () => {
    const message = messageOf(
      spec.replace('letter is plain', 'letter was plain').replace('letter is friendly', 'leter is friendly'),
    );
    expect(message.split('\n').map((line) => line.split(':')[0])).toEqual([
      'decision.terms.plain',
      'decision.terms.friendly',
    ]);
  });
});
