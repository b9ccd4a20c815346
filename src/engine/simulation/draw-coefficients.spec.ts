import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { familyOf } from '../families/family-of.js';
import { streamKey } from '../random/stream-key.js';
import { parseDefinition } from '../validation/parse-definition.js';
import { drawCoefficients } from './draw-coefficients.js';

const file = join(import.meta.dirname, '../../catalog/intercity-mode-choice.json');
const document = JSON.parse(readFileSync(file, 'utf8')) as {
  evidence: { covariance: { coefficients: string[]; matrix: number[][] } };
};
const fixed = 1;

/** The definition with one coefficient whose estimate has no variance, such as a standard deviation at its bound. */
function withFixedCoefficient(covarianceWith: number) {
  const copy = structuredClone(document);
  copy.evidence.covariance.matrix = copy.evidence.covariance.matrix.map((row, i) =>
    row.map((value, k) => (i === fixed && k === fixed ? 0 : i === fixed || k === fixed ? covarianceWith : value)),
  );
  return copy;
}

describe('coefficients without variance', () => {
  it('A definition with a coefficient without variance is valid, and every draw has its estimate', () => {
    const definition = parseDefinition(withFixedCoefficient(0));
    const model = familyOf(definition.decision).linear(definition.decision);
    const draws = drawCoefficients(definition, model, streamKey(1, 'test'), 5);
    expect(draws).toHaveLength(5);
    const position = model.coefficients.findIndex(({ id }) => id === document.evidence.covariance.coefficients[fixed]);
    for (const draw of draws) {
      const moved = model.coefficients.filter(({ estimate }, k) => draw[k] !== estimate);
      expect(draw[position]).toBe(model.coefficients[position]!.estimate);
      expect(moved.length).toBeGreaterThan(3);
    }
  });

  it('A coefficient without variance that has a covariance is rejected', () => {
    expect(() => parseDefinition(withFixedCoefficient(0.01))).toThrow(/evidence.covariance.matrix/);
  });
});
