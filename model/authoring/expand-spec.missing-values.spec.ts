import { calibrate } from '../fitting/calibrate.js';
import type { Table } from '../fitting/rows/table.js';
import { expandSpec } from './expand-spec.js';
import { parseSpec } from './parse-spec.js';
import { parseRecipe } from './recipe/parse-recipe.js';
import { numbers } from './testing/numbers.js';

const count = 240;
const table = (columns: Record<string, (row: number) => string>): Table => ({
  lines: Int32Array.from({ length: count }, (_, row) => row + 2),
  columns: new Map(
    Object.entries(columns).map(([name, cell]) => [name, Array.from({ length: count }, (_, row) => cell(row))]),
  ),
});
const expand = (spec: string, data: Table) => {
  const expansion = expandSpec(parseSpec(spec), data);
  return { recipe: parseRecipe(expansion.recipe), data: expansion.table };
};
const next = numbers(3);
const draws = Array.from({ length: count }, () => next());
const isUnknown = (row: number) => row % 12 === 5;
const x = (row: number) => String((row * 7) % 11);

describe('missing_values', () => {
  it.each(['-1', '99', '999', 'refused'])(
    'The code %s of an unknown outcome is neither an outcome nor a respondent',
    (code) => {
      const data = table({ x, y: (row) => (isUnknown(row) ? code : draws[row]! < 0.4 ? '1' : '0') });
      const own = expand(`title: A\nformula: y ~ x\nmissing_values: [${code}]\n`, data);
      expect(own.recipe.definition.decision.family).toBe('binary_logit');
      expect(calibrate({ ...own, calibratedOn: '2026-01-01' }).definition.evidence.data.observations).toBe(count - 20);
    },
  );

  it('The code of an unknown answer is no level of an ordered outcome', () => {
    const data = table({ x, y: (row) => (isUnknown(row) ? '-1' : String(1 + Math.floor(3 * draws[row]!))) });
    const { recipe } = expand('title: A\nformula: y ~ x\nmissing_values: [-1]\noutcome: { order: [1, 2, 3] }\n', data);
    expect(recipe.definition.decision).toMatchObject({ outcomes: [{ label: '1' }, { label: '2' }, { label: '3' }] });
  });

  it('The code of an unknown choice is no alternative', () => {
    const modes = ['bus', 'car', 'train'];
    const data = table({
      choice: (row) => (isUnknown(row) ? '-1' : modes[Math.floor(3 * draws[row]!)]!),
      ...Object.fromEntries(
        modes.map((mode, k) => [`price_${mode}`, (row: number) => String(1 + ((row * (k + 3)) % 7))]),
      ),
    });
    const spec = 'title: A\nformula: choice ~ price\nmissing_values: [-1]\nalternatives: { shape: wide }\n';
    const own = expand(spec, data);
    expect(own.recipe.definition.decision).toMatchObject({
      alternatives: [{ id: 'bus' }, { id: 'car' }, { id: 'train' }],
    });
    expect(calibrate({ ...own, calibratedOn: '2026-01-01' }).definition.evidence.data.observations).toBe(count - 20);
  });

  it('The code of an unknown value is no category, and the usual texts for missing values still are missing', () => {
    const data = table({
      y: (row) => (draws[row]! < 0.4 ? '1' : '0'),
      region: (row) => (isUnknown(row) ? '-1' : row % 12 === 6 ? 'N/A' : ['north', 'south'][row % 2]!),
    });
    const { recipe } = expand('title: A\nformula: y ~ region\nmissing_values: ["-1"]\nmissing: drop\n', data);
    expect(recipe.definition.population.attributes[0]).toMatchObject({
      categories: [{ id: 'north' }, { id: 'south' }],
    });
  });
});
