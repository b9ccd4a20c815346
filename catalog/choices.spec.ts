import type { SimulationOutput } from '../model/simulate.js';
import { readWorkflow, run } from './testing/catalog-workflow.js';
import { sampleSize } from '../test/support/full-level.js';

interface Workflow {
  readonly slug: string;
  /** Observed shares of respondents who faced the baseline; empty if none did. */
  readonly observed: Readonly<Record<string, number>>;
  readonly within: number;
  /** Outcomes that must gain and lose under a scenario. */
  readonly moves: readonly (readonly [context: object, gains: readonly string[], loses: readonly string[]])[];
  /** Difference of log-likelihood from the reference fit. */
  readonly reference: { readonly estimates: number; readonly logLikelihood: number };
}

const workflows: readonly Workflow[] = [
  {
    slug: 'intercity-mode-choice',
    // All 2,779 trips. The copula blurs routes; see the limits of the workflow.
    observed: { train: 463 / 2779, air: 1039 / 2779, bus: 10 / 2779, car: 1267 / 2779 },
    within: 0.035,
    moves: [
      [{ train_time_factor: 0.7 }, ['train'], ['air', 'car']],
      [{ air_cost_factor: 1.2 }, ['train', 'car'], ['air']],
      [{ train_frequency_factor: 2 }, ['train'], ['air', 'car']],
    ],
    reference: { estimates: 5e-5, logLikelihood: 1e-4 },
  },
  {
    slug: 'catsup-brand-choice',
    // Households of the training sample: held-out households differ; see the limits of the workflow.
    observed: { hunts32: 225 / 1865, heinz28: 602 / 1865, heinz32: 921 / 1865, heinz41: 117 / 1865 },
    within: 0.025,
    moves: [
      [{ heinz32_price: 3.6 }, ['hunts32', 'heinz28', 'heinz41'], ['heinz32']],
      [{ hunts32_display_share: 0.5 }, ['hunts32'], ['heinz28', 'heinz32']],
      [{ heinz41_feature_share: 0.5 }, ['heinz41'], ['heinz28', 'heinz32']],
    ],
    reference: { estimates: 0.05, logLikelihood: 2e-3 },
  },
  {
    slug: 'alt-fuel-vehicle-choice',
    // No card of the survey had all four fuels.
    observed: {},
    within: 0,
    moves: [
      [{ electric_range: 300 }, ['electric_preferred', 'electric_other'], ['gasoline_preferred', 'methanol_preferred']],
      [
        { gasoline_operating_cost: 8 },
        ['electric_preferred', 'cng_preferred'],
        ['gasoline_preferred', 'gasoline_other'],
      ],
      [{ cng_stations: 0.7 }, ['cng_preferred', 'cng_other'], ['methanol_preferred']],
    ],
    reference: { estimates: 5e-5, logLikelihood: 1e-3 },
  },
];

const agentCount = sampleSize(10_000, 40_000);

describe.each(workflows)('the workflow $slug', ({ slug, observed, within, moves, reference }) => {
  const definition = readWorkflow(slug);

  let many: SimulationOutput;
  beforeAll(() => (many = run(definition, {}, agentCount, 1)));

  it('Baseline shares match the closed form and, if respondents faced the baseline, the observed shares', () => {
    for (const { id, share, expected_share: expected } of many.summary.outcomes) {
      expect(Math.abs(share - expected)).toBeLessThan(0.01);
      if (id in observed) expect(Math.abs(share - observed[id]!)).toBeLessThan(within);
    }
  });

  it.each(moves)('Scenario %j moves agents to %j from %j', (context, gains, loses) => {
    const { outcomes } = run(definition, context, sampleSize(3_000, 10_000), 1).summary;
    const moved = (id: string) => outcomes.find((outcome) => outcome.id === id)!.difference;
    for (const id of gains) expect(moved(id)).toBeGreaterThan(0);
    for (const id of loses) expect(moved(id)).toBeLessThan(0);
  });

  it('The evidence contains a reference fit by another program and a simulation of held-out situations', () => {
    const { fits, hold_out: held } = definition.evidence;
    const { log_likelihood: own, reference: theirs } = fits.find(({ reference: compared }) => compared)!;
    expect(theirs!.greatest_relative_difference).toBeLessThan(reference.estimates);
    expect(Math.abs(own - theirs!.log_likelihood)).toBeLessThan(reference.logLikelihood);
    for (const { predicted, simulated } of held.outcomes) expect(Math.abs(predicted - simulated!)).toBeLessThan(0.01);
  });
});
