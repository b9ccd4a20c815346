import { rake, sharesOf } from './rake.js';

// Schools of `apiclus1` in R's package survey (Lumley), by type (E, H, M) and by whether they met their target (No, Yes). The counts are the
// output of `svytable(~sch.wide + stype, dclus1)` in `?svychisq` (No: 406.1640, 101.5410, 270.7760; Yes: 4467.8035, 372.3170, 575.3989),
// divided by the equal weight 33.847 of all schools. The totals are the margins in the example of `?rake`.
const counts = [
  [12, 132],
  [3, 11],
  [8, 17],
];
const types = [4421, 755, 1018];
const met = [1072, 5122];
const total = 6194;
const rows = counts.flatMap((own, type) =>
  own.flatMap((count, yes) => Array.from({ length: count }, () => [type, yes] as const)),
);
const typeMargin = { cellOf: rows.map(([type]) => type), targets: types.map((size) => size / total) };
const metMargin = { cellOf: rows.map(([, yes]) => yes), targets: met.map((size) => size / total) };
const equal = new Float64Array(rows.length).fill(1);
/**
 * Weights of `survey::rake` (survey 4.5) for this example, by type and by whether the school met its target. Source: reference data of
 * Survey.jl (xKDR/Survey.jl, test/r_reference/rake_weights.csv). The default `epsilon = 1` ends after four rounds over both margins.
 */
const weightsOfR = [
  [39.838509410554, 29.8704638727345],
  [67.1257826263303, 50.3301527726748],
  [49.0700673992951, 36.7921816646831],
];
const roundsOfR = 4;

/**
 * Raked table of two margins without iteration: the cells are counts·a(type)·b(met). For two columns, the share of the second column in a row
 * with odds o is o·r / (1 + o·r), and one equation determines r. It is solved by bisection.
 */
function closedForm(): number[][] {
  const yesAt = (ratio: number) =>
    counts.map(([no, yes], type) => (types[type]! * yes! * ratio) / (no! + yes! * ratio));
  let [low, high] = [1e-6, 1e6];
  for (let step = 0; step < 200; step++) {
    const middle = Math.sqrt(low * high);
    if (yesAt(middle).reduce((sum, yes) => sum + yes, 0) < met[1]!) low = middle;
    else high = middle;
  }
  return yesAt(low).map((yes, type) => [types[type]! - yes, yes]);
}

describe('rake', () => {
  const raked = rake(equal, [typeMargin, metMargin]);

  it('After the same number of rounds, the weights equal those of survey::rake to 1e-6', () => {
    let weights: ArrayLike<number> = equal;
    // With one margin, raking ends after one adjustment.
    for (let round = 0; round < roundsOfR; round++)
      for (const margin of [typeMargin, metMargin]) weights = rake(weights, [margin]).weights;
    rows.forEach(([type, yes], row) =>
      expect(Math.abs(weights[row]! * total - weightsOfR[type]![yes]!)).toBeLessThan(1e-6),
    );
    // More rounds change no weight by more than 0.01.
    rows.forEach(([type, yes], row) =>
      expect(Math.abs(raked.weights[row]! * total - weightsOfR[type]![yes]!)).toBeLessThan(1e-2),
    );
  });

  it('The example of survey::rake gets the table that solves its equations to 1e-6', () => {
    const table = counts.map((own) => own.map(() => 0));
    rows.forEach(([type, yes], row) => (table[type]![yes]! += raked.weights[row]! * total));
    closedForm().forEach((own, type) =>
      own.forEach((expected, yes) => expect(Math.abs(table[type]![yes]! - expected)).toBeLessThan(1e-5)),
    );
    expect(raked.difference).toBeLessThanOrEqual(1e-9);
  });

  it('Both margins of the example equal their targets to 1e-9', () => {
    for (const margin of [typeMargin, metMargin]) {
      sharesOf(raked.weights, margin).forEach((share, cell) =>
        expect(Math.abs(share - margin.targets[cell]!)).toBeLessThan(1e-9),
      );
    }
  });

  it('The raked table keeps the odds ratios of the start', () => {
    const weight = (type: number, yes: number) =>
      raked.weights[rows.findIndex(([a, b]) => a === type && b === yes)]! * counts[type]![yes]!;
    const odds = (of: (type: number, yes: number) => number, a: number, b: number) =>
      (of(a, 0) * of(b, 1)) / (of(a, 1) * of(b, 0));
    for (const [a, b] of [
      [0, 1],
      [0, 2],
    ] as const) {
      expect(odds(weight, a, b)).toBeCloseTo(
        odds((type, yes) => counts[type]![yes]!, a, b),
        6,
      );
    }
  });

  it('A table with the target margins stays as it is', () => {
    const again = rake(raked.weights, [typeMargin, metMargin]);
    again.weights.forEach((weight, row) => expect(weight).toBeCloseTo(raked.weights[row]!, 10));
    expect(again.iterations).toBe(1);
  });

  it('One margin alone is post-stratification: each cell is scaled once', () => {
    const { weights, iterations } = rake(equal, [typeMargin]);
    rows.forEach(([type], row) => {
      const size = counts[type]![0]! + counts[type]![1]!;
      expect(weights[row]).toBeCloseTo(types[type]! / total / size, 12);
    });
    expect(iterations).toBe(1);
  });

  it('Margins that contradict each other do not converge', () => {
    const cellOf = rows.map(([type]) => Number(type > 0));
    const contradicting = { cellOf, targets: [0.1, 0.9] };
    const { difference } = rake(equal, [typeMargin, contradicting]);
    expect(difference > 0.1).toBe(true);
  });
});
