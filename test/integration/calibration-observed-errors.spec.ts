import { join } from 'node:path';
import { modelOf } from '../../model/fitting/calibrate.js';
import type { Table } from '../../model/fitting/rows/table.js';
import { readRecipe } from '../../src/cli/workflow/read-spec.js';
import { calibrationRows, hasCalibrationData } from '../support/calibration-data.js';

function heldOutShares(slug: string) {
  const path = join(import.meta.dirname, '../../catalog/specs', `${slug}.yaml`);
  const rows = calibrationRows(slug);
  const data: Table = {
    columns: new Map(Object.keys(rows[0]!).map((name) => [name, rows.map((row) => row[name]!)])),
    lines: Int32Array.from(rows.keys()),
  };
  const { bound, rows: read } = modelOf({ recipe: readRecipe(path), data });
  return bound.observed(read.test);
}

describe('held-out shares of catalog workflows (skipped if the data folder is absent)', () => {
  // Shares: 0.6087 of 2,034 answers of 226 respondents, and 0.5756 of 933 purchases of 90 households.
  it.each([
    ['swissmetro-mode-choice', 1, 0.0108, 0.0214],
    ['catsup-brand-choice', 2, 0.0162, 0.0402],
  ])(
    'The standard error of %s allows for repeated answers of a respondent',
    (slug, outcome, independent, clustered) => {
      if (!hasCalibrationData(slug)) return;
      const { standardError } = heldOutShares(slug)[outcome]!;
      expect(standardError).toBeCloseTo(clustered, 4);
      expect(standardError).toBeGreaterThan(independent);
    },
  );
});
