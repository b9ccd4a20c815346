import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { calibrate } from '../../model/fitting/calibrate.js';
import type { Calibration } from '../../model/fitting/calibration.js';
import { readRecipe, readTableFile } from '../../src/cli/workflow/read-spec.js';
import { definitionWarnings } from '../../model/simulate.js';
import { describeWithData } from '../support/calibration-data.js';
import { calibrationFolder } from '../support/calibration-folder.js';

describeWithData('conservation-wtp', 'Kakadu with opinions (skipped without the data folder)', () => {
  let calibrated: Calibration;

  beforeAll(async () => {
    const folder = join(calibrationFolder, 'conservation-wtp');
    calibrated = calibrate({
      recipe: readRecipe(join(import.meta.dirname, '../support/calibration/specs/conservation-wtp-with-opinions.yaml')),
      data: await readTableFile(join(folder, 'data.csv')),
      reference: JSON.parse(readFileSync(join(folder, 'fit.json'), 'utf8')) as unknown,
      calibratedOn: '2026-11-29',
    });
  });

  it('The estimates of the amounts with a spike at zero are those of R to four digits', () => {
    expect(calibrated.agreements).toHaveLength(2);
    for (const { logLikelihood, coefficients } of calibrated.agreements) {
      expect(logLikelihood.ours).toBeCloseTo(logLikelihood.theirs, 4);
      expect(coefficients).toHaveLength(29);
      for (const { ours, theirs, standardError } of coefficients)
        expect(Math.abs(ours - theirs)).toBeLessThanOrEqual(5e-5 * Math.max(Math.abs(theirs), standardError!.theirs));
    }
  });

  it('Opinions that the described impact changed are named, and neither habits nor age, sex and income', () => {
    expect(
      calibrated.definition.evidence.unbalanced!.map(({ parameter, column }) => `${parameter}: ${column}`),
    ).toEqual(['impact: jobs', 'impact: mineparks', 'impact: finben']);
    expect(definitionWarnings(calibrated.definition).map(({ code }) => code)).toEqual(
      Array.from({ length: 3 }, () => 'unbalanced_attribute'),
    );
  });
});
