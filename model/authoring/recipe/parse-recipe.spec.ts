import { expandedCatalogSpec } from '../../../test/support/calibration/catalog-spec.js';
import { parseRecipe, specPath } from './parse-recipe.js';
import type { SpecError } from '../spec-error.js';

type UnknownRecord = Record<string, unknown>;
interface Document {
  definition: {
    decision: { coefficients: UnknownRecord[]; terms: UnknownRecord[] };
    population: UnknownRecord & { attributes: UnknownRecord[] };
    evidence: UnknownRecord;
  };
  data: UnknownRecord & { columns: Record<string, UnknownRecord> };
  fit: UnknownRecord;
}

const text = JSON.stringify(expandedCatalogSpec('welfare-wording-experiment'));

/** Issues of the recipe after a change. */
function issuesOf(change: (recipe: Document) => void): string[] {
  const recipe = JSON.parse(text) as Document;
  change(recipe);
  try {
    parseRecipe(recipe);
    return [];
  } catch (error) {
    return (error as SpecError).issues.map(({ path, message }) => `${path}: ${message}`);
  }
}

describe('parseRecipe', () => {
  it.each([
    ['definition.evidence.data.citation', 'source'],
    ['definition.evidence.data.licence', 'license'],
    ['definition.evidence.data.title', 'evidence.title'],
    ['definition.evidence.limits', 'limits'],
    ['definition.scenario.parameters.0.default', 'parameters.letter.default'],
    ['data.split', 'split'],
  ])('A problem at %s names the field %s of the spec', (path, field) => {
    const recipe = { definition: { scenario: { parameters: [{ id: 'letter' }] } } };
    expect(specPath(recipe, path)).toBe(field);
  });

  it('A valid recipe is a complete definition except for its calibrated values', () => {
    const { definition, fit } = parseRecipe(JSON.parse(text));
    expect(definition.decision.coefficients.every(({ estimate }) => Number.isFinite(estimate))).toBe(true);
    expect(fit.sample).toBe('full');
  });

  it.each<[string, (recipe: Document) => void, RegExp]>([
    ['lacks its data', (recipe) => Reflect.deleteProperty(recipe, 'data'), /^data: /],
    ['has an unknown key', (recipe) => (recipe.data.colums = {}), /^data: .*colums/],
    [
      'has a column of unknown kind',
      (recipe) => (recipe.data.columns['attributes.age'] = { column: 'age' }),
      /^data\.columns\.attributes\.age: /,
    ],
    [
      'reads an unknown attribute',
      (recipe) => (recipe.data.columns['attribute.agee'] = { column: 'age' }),
      /^data\.columns\.attribute\.agee: unknown attribute "agee"; known: age, /,
    ],
    [
      'reads an unknown parameter',
      (recipe) => (recipe.data.columns['parameter.word'] = { column: 'wording' }),
      /unknown parameter "word"; known: wording/,
    ],
    [
      'has a cell of two kinds',
      (recipe) => (recipe.data.columns['attribute.age'] = { column: 'age', constant: 1 }),
      /^data\.columns\.attribute\.age: a cell must be exactly one of/,
    ],
    [
      'has a step of unknown kind',
      (recipe) => (recipe.data.columns['attribute.age'] = { column: 'age', steps: [{ times: 2 }] }),
      /^data\.columns\.attribute\.age: a cell must be exactly one of/,
    ],
    [
      'cuts into too few intervals',
      (recipe) => (recipe.data.columns['attribute.sex'] = { column: 'age', cut: [1, 2], into: ['male', 'female'] }),
      /^data\.columns\.attribute\.sex\.into: 2 bounds make 3 intervals, but 2 names are given/,
    ],
    [
      'cuts at descending bounds',
      (recipe) => (recipe.data.columns['attribute.sex'] = { column: 'age', cut: [2, 1], into: ['a', 'b', 'c'] }),
      /cut: must be in ascending order/,
    ],
    [
      'has "otherwise" without a map',
      (recipe) => (recipe.data.columns['attribute.sex'] = { column: 'sex', otherwise: 'male' }),
      /"otherwise" requires a "map"/,
    ],
    [
      'has no column for an attribute',
      (recipe) => Reflect.deleteProperty(recipe.data.columns, 'attribute.sex'),
      /attribute\.sex is required/,
    ],
    [
      'has no outcome column',
      (recipe) => Reflect.deleteProperty(recipe.data.columns, 'outcome'),
      /the outcome requires outcome, or outcome\.successes with outcome\.trials; present: none/,
    ],
    [
      'expands rows that are single observations',
      (recipe) => (recipe.data.expand = { durations: {} }),
      /^data\.expand: must be omitted/,
    ],
    [
      'contains an estimate',
      (recipe) => (recipe.definition.decision.coefficients[0]!.estimate = 1),
      /^decision\.coefficients\.constant\.estimate: must be omitted: calibration computes it/,
    ],
    [
      'contains correlations',
      (recipe) => (recipe.definition.population.correlation = []),
      /^population\.correlation: must be omitted/,
    ],
    [
      'has a term with an unknown coefficient',
      (recipe) => (recipe.definition.decision.terms[0]!.coefficient = 'nothing'),
      /^decision\.terms\.constant\.coefficient: unknown coefficient "nothing"/m,
    ],
    [
      'contains the number of respondents',
      (recipe) => ((recipe.definition.evidence.data as UnknownRecord).respondents = 7),
      /^evidence: .*respondents/,
    ],
    [
      'samples the outcomes of a binary model',
      (recipe) => (recipe.data.sampling = { too_much: 0.1, other: 0.2 }),
      /^data\.sampling: must be omitted: only choices between alternatives can be sampled by outcome/,
    ],
    [
      'has a prior of an unknown coefficient',
      (recipe) => (recipe.fit.priors = { nothing: { mean: 0, sd: 1 } }),
      /^fit\.priors\.nothing: unknown estimated coefficient of a term "nothing"/,
    ],
    [
      'has a prior without spread',
      (recipe) => (recipe.fit.priors = { nothing: { mean: 0, sd: 0 } }),
      /^fit\.priors\.nothing\.sd: /,
    ],
    [
      'joins a numeric attribute',
      (recipe) => (recipe.fit.joint = ['age', 'sex']),
      /^fit\.joint\.0: attribute "age" has no categories/,
    ],
    [
      'has an effect without outcome or measure',
      (recipe) => (recipe.fit.effects = [{ label: 'x', parameter: 'wording', option: 'welfare', against: 'welfare' }]),
      /^fit\.effects\.0: must have exactly one of "outcome", "measure" and "curve"/,
    ],
    [
      'has an effect of an unknown option',
      (recipe) =>
        (recipe.fit.effects = [
          { label: 'x', parameter: 'wording', option: 'charity', against: 'welfare', outcome: 'too_much' },
        ]),
      /^fit\.effects\.0\.option: unknown option of wording "charity"/,
    ],
    [
      'compares an unknown coefficient',
      (recipe) => (recipe.fit.reference = { program: 'R', train: 'fit', coefficients: { nothing: 'x' } }),
      /^fit\.reference\.coefficients\.nothing: unknown coefficient/,
    ],
  ])('A recipe that %s is rejected with the path of the problem', (_, change, expected) => {
    expect(issuesOf(change).join('\n')).toMatch(expected);
  });

  it('The error lists every problem of the recipe', () => {
    const issues = issuesOf((recipe) => {
      recipe.data.columns['attribute.agee'] = { column: 'age' };
      Reflect.deleteProperty(recipe.data.columns, 'attribute.sex');
      recipe.fit.joint = ['age', 'sex'];
    });
    expect(issues.length).toBeGreaterThanOrEqual(3);
  });
});
