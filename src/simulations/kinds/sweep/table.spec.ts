import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FiguresRecord } from '../../summary.schema.js';
import { readFigures } from '../../stored-summary.js';
import { sweepTable, type SweepPointResult } from './table.js';

const stored = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../testing/engine-1-summaries.json'), 'utf8'),
) as Record<string, { summary: object }>;

describe('sweepTable', () => {
  const parameters = [{ name: 'swissmetro_cost_factor', values: [0.8, 1] }];
  const point = (index: number, summary: FiguresRecord | null): SweepPointResult => ({
    id: `sim_${index}`,
    index,
    status: summary ? 'completed' : 'queued',
    summary,
    values: {},
    digest: null,
    engineVersion: null,
    failureCode: null,
    failureMessage: null,
  });
  const table = sweepTable(parameters, {
    points: [point(0, readFigures(stored['independent']!.summary)), point(1, null)],
  });
  const cells = (name: string) => table.find((column) => column.name === name)?.cells;

  it('The table has the four parts of the error of each share and difference, and null for unknown parts and unfinished points', () => {
    expect(cells('share.train')).toEqual([0.1, null]);
    expect(cells('share_simulation_error.train')).toEqual([0.042426406871192854, null]);
    expect(cells('share_estimation_error.train')).toEqual([0.010357949590545569, null]);
    expect(cells('share_population_error.train')).toEqual([null, null]);
    expect(cells('share_model_error.train')).toEqual([null, null]);
    expect(cells('difference_simulation_error.train')).toEqual([0.027712812921102038, null]);
    expect(cells('difference_model_error.train')).toEqual([null, null]);
  });

  it('The table has the level and the method of the intervals', () => {
    expect(cells('interval_level')).toEqual([0.95, null]);
    expect(cells('interval_method')).toEqual(['draws', null]);
    expect(cells('interval_shares')).toEqual(['counted', null]);
    expect(cells('interval_parameter_draws')).toEqual([50, null]);
  });
});
