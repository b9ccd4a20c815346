import { contactsOf } from '../calibration/network/fit-network.js';
import { drawNetwork } from '../engine/families/diffusion/contacts/draw-network.js';
import { networkStatistics } from '../engine/families/diffusion/contacts/network-statistics.js';
import { familyOf } from '../engine/families/family-of.js';
import { agentRenderer, compile, simulate, type Column, type WorkflowDefinition } from '../engine/index.js';
import { readWorkflow, scenarioOf } from './testing/catalog-workflow.js';
import { streamKey } from '../engine/random/stream-key.js';
import { drawSituation } from '../engine/population/draw-situation.js';
import { sampleSize } from '../../test/support/long.js';

/** A workflow with interacting agents. */
interface Workflow {
  readonly slug: string;
  /** If a digest changes, results change: raise ENGINE_VERSION or the version of the workflow. */
  readonly digests: readonly (readonly [context: object, digest: string])[];
}

const workflows: readonly Workflow[] = [
  {
    slug: 'family-planning-network',
    digests: [
      [{}, '34d3426207d47ea67af4329fa2590d86b38e60d3021da078a8dffcfe0fbdc3ba'],
      [{ programme_intensity: 1.3, seeded_share: 0.1, seeding_strategy: 'most_named' }, 'dd90a3dd512340f1dfb0bb25f279128abd3933224abbf85ea38a178b52fe262b'],
    ],
  },
  {
    slug: 'hybrid-corn-network',
    digests: [
      [{}, 'eead1d10dc86c014159cf982b5edd65b621d070a3484f8416191360ca7c33418'],
      [{ seeded_share: 0.05, seeding_strategy: 'together', contacts_weight: 0.5 }, 'cfe2eb8c0b53535b0665e64cf6e8c14c6199469d70f6fcf6428b53ee00e7c583'],
    ],
  },
  {
    slug: 'repeated-pd-cooperation',
    digests: [
      [{}, '56001aca6038a8301e2c292b7da451e19fa4f1a7bc2a428e7bb8db48a0201996'],
      [{ reward: 48, continuation: 0.6 }, '3b57c89eb2a9d3ca578e3eeb9f905b9876f231b5fad89528d6b32a93a47bd6b5'],
    ],
  },
  {
    slug: 'technology-adoption-bass',
    digests: [
      [{}, '02d299f975e6146636b4627a5d586aafaa0e6f8fdfc3d2eccaeeb710cc551be1'],
      [{ technology: 'internet', word_of_mouth: 1.5 }, '49ca8ffcd3c1df0da599fdfb0cbd5fdf4e5cb02489fe679cbc6ca41d45c14769'],
    ],
  },
];

const manyAgents = sampleSize(10_000, 40_000);
const named = (columns: readonly Column[], name: string) => columns.find((column) => column.name === name)!.values;

/** One run without uncertainty estimates. */
function decide(definition: WorkflowDefinition, context: object, agents: number) {
  const compiled = compile(definition, scenarioOf(definition, context), 1);
  const { situation, columns } = drawSituation(compiled, 0, agents);
  const decided = compiled.decision.run(situation);
  return { columns: [...columns, ...decided.columns], events: decided.events };
}

/** Share of agents that had adopted by the end of each period, starting before the first. */
function adoptedBy(definition: WorkflowDefinition, context: object, agents: number): number[] {
  const decided = decide(definition, context, agents);
  const [curve] = familyOf(definition.decision).countCurves(definition.decision, decided);
  return curve!.map(({ count }) => count / agents);
}

describe.each(workflows)('the workflow $slug', ({ slug, digests }) => {
  const definition = readWorkflow(slug);
  const run = (context: object, agentCount: number, seed: number) =>
    simulate({ definition, scenario: scenarioOf(definition, context), seed, agentCount, parameterDraws: 0 });

  it.each(digests)('Simulations keep the recorded digest: %j', (context, digest) => {
    expect(run(context, 1_000, 0).digest).toBe(digest);
  });

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

  it.each(digests)('Transcripts are complete sentences and rarely repeat: %j', (context) => {
    const output = run(context, 300, 3);
    const render = agentRenderer(definition, scenarioOf(definition, context), output);
    const texts = Array.from({ length: 300 }, (_, agent) => render(agent).transcript.join('\n'));
    for (const text of texts) expect(text).not.toMatch(/\d\.\d{3}|[{}]|\.\.| {2}|NaN|undefined|(?<![\d.])1 (years|visits|points|rounds|measures|sons)\b/);
    expect(new Set(texts).size).toBeGreaterThan(definition.population.attributes.length > 0 ? 290 : 60);
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
    for (const [period, share] of Object.entries(observed)) expect(Math.abs(curve[Number(period)]! - share)).toBeLessThan(within);
  });

  it.each(['family-planning-network', 'hybrid-corn-network'])('Contact networks of %s have the observed statistics', (slug) => {
    const { decision } = readWorkflow(slug);
    if (decision.family !== 'diffusion' || decision.process.kind !== 'contacts') throw new Error(slug);
    const { network } = decision.process;
    const drawn = networkStatistics(contactsOf(drawNetwork(network, streamKey(9, slug), manyAgents)));
    expect(Math.abs(drawn.reciprocity - network.observed.reciprocity)).toBeLessThan(0.02);
    expect(Math.abs(drawn.transitivity - network.observed.transitivity)).toBeLessThan(0.02);
    expect(drawn.namedDeviation / network.observed.named_deviation).toBeCloseTo(1, 1);
    drawn.contacts.forEach((share, degree) => expect(share).toBeCloseTo(network.contacts[degree]!, 1.7));
  });
});

describe('the matches', () => {
  // Cooperation in first rounds and in all rounds, computed in closed form from the coefficients of the reference fit.
  it.each([
    [0.5, 32, 0.0447, 0.0562],
    [0.5, 40, 0.1961, 0.1863],
    [0.75, 32, 0.2495, 0.2300],
    [0.5, 48, 0.5599, 0.5243],
    [0.75, 40, 0.6342, 0.5715],
    [0.75, 48, 0.9005, 0.8568],
  ])('With continuation probability %d and reward %d, cooperation matches the fitted values', (continuation, reward, first, all) => {
    const { columns, events } = decide(readWorkflow('repeated-pd-cooperation'), { continuation, reward }, manyAgents);
    const mean = (values: ArrayLike<number>) => Array.from(values).reduce((sum, value) => sum + value, 0) / values.length;
    const rounds = (mean(named(events, 'cooperated')) + mean(named(events, 'partner_cooperated'))) / 2;
    expect(Math.abs(mean(named(columns, 'outcome')) - first)).toBeLessThan(0.015);
    expect(Math.abs(rounds - all)).toBeLessThan(0.02);
  });
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
