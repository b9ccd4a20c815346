import { haltonNormals } from './numbers/halton.js';
import { CalibrationError } from './calibration-error.js';
import { numbered } from './covariance.js';
import { fit } from './fit.js';
import { requireEveryOutcome } from './identification.js';
import { binaryLogit } from './kernels/binary-logit.js';
import { conditionalLogit } from './kernels/conditional-logit.js';
import { poisson } from './kernels/counts.js';
import { type Design } from './likelihood.js';
import { totalLikelihood } from './total-likelihood.js';

const ROWS = 60;
const normals = haltonNormals(ROWS, 1, 3);
const x = Float64Array.from({ length: ROWS }, (_, row) => normals[row * 3]!);
const y = Float64Array.from({ length: ROWS }, (_, row) => normals[row * 3 + 1]!);
const one = new Float64Array(ROWS).fill(1);
const answers = Float64Array.from({ length: ROWS }, (_, row) => (x[row]! + normals[row * 3 + 2]! > 0 ? 1 : 0));

function design(terms: Record<string, Float64Array>, rest: Partial<Design> = {}): Design {
  const names = Object.keys(terms);
  const rows = terms[names[0]!]!.length;
  const matrix = new Float64Array(rows * names.length);
  names.forEach((name, k) => terms[name]!.forEach((value, row) => (matrix[row * names.length + k] = value)));
  return { rows, coefficients: names, equations: [{ coefficients: Int32Array.from(names.keys()), matrix }], ...rest };
}

function refusal(act: () => unknown): CalibrationError {
  try {
    act();
  } catch (caught) {
    if (caught instanceof CalibrationError) return caught;
    throw caught;
  }
  throw new Error('nothing was refused');
}

describe('fit', () => {
  it('finds where the slopes vanish, the one likelihood that can be told in closed form included', () => {
    const counts = Float64Array.from({ length: ROWS }, (_, row) => row % 4);
    const { estimates, standardErrors } = fit(design({ constant: one }), poisson(counts));
    expect(estimates[0]).toBeCloseTo(Math.log(1.5), 10);
    expect(standardErrors[0]).toBeCloseTo(1 / Math.sqrt(1.5 * ROWS), 10);
  });

  it('counts a row of weight 2 as two rows', () => {
    const twice = new Float64Array(2 * ROWS);
    const double = (values: Float64Array) => twice.map((_, row) => values[row % ROWS]!);
    const apart = fit(design({ constant: double(one), x: double(x) }), binaryLogit(double(answers)));
    const weighted = fit(design({ constant: one, x }, { weights: one.map(() => 2) }), binaryLogit(answers));
    expect(weighted.logLikelihood).toBeCloseTo(apart.logLikelihood, 9);
    weighted.standardErrors.forEach((error, k) => expect(error).toBeCloseTo(apart.standardErrors[k]!, 10));
  });

  it('adds the offset without a coefficient', () => {
    const plain = fit(design({ constant: one, x }), binaryLogit(answers));
    const shifted = design({ constant: one, x });
    const [equation] = shifted.equations;
    const moved = fit({ ...shifted, equations: [{ ...equation!, offset: x }] }, binaryLogit(answers));
    expect(moved.estimates[1]).toBeCloseTo(plain.estimates[1]! - 1, 8);
  });

  it('gives clustered errors that repeating an answer within a respondent does not shrink, as it does the plain ones', () => {
    const twice = new Float64Array(2 * ROWS);
    const double = (values: Float64Array) => twice.map((_, row) => values[row % ROWS]!);
    const single = fit(design({ constant: one, x }), binaryLogit(answers));
    const clusters = Int32Array.from(twice, (_, row) => row % ROWS);
    const repeated = fit(design({ constant: double(one), x: double(x) }, { clusters }), binaryLogit(double(answers)));
    expect(repeated.clusters).toBe(ROWS);
    expect(repeated.robustStandardErrors[1]).toBeCloseTo(single.robustStandardErrors[1]!, 10);
    expect(repeated.standardErrors[1]).toBeCloseTo(single.standardErrors[1]! / Math.SQRT2, 10);
  });

  it('chains a kernel to coefficients shared by equations as differences of the log-likelihood say', () => {
    const chosen = Int32Array.from(answers);
    const shared: Design = {
      rows: ROWS,
      coefficients: ['constant', 'x'],
      equations: [
        { coefficients: Int32Array.of(1), matrix: x },
        {
          coefficients: Int32Array.of(1, 0),
          matrix: Float64Array.from({ length: 2 * ROWS }, (_, k) => (k % 2 ? 1 : y[k >> 1]!)),
        },
      ],
    };
    const likelihood = totalLikelihood(shared, conditionalLogit(2, chosen));
    const at = Float64Array.of(0.3, -0.4);
    const [gradient, hessian, above, below] = [2, 4, 2, 2].map((size) => new Float64Array(size)) as Float64Array[] as [
      Float64Array,
      Float64Array,
      Float64Array,
      Float64Array,
    ];
    likelihood.curvature(at, gradient, hessian);
    [0, 1].forEach((k) => {
      const up = likelihood.slope(
        Float64Array.from(at, (value, i) => value + (i === k ? 1e-5 : 0)),
        above,
      );
      const down = likelihood.slope(
        Float64Array.from(at, (value, i) => value - (i === k ? 1e-5 : 0)),
        below,
      );
      expect(gradient[k]).toBeCloseTo((up - down) / 2e-5, 5);
      [0, 1].forEach((j) => expect(hessian[k * 2 + j]).toBeCloseTo((above[j]! - below[j]!) / 2e-5, 5));
    });
  });
});

describe('data that cannot carry the model is refused by name', () => {
  // Rounding leaves now a little more than nothing, now a little less.
  it.each([0.1, 1 / 3, 0.37, 2.9, 57])(
    'when coefficients cannot be told apart: what is tied to what (%d)',
    (weight) => {
      const both = x.map((value, row) => weight * value - y[row]! / 7 + 0.3);
      const { code, meta } = refusal(() => fit(design({ constant: one, x, y, both }), binaryLogit(answers)));
      expect(code).toBe('calibration_collinear');
      const [tie] = meta.combinations as { coefficient: string; with: string[] }[];
      expect([tie!.coefficient, ...tie!.with].sort()).toEqual(['both', 'constant', 'x', 'y']);
    },
  );

  it('when a constant of every alternative leaves no reference', () => {
    const equations = [0, 1].map((k) => ({ coefficients: Int32Array.of(k), matrix: one }));
    const constants = { rows: ROWS, coefficients: ['asc_bus', 'asc_car'], equations };
    const { code, message } = refusal(() => fit(constants, conditionalLogit(2, Int32Array.from(answers))));
    expect(code).toBe('calibration_collinear');
    expect(message).toMatch(/asc_bus.*asc_car|asc_car.*asc_bus/);
  });

  it('when a term is the same for all alternatives', () => {
    const equations = [0, 1].map(() => ({ coefficients: Int32Array.of(0), matrix: x }));
    const { code, meta } = refusal(() =>
      fit({ rows: ROWS, coefficients: ['income'], equations }, conditionalLogit(2, Int32Array.from(answers))),
    );
    expect([code, meta.coefficients]).toEqual(['calibration_collinear', ['income']]);
  });

  it('when the outcome is predicted perfectly', () => {
    const sign = Float64Array.from(x, (value) => (value > 0 ? 1 : 0));
    const { code, meta } = refusal(() => fit(design({ constant: one, x }), binaryLogit(sign)));
    expect([code, meta.coefficients]).toEqual(['calibration_separated', expect.arrayContaining(['x'])]);
  });

  it('when one group all say the same, naming the group and not its neighbours', () => {
    const group = Float64Array.from({ length: ROWS }, (_, row) => (row < 8 ? 1 : 0));
    const said = answers.map((answer, row) => (row < 8 ? 1 : answer));
    const { code, meta } = refusal(() => fit(design({ constant: one, x, group }), binaryLogit(said)));
    expect([code, meta.coefficients]).toEqual(['calibration_separated', ['group']]);
  });

  it('when nobody chose an alternative that has a constant', () => {
    const equations = [[], [0], [1]].map((own) => ({
      coefficients: Int32Array.from(own),
      matrix: own.length > 0 ? one : new Float64Array(0),
    }));
    const constants = { rows: ROWS, coefficients: ['asc_car', 'asc_bus'], equations };
    const { code, meta } = refusal(() => fit(constants, conditionalLogit(3, Int32Array.from(answers))));
    expect([code, meta.coefficients]).toEqual(['calibration_separated', ['asc_bus']]);
    const named = refusal(() => requireEveryOutcome(Int32Array.from(answers), ['walk', 'car', 'bus']));
    expect([named.code, named.meta.outcomes]).toEqual(['calibration_outcome_never_seen', ['bus']]);
  });

  it('when there are no more observations than parameters', () => {
    const few = design({ constant: one.slice(0, 2), x: x.slice(0, 2) });
    const { code, meta } = refusal(() => fit(few, binaryLogit(answers)));
    expect([code, meta]).toEqual(['calibration_too_few', { observations: 2, parameters: 2 }]);
  });

  it('when a coefficient matters in too few rows', () => {
    const rare = Float64Array.from({ length: ROWS }, (_, row) => (row < 3 ? 1 : 0));
    const { code, meta } = refusal(() => fit(design({ constant: one, x, rare }), binaryLogit(answers)));
    expect([code, meta.coefficients]).toEqual(['calibration_too_few', ['rare']]);
  });
});

describe('numbered', () => {
  it('numbers labels from 0 in the order they first occur', () => {
    expect(Array.from(numbered(['b', 'a', 'b', 'c']))).toEqual([0, 1, 0, 2]);
  });
});
