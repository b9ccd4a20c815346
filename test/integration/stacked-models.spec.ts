import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { calibrationFolder } from '../support/calibration-folder.js';
import { calibrationRows, describeWithData } from '../support/calibration-data.js';
import { stack } from '../../src/engine/analyses/stacking.js';
import { logPredictions } from '../../src/calibration/evidence/log-predictions.js';
import { modelOf } from '../../src/calibration/calibrate.js';
import { fitSample } from '../../src/calibration/fit-sample.js';
import { observationsOf } from '../../src/calibration/rows/observations.js';
import type { Table } from '../../src/calibration/rows/table.js';
import { parseSpec } from '../../src/calibration/spec/parse-spec.js';

const slug = 'intercity-mode-choice';
const spec = JSON.parse(readFileSync(join(import.meta.dirname, `../../src/catalog/specs/${slug}.json`), 'utf8')) as {
  definition: { decision: { coefficients: { id: string; estimate?: number; fixed?: boolean }[] } };
};

function dataOf(): Table {
  const rows = calibrationRows(slug);
  const columns = new Map(Object.keys(rows[0]!).map((name) => [name, rows.map((row) => row[name]!)]));
  return { columns, lines: rows.map((_, row) => row + 2) };
}

/** Log predictions of held-out travelers by a model without some of the coefficients, fitted to the training sample. */
function predictionsWithout(excluded: RegExp, data: Table) {
  const own = structuredClone(spec);
  for (const coefficient of own.definition.decision.coefficients) {
    if (excluded.test(coefficient.id)) Object.assign(coefficient, { estimate: 0, fixed: true });
  }
  const parsed = parseSpec(own);
  const model = modelOf({ spec: parsed, data });
  const fitted = fitSample(model, observationsOf(model.observations, model.rows.train), parsed.fit);
  return logPredictions(model, fitted.fit.estimates, data, parsed.definition.decision);
}

describeWithData(slug, `stacking of two models of the intercity data in ${calibrationFolder}`, () => {
  const data = dataOf();
  // One model knows the travelers, the other the trips.
  const models = [predictionsWithout(/^(freq|ovt)$/, data), predictionsWithout(/^(income|urban)/, data)];
  const lossOf = (weights: readonly number[], rows: readonly number[]) =>
    -rows.reduce(
      (sum, row) =>
        sum + Math.log(weights.reduce((total, weight, k) => total + weight * Math.exp(models[k]!.values[row]!), 0)),
      0,
    ) / rows.length;

  it('Both models predict the same held-out rows', () => {
    expect(models[0]!.data_digest).toBe(models[1]!.data_digest);
    expect(models[0]!.values).toHaveLength(models[1]!.values.length);
  });

  it('The stacked models do not lose to the best single model, also on held-out travelers without a role in the weights', () => {
    const rows = models[0]!.values.map((_, row) => row);
    const halves = [rows.filter((row) => row % 2 === 0), rows.filter((row) => row % 2 === 1)];
    const singles = [
      [1, 0],
      [0, 1],
    ];
    const all = stack(models.map(({ values }) => values)).weights;
    expect(lossOf(all, rows)).toBeLessThanOrEqual(Math.min(...singles.map((weights) => lossOf(weights, rows))));
    for (const [fitted, tested] of [halves, [...halves].reverse()] as [number[], number[]][]) {
      const { weights } = stack(models.map(({ values }) => fitted.map((row) => values[row]!)));
      const best = Math.min(...singles.map((single) => lossOf(single, tested)));
      expect(lossOf(weights, tested)).toBeLessThanOrEqual(best);
    }
  });
});
