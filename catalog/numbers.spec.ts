// cspell:ignore nobody (an option id)
import type { SimulationOutput } from '../model/simulate.js';
import { readWorkflow, run } from './testing/catalog-workflow.js';
import { sampleSize } from '../test/support/full-level.js';

/** Observed values in all data, training and test. The workflows are fitted to the training data. */
interface Workflow {
  readonly slug: string;
  /** Observed values of respondents who faced the baseline: shares, means, and shares at steps of the curve. */
  readonly observed: {
    readonly shares?: Readonly<Record<string, number>>;
    readonly means?: Readonly<Record<string, number>>;
    readonly curve?: Readonly<Record<number, number>>;
  };
  /** Tolerances. The evidence reports where the model misses by more. */
  readonly within: { readonly shares: number; readonly means: number };
  /** Observed change of a mean, or of the share at a step of the curve, from the baseline. */
  readonly moves: readonly (readonly [context: object, what: string | number, observed: number, within: number])[];
  /** Difference from the reference fits, which used unrounded data. Default: the model has no fit by another program. */
  readonly reference?: { readonly estimates: number; readonly logLikelihood: number };
}

const workflows: readonly Workflow[] = [
  {
    slug: 'health-insurance-visits',
    observed: {
      shares: { none: 0.2182, one_or_two: 0.3241, three_to_five: 0.2546, six_or_more: 0.2031 },
      means: { visits: 3.5554 },
    },
    within: { shares: 0.06, means: 0.15 },
    moves: [
      [{ plan: 'coinsurance_25' }, 'visits', -0.7679, 0.15],
      [{ plan: 'coinsurance_50' }, 'visits', -0.9943, 0.15],
      [{ plan: 'coinsurance_95' }, 'visits', -1.4438, 0.2],
      [{ plan: 'individual_deductible' }, 'visits', -1.0818, 0.1],
    ],
    reference: { estimates: 0.006, logLikelihood: 0.15 },
  },
  {
    slug: 'unemployment-duration',
    observed: { curve: { 4: 0.854, 12: 0.72, 26: 0.568, 36: 0.437, 52: 0.365 } },
    within: { shares: 0.065, means: 0 },
    moves: [],
    reference: { estimates: 0.005, logLikelihood: 0.002 },
  },
  {
    slug: 'conservation-wtp',
    observed: { curve: { 2: 0.6803, 5: 0.6516, 20: 0.5932, 50: 0.5186, 100: 0.4213, 250: 0.338 } },
    within: { shares: 0.05, means: 0 },
    moves: [
      [{ impact: 'major' }, 2, 0.0938, 0.02],
      [{ impact: 'major' }, 50, 0.1014, 0.02],
    ],
  },
];

const agentCount = sampleSize(10_000, 40_000);

describe.each(workflows)('the workflow $slug', ({ slug, observed, within, moves, reference }) => {
  const definition = readWorkflow(slug);

  let many: SimulationOutput;
  beforeAll(() => (many = run(definition, {}, agentCount, 1)));

  it('Baseline results match the observed values', () => {
    const { outcomes, measures, curves } = many.summary;
    for (const [id, share] of Object.entries(observed.shares ?? {})) {
      const own = outcomes.find((outcome) => outcome.id === id)!;
      expect(Math.abs(own.share - share)).toBeLessThan(within.shares);
      expect(Math.abs(own.share - own.expected_share)).toBeLessThan(0.01);
    }
    for (const [id, mean] of Object.entries(observed.means ?? {}))
      expect(Math.abs(measures.find((measure) => measure.id === id)!.mean - mean)).toBeLessThan(within.means);
    for (const [step, share] of Object.entries(observed.curve ?? {}))
      expect(Math.abs(curves[0]!.points.find((point) => point.step === Number(step))!.share - share)).toBeLessThan(
        within.shares,
      );
  });

  if (moves.length > 0) {
    it.each(moves)('Scenario %j changes %s by the observed difference of %d', (context, what, difference, close) => {
      const { measures, curves } = run(definition, context, sampleSize(5_000, 20_000), 1).summary;
      const moved = [...measures.map((one) => ({ ...one, step: one.id })), ...(curves[0]?.points ?? [])];
      expect(Math.abs(moved.find(({ step }) => step === what)!.difference - difference)).toBeLessThan(close);
    });
  }

  it('The evidence contains the reference fit by another program, if one exists, and a simulation of held-out situations', () => {
    const { fits, hold_out: held } = definition.evidence;
    expect(fits.length).toBeGreaterThan(0);
    for (const { log_likelihood: own, reference: theirs } of fits) {
      expect(theirs !== undefined).toBe(reference !== undefined);
      if (!theirs || !reference) continue;
      expect(theirs.greatest_relative_difference).toBeLessThan(reference.estimates);
      expect(Math.abs(own - theirs.log_likelihood)).toBeLessThan(reference.logLikelihood);
    }
    const checks = [...held.outcomes, ...(held.curves ?? []).flatMap(({ points }) => points)];
    expect(checks.length).toBeGreaterThan(0);
    for (const { predicted, simulated } of checks) expect(Math.abs(predicted - simulated!)).toBeLessThan(0.015);
  });
});
