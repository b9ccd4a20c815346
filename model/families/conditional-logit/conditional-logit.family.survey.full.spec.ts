import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Column } from '../../columns/column.js';
import { baselineScenario, hasCategories, type WorkflowOf } from '../../definition.js';
import { parseDefinition } from '../../simulate.js';
import { attributeColumn } from '../../population/attribute-table.js';
import { compile } from '../../simulation/compile.js';
import { simulateChunk } from '../../simulation/simulate-chunk.js';
import { compileEquations } from '../../equations/compile-equations.js';
import { evaluateEquations } from '../../equations/evaluate-equations.js';
import { availabilityOf, compileAvailability } from './choose.js';
import { conditionalLogit } from './conditional-logit.family.js';
import type { ConditionalLogit } from './conditional-logit.schema.js';
import { productContextOf } from '../../equations/products/compile-products.js';

// The survey is not part of the project: without the folder these tests are skipped.
const root = join(import.meta.dirname, '../../..');
const folder = join(process.env.CALIBRATION_DATA ?? join(root, '../shared/calibration'), 'swissmetro-mode-choice');
const describeWithSurvey = existsSync(folder) ? describe : describe.skip;

const definition = parseDefinition(
  JSON.parse(readFileSync(join(root, 'model/testing/linear-mode-choice.json'), 'utf8')),
) as WorkflowOf<ConditionalLogit>;

type Row = Record<string, string>;
type Reading = (row: Row) => string | number | undefined;

const coded =
  (column: string, ids: Record<string, string>): Reading =>
  (row) =>
    ids[row[column]!];
const number = (row: Row, column: string) => Number(row[column]);
const ratio = (row: Row, of: string, to: string) => number(row, of) / number(row, to);
const paying =
  (reading: Reading): Reading =>
  (row) =>
    row.ga === '1' ? undefined : reading(row);
const driving =
  (column: string): Reading =>
  (row) =>
    row.car_av === '1' ? number(row, column) : undefined;

/** Survey value of each attribute; undefined if missing. */
const readings: Record<string, Reading> = {
  purpose: coded('purpose', { 1: 'commute', 3: 'business' }),
  travel_class: coded('first', { 0: 'second', 1: 'first' }),
  who_pays: coded('who', { 0: 'unknown', 1: 'self', 2: 'employer', 3: 'half_half' }),
  luggage: coded('luggage', { 0: 'none', 1: 'one_piece', 3: 'several_pieces' }),
  age: coded('age', { 1: 'up_to_24', 2: '25_to_39', 3: '40_to_54', 4: '55_to_65', 5: 'over_65', 6: 'unknown' }),
  sex: coded('male', { 0: 'female', 1: 'male' }),
  income: coded('income', { 0: 'under_50k', 1: 'under_50k', 2: '50k_to_100k', 3: 'over_100k', 4: 'unknown' }),
  ga_travelcard: coded('ga', { 0: 'no', 1: 'yes' }),
  car_available: coded('car_av', { 0: 'no', 1: 'yes' }),
  train_time: (row) => number(row, 'train_tt'),
  swissmetro_time_ratio: (row) => ratio(row, 'sm_tt', 'train_tt'),
  train_fare: paying((row) => number(row, 'train_co')),
  swissmetro_fare_ratio: paying((row) => ratio(row, 'sm_co', 'train_co')),
  car_time: driving('car_tt'),
  car_cost: driving('car_co'),
  train_headway: coded('train_he', { 30: '30_min', 60: '60_min', 120: '120_min' }),
  swissmetro_headway: coded('sm_he', { 10: '10_min', 20: '20_min', 30: '30_min' }),
};

function surveyRows(): Row[] {
  const [header, ...lines] = readFileSync(join(folder, 'data.csv'), 'utf8').trim().replaceAll('"', '').split('\n');
  const names = header!.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, k) => [names[k]!, cell])));
}

/** Survey respondents as engine columns; missing values are 0 or the first category. */
function surveyColumns(rows: readonly Row[]): Column[] {
  return definition.population.attributes.map((attribute) => {
    const column = attributeColumn(attribute, rows.length);
    rows.forEach((row, k) => {
      const value = readings[attribute.id]!(row) ?? 0;
      column.values[k] = typeof value === 'number' ? value : column.categories!.indexOf(value);
    });
    return column;
  });
}

function logLikelihood(rows: readonly Row[], decision: typeof definition.decision): number {
  const context = productContextOf(definition);
  const compiled = compileEquations(conditionalLogit.linear(decision), context, baselineScenario(definition));
  const respondents = { count: rows.length, columns: surveyColumns(rows) };
  const utilities = evaluateEquations(
    compiled,
    respondents,
    [Uint8Array.from(rows, (row) => number(row, 'sm_seats'))],
    0,
  );
  const available = availabilityOf(compileAvailability(decision, context.attributes), respondents);
  return rows.reduce((sum, row, k) => {
    const open = decision.alternatives.map((_, a) =>
      available[a]![k] ? Math.exp(utilities[a * rows.length + k]!) : 0,
    );
    const chosen = decision.alternatives.findIndex(({ id }) => id === row.choice);
    return sum + Math.log(open[chosen]! / open.reduce((total, weight) => total + weight, 0));
  }, 0);
}

describeWithSurvey('swissmetro-mode-choice against its survey (skipped where the data folder is absent)', () => {
  const rows = existsSync(folder) ? surveyRows() : [];

  it('The training sample has the log-likelihood of the reference fit to 8 decimals', () => {
    const train = rows.filter(({ split }) => split === 'train');
    const decision = structuredClone(definition.decision);
    const { estimates } = definition.evidence.fits.find(({ sample }) => sample === 'train')!;
    for (const { coefficient, estimate } of estimates!)
      decision.coefficients.find(({ id }) => id === coefficient)!.estimate = estimate;
    expect(logLikelihood(train, decision)).toBeCloseTo(-3567.99110425, 7);
  });

  it('The full sample has the log-likelihood of the definition', () => {
    expect(logLikelihood(rows, definition.decision)).toBeCloseTo(definition.evidence.fits[0]!.log_likelihood, 7);
  });

  it('The full sample has the log-likelihood of its reference fit', () => {
    const fit = JSON.parse(readFileSync(join(folder, 'fit.json'), 'utf8')) as {
      fit_full: { coefficients: { name: string; estimate: number }[] };
    };
    const full = structuredClone(definition.decision);
    for (const { name, estimate } of fit.fit_full.coefficients) {
      full.coefficients.find(({ id }) => id === name)!.estimate = estimate;
    }
    expect(logLikelihood(rows, full)).toBeCloseTo(-5174.64633332, 7);
  });

  describe('Synthetic population', () => {
    const count = rows.length > 0 ? 100_000 : 1;
    const { columns } = simulateChunk(compile(definition, baselineScenario(definition), 4), 0, count);
    const { attributes } = definition.population;

    it('Every margin is within 0.02 of the survey distribution', () => {
      for (const attribute of attributes) {
        const position = positionOf(attribute.id);
        const survey = rows.flatMap((row) => position(readings[attribute.id]!(row)) ?? []);
        const synthetic = Array.from(columns.find(({ name }) => name === `attribute.${attribute.id}`)!.values);
        expect(`${attribute.id} ${distance(survey, synthetic) < 0.02}`).toBe(`${attribute.id} true`);
      }
    });

    it('Every rank correlation is within 0.03 of the survey', () => {
      const off: string[] = [];
      attributes.forEach((a, i) => {
        attributes.slice(0, i).forEach((b) => {
          const pairs = rows
            .map((row) => [latent(a.id, readings[a.id]!(row)), latent(b.id, readings[b.id]!(row))] as const)
            .filter((pair): pair is readonly [number, number] => pair[0] !== undefined && pair[1] !== undefined);
          const survey = rankCorrelation(
            pairs.map(([x]) => x),
            pairs.map(([, y]) => y),
          );
          if (survey === undefined) return;
          const own = rankCorrelation(syntheticLatent(a.id), syntheticLatent(b.id))!;
          if (Math.abs(survey - own) > 0.03) off.push(`${a.id} ${b.id}: survey ${survey}, synthetic ${own}`);
        });
      });
      expect(off).toEqual([]);
    });

    function positionOf(id: string): (value: string | number | undefined) => number | undefined {
      const attribute = attributes.find((candidate) => candidate.id === id)!;
      // Six digits, as in the definition: otherwise equal ratios would have different ranks.
      if (!hasCategories(attribute))
        return (value) => (value === undefined ? undefined : Number(Number(value).toPrecision(6)));
      return (value) => attribute.categories.findIndex((category) => category.id === value);
    }

    /** Value of an attribute, as a number in its latent order. */
    function latent(id: string, value: string | number | undefined): number | undefined {
      const attribute = attributes.find((candidate) => candidate.id === id)!;
      if (!hasCategories(attribute)) return value as number | undefined;
      return (attribute.latent_order ?? attribute.categories.map((category) => category.id)).indexOf(value as string);
    }

    function syntheticLatent(id: string): number[] {
      const { values, categories } = columns.find(({ name }) => name === `attribute.${id}`)!;
      return Array.from(values.subarray(0, 30_000), (value) => latent(id, categories?.[value] ?? value)!);
    }
  });
});

/** Kolmogorov's distance between two samples. */
function distance(a: number[], b: number[]): number {
  const [x, y] = [a, b].map((values) => [...values].sort((p, q) => p - q)) as [number[], number[]];
  let [i, j, greatest] = [0, 0, 0];
  while (i < x.length && j < y.length) {
    const value = Math.min(x[i]!, y[j]!);
    while (i < x.length && x[i]! <= value) i++;
    while (j < y.length && y[j]! <= value) j++;
    greatest = Math.max(greatest, Math.abs(i / x.length - j / y.length));
  }
  return greatest;
}

/** Spearman correlation with mid-ranks; undefined if one of the two does not vary. */
function rankCorrelation(x: readonly number[], y: readonly number[]): number | undefined {
  const [a, b] = [ranks(x), ranks(y)];
  const dot = (p: readonly number[], q: readonly number[]) => p.reduce((sum, value, k) => sum + value * q[k]!, 0);
  const spread = Math.sqrt(dot(a, a) * dot(b, b));
  return spread === 0 ? undefined : dot(a, b) / spread;
}

function ranks(values: readonly number[]): number[] {
  const order = values.map((_, k) => k).sort((a, b) => values[a]! - values[b]!);
  const out = new Array<number>(values.length);
  let end: number;
  for (let start = 0; start < order.length; start = end) {
    end = start + 1;
    while (end < order.length && values[order[end]!] === values[order[start]!]) end++;
    for (let k = start; k < end; k++) out[order[k]!] = (start + end - order.length) / 2;
  }
  return out;
}
