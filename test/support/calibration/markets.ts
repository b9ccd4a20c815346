import { bassCurve } from '../../../model/fitting/bass.js';
import { calibrate } from '../../../model/fitting/calibrate.js';
import { parseRecipe } from '../../../model/authoring/recipe/parse-recipe.js';
import type { Table } from '../../../model/fitting/rows/table.js';
import { expandedCatalogSpec } from './catalog-spec.js';

/** Synthetic markets: p, q, m in percent, and the percent of the first year. */
export const technologyRates = {
  'Cellular.phone': [0.03, 0.2, 90, 10],
  'Colour.TV': [0.02, 0.3, 95, 10],
  Internet: [0.01, 0.25, 85, 10],
  Radio: [0.04, 0.15, 97, 10],
} as const;
const yearCount = 30;

interface Recipe {
  definition: {
    scenario: { parameters: { options: { id: string }[]; calibrated_range?: unknown }[] };
    decision: { coefficients: { id: string }[]; terms: { id: string; coefficient: string }[] };
  };
  data: { columns: Record<string, { map: Record<string, string> }> };
  fit: { sample: string };
}

/** Draft of the catalog recipe with four of its ten technologies and a typical one. */
export function marketRecipe(): Recipe {
  const whole = expandedCatalogSpec('technology-adoption-bass') as Recipe;
  const kept = ['typical', 'cellular_phone', 'colour_tv', 'internet', 'radio'];
  const isKept = (id: string) =>
    kept.some((name) => id.endsWith(`_${name}`)) || ['one', 'advertising', 'word_of_mouth', 'seeded'].includes(id);
  const { decision, scenario } = whole.definition;
  decision.coefficients = decision.coefficients.filter(({ id }) => isKept(id));
  decision.terms = decision.terms.filter(({ id }) => isKept(id));
  const technology = scenario.parameters[0]!;
  // The ranges of the catalog do not fit these markets.
  for (const parameter of scenario.parameters) delete parameter.calibrated_range;
  technology.options = technology.options.filter(({ id }) => kept.includes(id));
  const column = whole.data.columns['parameter.technology']!;
  column.map = Object.fromEntries(Object.entries(column.map).filter(([, id]) => kept.includes(id)));
  whole.fit = { sample: 'full' };
  return whole;
}

/** Changes a percent of a year. Later readings are those of the held-out rows. */
export type Change = (year: number, percent: number, name: string, isLater: boolean) => number;

/** Readings without error, each year. */
export function readings(change: Change = (_, percent) => percent): Table {
  const rows = Object.entries(technologyRates).flatMap(([name, [p, q, m, first]]) => {
    const curve = bassCurve(p, q, m, first, yearCount);
    const early = Math.max(4, curve.findIndex((percent) => percent >= 40) + 1);
    return Array.from(curve, (percent, year) => [
      name,
      String(1950 + year),
      String(change(year, percent, name, year >= early)),
      year < early ? 'train' : 'test',
    ]);
  });
  const names = ['technology', 'year', 'adoption_pct', 'split'];
  return {
    columns: new Map(names.map((name, k) => [name, rows.map((row) => row[k]!)])),
    lines: Int32Array.from(rows.keys(), (row) => row + 2),
  };
}

/** Calibration of the markets. */
export const calibrated = (data = readings()) =>
  calibrate({ recipe: parseRecipe(marketRecipe()), data, calibratedOn: '2026-01-01' });
