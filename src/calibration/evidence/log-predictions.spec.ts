import { readFileSync } from 'node:fs';
import { modelOf } from '../calibrate.js';
import { parseSpec } from '../spec/parse-spec.js';
import type { Table } from '../rows/table.js';
import { logPredictions } from './log-predictions.js';

type Outcomes = Record<string, string>;
interface Document {
  definition: { decision: object };
  data: { columns: { outcome: { column: string; map: Outcomes } } };
}

const text = readFileSync('src/catalog/specs/hiv-test-incentive.json', 'utf8');
const lines = Array.from({ length: 12 }, (_, k) =>
  [k, k % 2, (k % 5) / 2, 0.5 + (k % 7) / 3, 20 + 3 * k, (k % 3) - 1, k < 6 ? 'train' : 'test'].map(String),
);
const header = ['villnum', 'got', 'tinc', 'distvct', 'age', 'hiv2004', 'split'];
const data: Table = {
  columns: new Map(header.map((name, k) => [name, lines.map((line) => line[k]!)])),
  lines: Int32Array.from(lines.keys(), (k) => k + 2),
};

function digestOf(map: Outcomes, rename: (document: string) => string = (document) => document): string {
  const document = JSON.parse(rename(text)) as Document;
  document.data.columns.outcome.map = map;
  const spec = parseSpec(document);
  const model = modelOf({ spec, data });
  const parameters = new Float64Array(model.design.coefficients.length);
  return logPredictions(model, parameters, data, spec.definition.decision).data_digest;
}

describe('logPredictions', () => {
  const own = digestOf({ 0: 'stayed_away', 1: 'came' });

  it('Models of the same rows and outcomes have equal digests', () => {
    expect(digestOf({ 0: 'stayed_away', 1: 'came' })).toBe(own);
  });

  it('Models of the same rows with other observed outcomes have different digests', () => {
    expect(digestOf({ 0: 'came', 1: 'stayed_away' })).not.toBe(own);
  });

  it('Models with other outcomes have different digests', () => {
    const renamed = digestOf({ 0: 'absent', 1: 'came' }, (document) => document.replaceAll('stayed_away', 'absent'));
    expect(renamed).not.toBe(own);
  });
});
