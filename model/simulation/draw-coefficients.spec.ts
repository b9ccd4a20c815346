import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkflowDefinition } from '../definition/definition.schema.js';
import { familyOf } from '../families/family-of.js';
import { streamKey } from '../random/stream-key.js';
import { parseDefinition } from '../validation/parse-definition.js';
import { coefficientDistribution, drawCoefficients } from './draw-coefficients.js';

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

describe('coefficients with calibration targets', () => {
  const { coefficients: ids, matrix } = document.evidence.covariance;
  const targets = {
    coefficients: [ids[2]!, ids[0]!],
    matrix: [
      [0.5, 0.1],
      [0.1, 0.3],
    ],
  };
  const definition = {
    ...parseDefinition(structuredClone(document)),
    adjustments: { targets: { covariance: targets } },
  } as unknown as WorkflowDefinition;
  const model = familyOf(definition.decision).linear(definition.decision);

  it.each(['estimation', 'estimation_and_targets'] as const)(
    'The distribution with the errors of %s has the sum of their covariances',
    (source) => {
      const distribution = coefficientDistribution(definition, model, source)!;
      const zero = distribution.at(() => 0);
      const columns = Array.from({ length: distribution.size }, (_, k) =>
        distribution.at((position) => Number(position === k)).map((value, at) => value - zero[at]!),
      );
      const positions = ids.map((id) => model.coefficients.findIndex((own) => own.id === id));
      matrix.forEach((row, i) =>
        row.forEach((value, j) => {
          const [a, b] = [i, j].map((k) => targets.coefficients.indexOf(ids[k]!)) as [number, number];
          const added = source === 'estimation' ? 0 : (targets.matrix[a]?.[b] ?? 0);
          const own = columns.reduce((sum, column) => sum + column[positions[i]!]! * column[positions[j]!]!, 0);
          expect(own).toBeCloseTo(value + added, 8);
        }),
      );
    },
  );
});

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
