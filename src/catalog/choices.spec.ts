import { agentRenderer, type SimulationOutput } from '../engine/index.js';
import { readWorkflow, run, scenarioOf } from './testing/catalog-workflow.js';

interface Workflow {
  readonly slug: string;
  /** If a digest changes, results change: raise ENGINE_VERSION or the version of the workflow. */
  readonly digests: readonly (readonly [context: object, digest: string])[];
  /** Observed shares of respondents who faced the baseline; empty if none did. */
  readonly observed: Readonly<Record<string, number>>;
  readonly within: number;
  /** Outcomes that must gain and lose under a scenario. */
  readonly moves: readonly (readonly [context: object, gains: readonly string[], loses: readonly string[]])[];
  /** Difference of log-likelihood from the reference fit. */
  readonly reference: { readonly estimates: number; readonly logLikelihood: number };
  /** Half width in points that the recommended agent count gives. */
  readonly points: number;
}

const workflows: readonly Workflow[] = [
  {
    slug: 'intercity-mode-choice',
    digests: [
      [{}, 'f6e3518033ddb07c2d6f880689f1dcd405ba1adfffb33b61e5fc06846a3eea0d'],
      [{ train_time_factor: 0.7, car_cost_factor: 1.4 }, 'efb07fc9f9741a242418732e125433bc56f9148795be50ab61c887a4fb127f79'],
    ],
    // All 2,779 trips. The copula blurs routes; see the limits of the workflow.
    observed: { train: 463 / 2779, air: 1039 / 2779, bus: 10 / 2779, car: 1267 / 2779 },
    within: 0.035,
    moves: [
      [{ train_time_factor: 0.7 }, ['train'], ['air', 'car']],
      [{ air_cost_factor: 1.2 }, ['train', 'car'], ['air']],
      [{ train_frequency_factor: 2 }, ['train'], ['air', 'car']],
    ],
    reference: { estimates: 5e-5, logLikelihood: 1e-4 },
    points: 1.5,
  },
  {
    slug: 'catsup-brand-choice',
    digests: [
      [{}, '1a7c24457d187cf79fe48f7421d8022ba8e1ce94a844ee8e102c4001f042b426'],
      [{ heinz32_price: 3.5, hunts32_display_share: 0.3 }, '8c379b6b6da8a463028d1e3035561a9e5b75218fe9ae995bcbefb3284a9d9a03'],
    ],
    // Households of the training sample: held-out households differ; see the limits of the workflow.
    observed: { hunts32: 225 / 1865, heinz28: 602 / 1865, heinz32: 921 / 1865, heinz41: 117 / 1865 },
    within: 0.025,
    moves: [
      [{ heinz32_price: 3.6 }, ['hunts32', 'heinz28', 'heinz41'], ['heinz32']],
      [{ hunts32_display_share: 0.5 }, ['hunts32'], ['heinz28', 'heinz32']],
      [{ heinz41_feature_share: 0.5 }, ['heinz41'], ['heinz28', 'heinz32']],
    ],
    reference: { estimates: 0.05, logLikelihood: 2e-3 },
    points: 2,
  },
  {
    slug: 'alt-fuel-vehicle-choice',
    digests: [
      [{}, '2772e3c3ba324f9c4ad1c0df6433398d87488f2803002279ac7af11689aec0b0'],
      [{ electric_range: 300, electric_price_factor: 0.8 }, '299677d8e0c0ddef66b7e15e94f2fcca9c9c50da8c34f6e456716b8335e16513'],
    ],
    // No card of the survey had all four fuels.
    observed: {},
    within: 0,
    moves: [
      [{ electric_range: 300 }, ['electric_preferred', 'electric_other'], ['gasoline_preferred', 'methanol_preferred']],
      [{ gasoline_operating_cost: 8 }, ['electric_preferred', 'cng_preferred'], ['gasoline_preferred', 'gasoline_other']],
      [{ cng_stations: 0.7 }, ['cng_preferred', 'cng_other'], ['methanol_preferred']],
    ],
    reference: { estimates: 5e-5, logLikelihood: 1e-3 },
    points: 2,
  },
];

const agentCount = 40_000;

describe.each(workflows)('the workflow $slug', ({ slug, digests, observed, within, moves, reference, points }) => {
  const definition = readWorkflow(slug);

  let many: SimulationOutput;
  beforeAll(() => (many = run(definition, {}, agentCount, 1)));

  it.each(digests)('Simulations keep the recorded digest: %j', (context, digest) => {
    expect(run(definition, context, 1_000, 0).digest).toBe(digest);
  });

  it('Baseline shares match the closed form and, if respondents faced the baseline, the observed shares', () => {
    for (const { id, share, expected_share: expected } of many.summary.outcomes) {
      expect(Math.abs(share - expected)).toBeLessThan(0.01);
      if (id in observed) expect(Math.abs(share - observed[id]!)).toBeLessThan(within);
    }
  });

  it.each(moves)('Scenario %j moves agents to %j from %j', (context, gains, loses) => {
    const { outcomes } = run(definition, context, 10_000, 1).summary;
    const moved = (id: string) => outcomes.find((outcome) => outcome.id === id)!.difference;
    for (const id of gains) expect(moved(id)).toBeGreaterThan(0);
    for (const id of loses) expect(moved(id)).toBeLessThan(0);
  });

  it('The recommended agent count gives the interval width that its reason states', () => {
    const { recommended_agent_count: agents, recommended_agent_count_reason: reason } = definition.population;
    expect(196 * Math.sqrt(0.25 / agents)).toBeCloseTo(points, 2);
    expect(reason).toContain(`±${points.toFixed(1)} points`);
    expect(reason).toContain(agents.toLocaleString('en-US'));
  });

  it('The evidence contains a reference fit by another program and a simulation of held-out situations', () => {
    const { fits, hold_out: held } = definition.evidence;
    const [{ log_likelihood: own, reference: theirs }] = fits as [(typeof fits)[number]];
    expect(theirs!.greatest_relative_difference).toBeLessThan(reference.estimates);
    expect(Math.abs(own - theirs!.log_likelihood)).toBeLessThan(reference.logLikelihood);
    for (const { predicted, simulated } of held.outcomes) expect(Math.abs(predicted - simulated!)).toBeLessThan(0.01);
  });

  it.each(digests)('Transcripts are complete sentences and rarely repeat: %j', (context) => {
    const output = run(definition, context, 300, 3);
    const render = agentRenderer(definition, scenarioOf(definition, context), output);
    const texts = Array.from({ length: 300 }, (_, agent) => render(agent).transcript.join('\n'));
    for (const text of texts) expect(text).not.toMatch(/\d\.\d{3}|[{}]|\.\.| {2}|NaN|undefined|null/);
    expect(new Set(texts).size).toBeGreaterThan(270);
  });
});
