import { agentRenderer, type SimulationOutput, type WorkflowDefinition } from '../engine/index.js';
import { readWorkflow, run, scenarioOf } from './testing/catalog-workflow.js';

/** Observed values in all data, training and test. The workflows are fitted to the training data. */
interface Workflow {
  readonly slug: string;
  /** If a digest changes, results change: raise ENGINE_VERSION or the version of the workflow. */
  readonly digests: readonly (readonly [context: object, digest: string])[];
  /** Observed share of the outcome among respondents who faced the baseline. */
  readonly baseline: { readonly observed: Readonly<Record<string, number>>; readonly within: number };
  /** Observed change of the outcome from the baseline. */
  readonly moves: readonly (readonly [context: object, outcome: string, observed: number])[];
  readonly movesWithin: number;
  /** Variance of one response, and the half width in points that the recommended agent count gives. */
  readonly precision: { readonly variance: number; readonly points: number };
}

const workflows: readonly Workflow[] = [
  {
    slug: 'gotv-social-pressure',
    digests: [
      [{}, '28a724cb6f7fafda75c9ac4c35527766f8a2b5e32be77391df6958e4189c179a'],
      [{ mailing: 'neighbors', reach: 0.8 }, '6d592478b42b7e1d97b6327ee2e108cc55928ab60cd38a52e61efb86430f6320'],
    ],
    baseline: { observed: { voting: 0.29663831 }, within: 0.01 },
    moves: [
      [{ mailing: 'civic_duty' }, 'voting', 0.01789934],
      [{ mailing: 'hawthorne' }, 'voting', 0.02573631],
      [{ mailing: 'self' }, 'voting', 0.04851319],
      [{ mailing: 'neighbors' }, 'voting', 0.08130991],
    ],
    movesWithin: 0.008,
    precision: { variance: 0.25, points: 1 },
  },
  {
    slug: 'charity-match-mailing',
    digests: [
      [{}, 'cd23b7f7676c98d83c1b7a61ed92edd75f891fc029c0f176ce2edb590e3106d7'],
      [{ match: 'two_to_one' }, 'e3da277d86f074a479a33fdd6189162f5df44e525003c6d7cf4f48274beedc29'],
    ],
    baseline: { observed: { gift: 0.01777287 }, within: 0.002 },
    moves: [
      [{ match: 'one_to_one' }, 'gift', 0.00303169],
      [{ match: 'two_to_one' }, 'gift', 0.00508427],
      [{ match: 'three_to_one' }, 'gift', 0.00532033],
    ],
    movesWithin: 0.0015,
    precision: { variance: 0.021 * 0.979, points: 0.2 },
  },
  {
    slug: 'hiv-test-incentive',
    digests: [
      [{}, '509dc15c9d5133f9b021878ee44136d5123e2b12e3b8e6f72b2ca5a48db17e05'],
      [{ incentive: 1.5, distance_factor: 0.5 }, '4cb853d411daaa27074ac98736dd44d1cc16138d319fc4669a554f14896027b5'],
    ],
    baseline: { observed: { came: 0.33977456 }, within: 0.025 },
    // Vouchers near the middle of those that were drawn from $0.09 to $0.75, to $1.50 and to $2.25.
    moves: [
      [{ incentive: 0.35 }, 'came', 0.34311398],
      [{ incentive: 1 }, 'came', 0.45387624],
      [{ incentive: 1.95 }, 'came', 0.52882613],
    ],
    movesWithin: 0.025,
    precision: { variance: 0.25, points: 2 },
  },
  {
    slug: 'welfare-wording-experiment',
    digests: [
      [{}, '1c2d3e2aea535cac25b348698ae90f6f50aa218c0e239d101ea2e4e64b87efa7'],
      [{ wording: 'assistance_to_the_poor' }, '3893c5b548f9e2fd4f2f12927160d2b5f3d7788d8acbca2742b52c0764792444'],
    ],
    baseline: { observed: { too_much: 0.43837108 }, within: 0.01 },
    moves: [[{ wording: 'assistance_to_the_poor' }, 'too_much', -0.34625835]],
    movesWithin: 0.01,
    precision: { variance: 0.25, points: 2 },
  },
  {
    slug: 'housing-satisfaction',
    digests: [
      [{}, 'f8e5469579e7e8600795ce0e3cf6eb6d020de0e4bf172c6e991a67c187fa858c'],
      [
        { building: 'terrace', influence_on_management: 'at_least_medium' },
        '29268061eb3db18bb7f3a0b2764830e1ace02457d2067e547978389b520ad3e7',
      ],
    ],
    baseline: { observed: { low: 567 / 1681, medium: 446 / 1681, high: 668 / 1681 }, within: 0.015 },
    moves: [],
    movesWithin: 0,
    precision: { variance: 0.25, points: 2 },
  },
];

const agentCount = 40_000;

describe.each(workflows)('the workflow $slug', ({ slug, digests, baseline, moves, movesWithin, precision }) => {
  const definition = readWorkflow(slug);

  let many: SimulationOutput;
  beforeAll(() => (many = run(definition, {}, agentCount, 1)));

  it.each(digests)('Simulations keep the recorded digest: %j', (context, digest) => {
    expect(run(definition, context, 1_000, 0).digest).toBe(digest);
  });

  it('Baseline results match the observed values', () => {
    const { outcomes } = many.summary;
    for (const [id, observed] of Object.entries(baseline.observed)) {
      const { share, expected_share: expected } = outcomes.find((outcome) => outcome.id === id)!;
      expect(Math.abs(share - observed)).toBeLessThan(baseline.within);
      expect(Math.abs(expected - observed)).toBeLessThan(baseline.within);
    }
  });

  if (moves.length > 0) {
    it.each(moves)('Scenario %j changes the share of %s by the observed difference of %d', (context, id, observed) => {
      const moved = run(definition, context, 10_000, 1).summary.outcomes.find((outcome) => outcome.id === id)!;
      expect(Math.abs(moved.expected_share - moved.baseline_expected_share - observed)).toBeLessThan(movesWithin);
    });
  }

  it('Drawn agents have the margins of the data, and the pairs of the joint table', () => {
    for (const attribute of definition.population.attributes) {
      if (!('categories' in attribute)) continue;
      const expected = attribute.categories.map(({ probability }) => probability);
      expect(totalVariation(counts(many, [attribute.id], expected.length), expected)).toBeLessThan(0.01);
    }
    for (const { ids, width, expected } of pairsOf(definition)) {
      expect(totalVariation(counts(many, ids, width), expected)).toBeLessThan(0.015);
    }
  });

  it('The recommended agent count gives the interval width that its reason states', () => {
    const { recommended_agent_count: agents, recommended_agent_count_reason: reason } = definition.population;
    expect(196 * Math.sqrt(precision.variance / agents)).toBeCloseTo(precision.points, 2);
    expect(reason).toContain(`±${precision.points.toFixed(1)} points`);
    expect(reason).toContain(agents.toLocaleString('en-US'));
  });

  it('The evidence contains a reference fit by another program and a simulation of held-out situations', () => {
    const { fits, hold_out: held } = definition.evidence;
    for (const { log_likelihood: own, reference } of fits) {
      expect(reference!.greatest_relative_difference).toBeLessThan(5e-5);
      expect(Math.abs(own - reference!.log_likelihood)).toBeLessThan(1e-4);
    }
    for (const { predicted, simulated } of held.outcomes) expect(Math.abs(predicted - simulated!)).toBeLessThan(0.01);
  });

  it.each(digests)('Transcripts are complete sentences: %j', (context) => {
    const output = run(definition, context, 300, 3);
    const render = agentRenderer(definition, scenarioOf(definition, context), output);
    for (let agent = 0; agent < 300; agent++) {
      const text = render(agent).transcript.join('\n');
      expect(text).not.toMatch(/\d\.\d{3}|[{}]|\.\.| {2}|NaN|undefined|\b1 (years|months|gifts)\b/);
    }
  });
});

/** Frequency of each combination of categories, in row-major order. */
function counts({ columns }: SimulationOutput, ids: readonly string[], width: number): Float64Array {
  const found = new Float64Array(width);
  const values = ids.map((id) => columns.find(({ name }) => name === `attribute.${id}`)!);
  const sizes = values.map(({ categories }) => categories!.length);
  for (let agent = 0; agent < agentCount; agent++) {
    found[values.reduce((code, column, k) => code * sizes[k]! + column.values[agent]!, 0)]! += 1 / agentCount;
  }
  return found;
}

function totalVariation(found: Float64Array, expected: readonly number[]): number {
  return expected.reduce((sum, share, k) => sum + Math.abs(share - found[k]!), 0) / 2;
}

/** Shares of every pair of categories in a joint table. */
function pairsOf({ population: { joint, attributes } }: WorkflowDefinition) {
  if (!joint) return [];
  const sizes = joint.attributes.map((id) => {
    const attribute = attributes.find((one) => one.id === id)!;
    return 'categories' in attribute ? attribute.categories.length : 0;
  });
  return sizes.flatMap((first, i) =>
    sizes.slice(i + 1).map((second, offset) => {
      const k = i + 1 + offset;
      const expected = new Array<number>(first * second).fill(0);
      joint.cells.forEach((cell, at) => (expected[cell[i]! * second + cell[k]!]! += joint.probabilities[at]!));
      return { ids: [joint.attributes[i]!, joint.attributes[k]!], width: first * second, expected };
    }),
  );
}
