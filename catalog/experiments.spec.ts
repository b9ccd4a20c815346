import type { WorkflowDefinition } from '../model/definition.js';
import type { SimulationOutput } from '../model/simulate.js';
import { readWorkflow, run } from './testing/catalog-workflow.js';
import { sampleSize } from '../test/support/full-level.js';

/** Observed values in all data, training and test. The workflows are fitted to the training data. */
interface Workflow {
  readonly slug: string;
  /** Observed share of the outcome among respondents who faced the baseline. */
  readonly baseline: { readonly observed: Readonly<Record<string, number>>; readonly within: number };
  /** Observed change of the outcome from the baseline. */
  readonly moves: readonly (readonly [context: object, outcome: string, observed: number])[];
  readonly movesWithin: number;
}

const workflows: readonly Workflow[] = [
  {
    slug: 'gotv-social-pressure',
    baseline: { observed: { voting: 0.29663831 }, within: 0.01 },
    moves: [
      [{ mailing: 'civic_duty' }, 'voting', 0.01789934],
      [{ mailing: 'hawthorne' }, 'voting', 0.02573631],
      [{ mailing: 'self' }, 'voting', 0.04851319],
      [{ mailing: 'neighbors' }, 'voting', 0.08130991],
    ],
    movesWithin: 0.008,
  },
  {
    slug: 'charity-match-mailing',
    baseline: { observed: { gift: 0.01777287 }, within: 0.002 },
    moves: [
      [{ match: 'one_to_one' }, 'gift', 0.00303169],
      [{ match: 'two_to_one' }, 'gift', 0.00508427],
      [{ match: 'three_to_one' }, 'gift', 0.00532033],
    ],
    movesWithin: 0.0015,
  },
  {
    slug: 'hiv-test-incentive',
    baseline: { observed: { came: 0.33977456 }, within: 0.025 },
    // Vouchers near the middle of those that were drawn from $0.09 to $0.75, to $1.50 and to $2.25.
    moves: [
      [{ incentive: 0.35 }, 'came', 0.34311398],
      [{ incentive: 1 }, 'came', 0.45387624],
      [{ incentive: 1.95 }, 'came', 0.52882613],
    ],
    movesWithin: 0.025,
  },
  {
    slug: 'welfare-wording-experiment',
    baseline: { observed: { too_much: 0.43837108 }, within: 0.01 },
    moves: [[{ wording: 'assistance_to_the_poor' }, 'too_much', -0.34625835]],
    movesWithin: 0.01,
  },
  {
    slug: 'housing-satisfaction',
    baseline: { observed: { low: 567 / 1681, medium: 446 / 1681, high: 668 / 1681 }, within: 0.015 },
    moves: [],
    movesWithin: 0,
  },
];

const agentCount = sampleSize(10_000, 40_000);

describe.each(workflows)('the workflow $slug', ({ slug, baseline, moves, movesWithin }) => {
  const definition = readWorkflow(slug);

  let many: SimulationOutput;
  beforeAll(() => (many = run(definition, {}, agentCount, 1)));

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
      const moved = run(definition, context, sampleSize(5_000, 10_000), 1).summary.outcomes.find(
        (outcome) => outcome.id === id,
      )!;
      expect(Math.abs(moved.expected_share - moved.baseline_expected_share - observed)).toBeLessThan(movesWithin);
    });
  }

  it('Drawn agents have the margins of the data, and the pairs of the joint table', () => {
    for (const attribute of definition.population.attributes) {
      if (!('categories' in attribute)) continue;
      const expected = attribute.categories.map(({ probability }) => probability);
      // The total variation of a sample falls with the root of its size.
      expect(totalVariation(counts(many, [attribute.id], expected.length), expected)).toBeLessThan(
        2 / Math.sqrt(agentCount),
      );
    }
    for (const { ids, width, expected } of pairsOf(definition)) {
      expect(totalVariation(counts(many, ids, width), expected)).toBeLessThan(3 / Math.sqrt(agentCount));
    }
  });

  it('The evidence contains a reference fit by another program and a simulation of held-out situations', () => {
    const { fits, hold_out: held } = definition.evidence;
    for (const { log_likelihood: own, reference } of fits) {
      expect(reference!.greatest_relative_difference).toBeLessThan(5e-5);
      expect(Math.abs(own - reference!.log_likelihood)).toBeLessThan(1e-4);
    }
    for (const { predicted, simulated } of held.outcomes) expect(Math.abs(predicted - simulated!)).toBeLessThan(0.01);
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
