import { contactsOf } from '../model/fitting/network/fit-network.js';
import { drawNetwork, networkStatistics } from '../model/families/diffusion/contacts/draw-network.js';
import { familyOf } from '../model/families/family-of.js';
import type { Column } from '../model/analyses.js';
import type { WorkflowDefinition } from '../model/definition.js';
import { compile } from '../model/simulate.js';
import { readWorkflow, scenarioOf } from './testing/catalog-workflow.js';
import { streamKey } from '../model/random/stream-key.js';
import { drawSituation } from '../model/population/situation.js';
import { decideAgents } from '../model/simulation/simulate-chunk.js';
import { sampleSize } from '../test/support/full-level.js';

/** The workflows with interacting agents. */
const workflows = [
  'family-planning-network',
  'hybrid-corn-network',
  'repeated-pd-cooperation',
  'technology-adoption-bass',
];

const manyAgents = sampleSize(10_000, 40_000);
const named = (columns: readonly Column[], name: string) => columns.find((column) => column.name === name)!.values;

/** One run without uncertainty estimates. */
const decide = (definition: WorkflowDefinition, context: object, agents: number) =>
  decideAgents(definition, scenarioOf(definition, context), 1, agents);

/** Share of agents that had adopted by the end of each period, starting before the first. */
function adoptedBy(definition: WorkflowDefinition, context: object, agents: number): number[] {
  const decided = decide(definition, context, agents);
  const [curve] = familyOf(definition.decision).countCurves(definition.decision, decided);
  return curve!.map(({ count }) => count / agents);
}

describe.each(workflows)('the workflow %s', (slug) => {
  const definition = readWorkflow(slug);

  it('Drawn agents have the margins of the data', () => {
    const agents = manyAgents;
    const { columns } = drawSituation(compile(definition, scenarioOf(definition, {}), 2), 0, agents);
    for (const attribute of definition.population.attributes) {
      const values = Array.from(named(columns, `attribute.${attribute.id}`));
      if ('categories' in attribute) {
        const shares = attribute.categories.map((_, code) => values.filter((value) => value === code).length / agents);
        const distances = attribute.categories.map(({ probability }, code) => Math.abs(probability - shares[code]!));
        expect(distances.reduce((sum, distance) => sum + distance, 0) / 2).toBeLessThan(0.015);
      } else {
        const { probabilities, values: points } = attribute.quantiles;
        const below = (value: number) => values.filter((own) => own <= value).length / agents;
        const cumulative = (value: number) => Math.max(...probabilities.filter((_, k) => points[k]! <= value));
        const distances = [...new Set(points)].map((value) => Math.abs(below(value) - cumulative(value)));
        // An integer is reached half a step earlier than the line between the points.
        expect(distances.reduce((sum, distance) => sum + distance, 0) / distances.length).toBeLessThan(0.03);
      }
    }
  });

  it('The evidence contains a reference fit by another program', () => {
    for (const { log_likelihood: own, reference } of definition.evidence.fits) {
      expect(reference!.greatest_relative_difference).toBeLessThan(5e-5);
      expect(Math.abs(own - reference!.log_likelihood)).toBeLessThan(1e-4);
    }
  });
});

describe('the villages', () => {
  it.each([
    // Of all 1,047 women, by 1964, 1966, 1968, 1970 and 1973.
    ['family-planning-network', { 1: 0.0659, 3: 0.2331, 5: 0.3773, 7: 0.4871, 10: 0.6428 }, 0.025],
    // Of all 692 farmers, by 1950, 1953, 1956, 1960 and 1964. They remember round years.
    ['hybrid-corn-network', { 5: 0.0723, 8: 0.1012, 11: 0.2442, 15: 0.4812, 19: 0.7803 }, 0.035],
  ])('Adoption in %s follows the observed curve', (slug, observed, within) => {
    const curve = adoptedBy(readWorkflow(slug), {}, manyAgents);
    for (const [period, share] of Object.entries(observed))
      expect(Math.abs(curve[Number(period)]! - share)).toBeLessThan(within);
  });

  it.each(['family-planning-network', 'hybrid-corn-network'])(
    'Contact networks of %s have the observed statistics',
    (slug) => {
      const { decision } = readWorkflow(slug);
      if (decision.family !== 'diffusion' || decision.process.kind !== 'contacts') throw new Error(slug);
      const { network } = decision.process;
      const drawn = networkStatistics(contactsOf(drawNetwork(network, streamKey(9, slug), manyAgents)));
      expect(Math.abs(drawn.reciprocity - network.observed.reciprocity)).toBeLessThan(0.02);
      expect(Math.abs(drawn.transitivity - network.observed.transitivity)).toBeLessThan(0.02);
      expect(drawn.namedDeviation / network.observed.named_deviation).toBeCloseTo(1, 1);
      drawn.contacts.forEach((share, degree) => expect(share).toBeCloseTo(network.contacts[degree]!, 1.7));
    },
  );
});

describe('the matches', () => {
  // Cooperation in first rounds and in all rounds, computed in closed form from the coefficients of the reference fit.
  it.each([
    [0.5, 32, 0.0447, 0.0562],
    [0.5, 40, 0.1961, 0.1863],
    [0.75, 32, 0.2495, 0.23],
    [0.5, 48, 0.5599, 0.5243],
    [0.75, 40, 0.6342, 0.5715],
    [0.75, 48, 0.9005, 0.8568],
  ])(
    'With continuation probability %d and reward %d, cooperation matches the fitted values',
    (continuation, reward, first, all) => {
      const { columns, events } = decide(readWorkflow('repeated-pd-cooperation'), { continuation, reward }, manyAgents);
      const mean = (values: ArrayLike<number>) =>
        Array.from(values).reduce((sum, value) => sum + value, 0) / values.length;
      const rounds = (mean(named(events, 'cooperated')) + mean(named(events, 'partner_cooperated'))) / 2;
      expect(Math.abs(mean(named(columns, 'outcome')) - first)).toBeLessThan(0.015);
      expect(Math.abs(rounds - all)).toBeLessThan(0.02);
    },
  );
});

describe('the technologies', () => {
  // Share of US households in a year after the first reading: early on, and at the last reading within fifty years.
  it.each([
    ['cellular_phone', 6, 0.42, 21, 0.92],
    ['colour_tv', 6, 0.43, 38, 0.97],
    ['electric_power', 14, 0.4, 48, 0.99],
    ['air_conditioning', 14, 0.44, 47, 0.89],
    ['internet', 7, 0.42, 23, 0.88],
    ['microwave', 11, 0.6, 35, 0.971],
    ['radio', 5, 0.45, 46, 0.99],
    ['refrigerator', 11, 0.411, 47, 0.999],
    ['social_media', 5, 0.48, 11, 0.69],
    ['washing_machine', 30, 0.41, 50, 0.72],
  ])('%s spreads along its observed curve', (technology, early, then, late, last) => {
    const curve = adoptedBy(readWorkflow('technology-adoption-bass'), { technology }, manyAgents);
    expect(Math.abs(curve[early]! - then)).toBeLessThan(0.08);
    expect(Math.abs(curve[late]! - last)).toBeLessThan(0.09);
  });
});
