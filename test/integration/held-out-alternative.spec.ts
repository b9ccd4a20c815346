import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { modelOf } from '../../model/fitting/calibrate.js';
import type { Table } from '../../model/fitting/rows/table.js';
import { readRecipe } from '../../src/cli/workflow/read-spec.js';
import { calibrationRows, hasCalibrationData } from '../support/calibration-data.js';
import { predictHeldOutAlternatives } from '../support/calibration/held-out-alternative.js';
import { projectFolder } from '../support/operator.js';

const slug = 'intercity-mode-choice';
const alternatives = ['train', 'air', 'bus', 'car'];
const labels: Record<string, string> = { train: 'Train', air: 'Plane', bus: 'Bus', car: 'Car' };
const percent = (share: number) => `${(100 * share).toFixed(1)}%`;

const whenDataExist = hasCalibrationData(slug) ? describe : describe.skip;

whenDataExist('predictions of an alternative that the fit never contained', () => {
  it('docs/analyst/validation.md reports the predicted and observed shares of each alternative', () => {
    const rows = calibrationRows(slug);
    const columns = new Map(Object.keys(rows[0]!).map((name) => [name, rows.map((row) => row[name]!)]));
    const data: Table = { columns, lines: rows.map((_, row) => row + 2) };
    const recipe = readRecipe(join(projectFolder, 'catalog/specs', `${slug}.yaml`));
    const model = modelOf({ recipe, data });
    const choices = columns.get('choice')!;
    const chosen = Int32Array.from(model.rows.lines, (line) => alternatives.indexOf(choices[line - 2]!));
    // The train has no constants of its own: those of the others are relative to it.
    const results = [1, 2, 3].flatMap((held) => predictHeldOutAlternatives(model, alternatives, chosen, held));
    const page = readFileSync(join(projectFolder, 'docs/analyst/validation.md'), 'utf8').replaceAll(/ +/g, ' ');
    for (const { alternative, like, observed, predicted } of results)
      expect(page).toContain(
        `| ${labels[alternative]} | ${labels[like]} | ${percent(observed)} | ${percent(predicted)} |`,
      );
  });
});
