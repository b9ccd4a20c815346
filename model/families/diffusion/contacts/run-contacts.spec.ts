import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { Column } from '../../../columns/column.js';
import type { WorkflowDefinition } from '../../../definition/definition.schema.js';
import { parseDefinition } from '../../../validation/parse-definition.js';
import { baselineScenario } from '../../../definition/resolve-scenario.js';
import type { EngineError } from '../../../engine-error.js';
import { compile } from '../../../simulation/compile.js';
import { drawSituation } from '../../../population/situation.js';
import { simulate } from '../../../simulation/simulate.js';
import { agentRenderer } from '../../../simulation/render-agent.js';
import type { NetworkParameters } from './draw-network.js';
import type { ContactsProcess, Diffusion, DiffusionWith } from '../diffusion.schema.js';
import { shape } from '../testing/networks.js';
import { sampleSize } from '../../../../test/support/full-level.js';

// If this digest changes, results change: increase ENGINE_VERSION.
const expectedDigest = '228f650d0a2bc36e4abc58049c07741a86f08135ce7d0fe7259dbe77b9073cbf';

const surveyed = parseDefinition(
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../testing/linear-mode-choice.json'), 'utf8')),
);
const named = (columns: readonly Column[], name: string) => columns.find((column) => column.name === name)!.values;
const logit = (probability: number) => Math.log(probability / (1 - probability));
const probabilityOf = (value: number) => 1 / (1 + Math.exp(-value));

const pairs: NetworkParameters = { group_sizes: [2], contacts: [0, 1], returned: 0, closed: 0, popularity: 0 };

const number = (id: string, minimum: number, maximum: number, defaultValue: number) => ({
  id,
  label: id,
  description: id,
  type: 'number',
  unit: 'times',
  default: defaultValue,
  minimum,
  maximum,
  calibrated_range: [defaultValue, defaultValue],
});

interface VillageOptions {
  network?: NetworkParameters;
  constant?: number;
  exposure?: number;
  groupShare?: number;
  periods?: number;
}

/** Returns an artificial workflow with diffusion along contacts. */
function village({
  network = shape,
  constant = logit(0.08),
  exposure = 1.2,
  groupShare = 0.8,
  periods = 8,
}: VillageOptions = {}): WorkflowDefinition {
  const term = (id: string, factors: object[], coefficient = id) => ({
    id,
    label: id,
    coefficient,
    scale: 1,
    equation: 'adoption',
    factors,
  });
  const coefficients = Object.entries({ constant, exposure, group_share: groupShare, old: -0.5 }).map(
    ([id, estimate]) => ({ id, label: id, estimate }),
  );
  return parseDefinition({
    ...surveyed,
    outcome_groups: undefined,
    headline_outcome: undefined,
    workflow_id: 'made-up-village',
    population: {
      ...surveyed.population,
      attributes: [
        {
          type: 'categorical',
          id: 'age',
          label: 'Age',
          categories: [
            { id: 'young', label: 'Young', probability: 0.6 },
            { id: 'old', label: 'Old', probability: 0.4 },
          ],
        },
      ],
      correlation: undefined,
    },
    scenario: {
      parameters: [
        number('weight', 0, 3, 1),
        number('programme', 0.1, 10, 1),
        { ...number('seeded', 0, 0.5, 0), unit: 'share' },
        {
          id: 'strategy',
          label: 'Seeding strategy',
          description: 'Seeding strategy',
          type: 'choice',
          default: 'at_random',
          options: ['at_random', 'most_named', 'together'].map((id) => ({ id, label: id, phrase: id })),
        },
      ],
      assignments: [],
    },
    decision: {
      family: 'diffusion',
      id: 'adoption',
      label: 'Adoption',
      periods: { count: periods, unit: 'year', first: 1961, name: '{number}' },
      process: {
        kind: 'contacts',
        network: { ...network, observed: { reciprocity: 0, transitivity: 0, named_deviation: 0 } },
        seeding: { share: 'seeded', strategy: 'strategy' },
        story: {
          contacts: 'I have {contacts} contacts',
          one_contact: 'I have one contact',
          alone: 'I have no contact',
          contact_pronoun: 'they',
          seeded: 'It begins with me',
          adopting: 'I adopt in {period}',
          waiting: 'By {period} I have not adopted',
          peers: 'Before that {adopted}; of the others {group_share}',
          group: 'Before that {group_share} of the others',
        },
      },
      coefficients: [...coefficients, { id: 'one', label: 'one', estimate: 1, fixed: true }],
      terms: [
        term('constant', []),
        term('exposure', [{ state: 'exposure' }, { parameter: 'weight' }]),
        term('group_share', [{ state: 'group_share' }]),
        term('old', [{ indicator: { attribute: 'age', in: ['old'] } }]),
        term('programme', [{ parameter: 'programme', transform: 'log' }], 'one'),
      ],
      outcomes: [
        { id: 'adopted', label: 'Adopts', noun: 'adopt', by: periods },
        { id: 'not_adopted', label: 'Does not', noun: 'not adopt' },
      ],
      wait: { id: 'wait', label: 'Years without', unit: 'years' },
      adopted: { id: 'adopted', label: 'Have adopted' },
    },
    evidence: {
      ...surveyed.evidence,
      estimates: coefficients.map(({ id, estimate }) => ({ coefficient: id, estimate, standard_error: 0.1 })),
      covariance: undefined,
      fits: surveyed.evidence.fits.slice(0, 1),
      errors: undefined,
      hold_out: { ...surveyed.evidence.hold_out, fit: undefined, outcomes: [], segments: [] },
    },
    narrative: {
      ...surveyed.narrative,
      introduction: [{ text: 'I am {age}' }],
      situation: [],
      variables: {},
      assignments: {},
      reasons: [{ id: 'contacts', terms: ['exposure'], raises: 'many have', lowers: 'few have' }],
      levers: {
        weight: { text: 'With a weight of {new}' },
        programme: { text: 'With a programme {new} as strong' },
        seeded: { text: 'With {new} seeded' },
        strategy: { text: 'With {new} first' },
      },
      outcome: { chosen: 'I {alternative}', would: 'I would {alternative}', would_have: 'I would {alternative}' },
    },
  });
}

/** Returns columns and events of one run. */
function decide(definition: WorkflowDefinition, changes = {}, agents = 1_000, seed = 0) {
  const compiled = compile(definition, { ...baselineScenario(definition), ...changes }, seed);
  const { situation, columns } = drawSituation(compiled, 0, agents);
  const decided = compiled.decision.run(situation);
  return { columns: [...columns, ...decided.columns], events: decided.events };
}

const adoptedAt = (...of: Parameters<typeof decide>) => Array.from(named(decide(...of).columns, 'adopted_at'));

function errorOf(work: () => unknown): EngineError | undefined {
  try {
    work();
  } catch (error) {
    return error as EngineError;
  }
  return undefined;
}

const manyAgents = sampleSize(20_000, 100_000);

describe('a diffusion along contacts', () => {
  it('Adoption in mutual pairs matches the exact Markov chain within 4 standard errors in every period', () => {
    const definition = village({ network: pairs, groupShare: 0, constant: logit(0.1), exposure: 1.5 });
    const { columns } = decide(definition, {}, manyAgents);
    const isOld = named(columns, 'attribute.age');
    const adopted = named(columns, 'adopted_at');
    // Probabilities that no member, one member or both members of a young pair have adopted.
    let [none, one, both] = [1, 0, 0];
    const [alone, moved] = [0.1, probabilityOf(logit(0.1) + 1.5)];
    const young = Array.from(adopted.keys()).filter((agent) => !isOld[agent] && !isOld[agent ^ 1]);
    for (let period = 1; period <= 8; period++) {
      [none, one, both] = [
        none * (1 - alone) ** 2,
        none * 2 * alone * (1 - alone) + one * (1 - moved),
        none * alone ** 2 + one * moved + both,
      ];
      const expected = both + one / 2;
      const share = young.filter((agent) => adopted[agent]! <= period).length / young.length;
      // Members of a pair are correlated, so the variance is at most twice that of independent agents.
      expect(Math.abs(share - expected)).toBeLessThan(4 * Math.sqrt((2 * expected * (1 - expected)) / young.length));
    }
  });

  it('Without effects of contacts and groups, adoption matches the closed form within 4 standard errors', () => {
    const { columns } = decide(village({ exposure: 0, groupShare: 0 }), {}, manyAgents);
    const adopted = named(columns, 'adopted_at');
    for (let period = 1; period <= 8; period++) {
      const [young, old] = [0, -0.5].map((shift) => 1 - (1 - probabilityOf(logit(0.08) + shift)) ** period);
      const expected = 0.6 * young! + 0.4 * old!;
      const share = adopted.filter((own: number) => own <= period).length / manyAgents;
      expect(Math.abs(share - expected)).toBeLessThan(4 * Math.sqrt((expected * (1 - expected)) / manyAgents));
    }
  });

  it('Adoption is between the closed forms without any and with full earlier adoption', () => {
    const { columns } = decide(village(), {}, 20_000);
    const adopted = named(columns, 'adopted_at');
    const shareBy = (shift: number, period: number) =>
      [0.6, 0.4].reduce(
        (sum, part, old) => sum + part * (1 - (1 - probabilityOf(logit(0.08) + shift - 0.5 * old)) ** period),
        0,
      );
    for (let period = 2; period <= 8; period++) {
      const share = adopted.filter((own: number) => own <= period).length / 20_000;
      expect(share).toBeGreaterThan(shareBy(0, period));
      expect(share).toBeLessThan(shareBy(2, period));
    }
  });

  it('The mean of the agents’ probabilities matches the share of adopters within 4 standard errors', () => {
    const { columns } = decide(village(), {}, manyAgents);
    const probabilities = named(columns, 'probability.adopted');
    const realized = named(columns, 'outcome').filter((code: number) => code === 0).length / manyAgents;
    const expected = Array.from(probabilities).reduce((sum, probability) => sum + probability, 0) / manyAgents;
    expect(Math.abs(realized - expected)).toBeLessThan(4 * Math.sqrt(0.25 / manyAgents));
  });

  it('A parameter change that favors adoption never delays the adoption of any agent', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(['weight', 0, 3], ['programme', 0.1, 10], ['seeded', 0, 0.5]),
        fc.constantFrom('at_random', 'most_named', 'together'),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.maxSafeNat(),
        ([parameter, low, high], strategy, a, b, seed) => {
          const [less, more] = [Math.min(a, b), Math.max(a, b)].map((part) => {
            const value = Number(low) + part * (Number(high) - Number(low));
            return adoptedAt(village(), { strategy, seeded: 0.1, [String(parameter)]: value }, 300, seed);
          });
          expect(more!.every((period, agent) => period <= less![agent]!)).toBe(true);
        },
      ),
      { numRuns: sampleSize(20, 60) },
    );
  });

  it.each(['at_random', 'most_named', 'together'])('Seeding strategy %s seeds the requested share', (strategy) => {
    const seeded = adoptedAt(village(), { seeded: 0.15, strategy }, 20_000).filter((period) => period === 0);
    expect(seeded.length / 20_000).toBeCloseTo(0.15, 2);
  });

  it('Strategy most_named seeds agents named more often, and strategy together seeds agents that are contacts', () => {
    const seedingStatistics = (strategy: string) => {
      const { columns } = decide(village(), { seeded: 0.2, strategy }, 20_000);
      const period = named(columns, 'adopted_at');
      const times = named(columns, 'named');
      const [first, second] = [named(columns, 'contact.1'), named(columns, 'contact.2')];
      const seeds = Array.from(period.keys()).filter((agent) => period[agent] === 0);
      const links = seeds.flatMap((agent) => [first[agent]!, second[agent]!]).filter((other) => other >= 0);
      return {
        named: seeds.reduce((sum, agent) => sum + times[agent]!, 0) / seeds.length,
        within: links.filter((other) => period[other] === 0).length / links.length,
      };
    };
    const [random, popular, circles] = ['at_random', 'most_named', 'together'].map(seedingStatistics);
    expect(popular!.named).toBeGreaterThan(2 * random!.named);
    expect(circles!.within).toBeGreaterThan(2 * random!.within);
  });

  it('Complete groups have the same results for any number of agents', () => {
    const few = decide(village(), { seeded: 0.1, weight: 2 }, 1_000).columns;
    const many = decide(village(), { seeded: 0.1, weight: 2 }, 5_000).columns;
    const groups = named(few, 'group');
    const whole = groups.findIndex((group: number) => group === groups.at(-1));
    expect(whole).toBeGreaterThan(900);
    for (const column of few) expect(column.values.slice(0, whole)).toEqual(named(many, column.name).slice(0, whole));
  });

  it('Scenario and baseline share one network, so equal parameters give equal adoption times', () => {
    const { columns } = decide(village(), { strategy: 'most_named' });
    expect(named(columns, 'adopted_at')).toEqual(named(columns, 'baseline_adopted_at'));
  });

  it('The event table lists every adoption once, in order, with the exposure of the agent', () => {
    const { columns, events } = decide(village(), { seeded: 0.1 });
    const adopted = named(columns, 'adopted_at');
    const [agent, step, exposure] = ['agent', 'step', 'exposure'].map((name) => named(events, name));
    expect(new Set(agent).size).toBe(agent!.length);
    expect(agent!.length).toBe(adopted.filter((period: number) => period <= 8).length);
    expect(Array.from(step!)).toEqual(Array.from(step!).sort((a, b) => a - b));
    agent!.forEach((own, row) => {
      const others = [1, 2, 3, 4].map((k) => named(columns, `contact.${k}`)[own]!).filter((other) => other >= 0);
      const before = others.filter((other) => adopted[other]! < step![row]!).length;
      expect(step![row]).toBe(adopted[own]);
      if (step![row]! > 0) expect(exposure![row]).toBe(others.length > 0 ? before / others.length : 0);
    });
  });

  it('The digest of a diffusion along contacts does not change', () => {
    const definition = village();
    const scenario = { ...baselineScenario(definition), seeded: 0.1, strategy: 'together' };
    const { digest } = simulate({ definition, scenario, seed: 0, agentCount: 500, parameterDraws: 0 });
    expect(digest).toBe(expectedDigest);
  });

  it('A diffusion along contacts reports progress after each period and stops on request', () => {
    const definition = village();
    const request = {
      definition,
      scenario: baselineScenario(definition),
      seed: 0,
      agentCount: 160,
      parameterDraws: 0,
    };
    const done: number[] = [];
    simulate({ ...request, onProgress: (agents) => done.push(agents) });
    expect(done).toEqual(Array.from({ length: 16 }, (_, k) => 10 * (k + 1)));
    let checks = 0;
    expect(errorOf(() => simulate({ ...request, shouldStop: () => ++checks === 3 }))?.code).toBe('simulation_canceled');
  });

  it('The error names a term with a value that is not finite', () => {
    const definition = village();
    definition.decision.terms[1]!.scale = Infinity;
    expect(errorOf(() => decide(definition))?.meta).toMatchObject({ term: 'exposure', agent: 0 });
  });

  it('Each transcript states when the agent adopted and how many of its contacts had adopted earlier', () => {
    const definition = village();
    const scenario = { ...baselineScenario(definition), seeded: 0.1, weight: 2 };
    const output = simulate({ definition, scenario, seed: 0, agentCount: 300, parameterDraws: 0 });
    const render = agentRenderer(definition, scenario, output);
    const [adopted, before] = ['adopted_at', 'adopted_contacts'].map((name) => named(output.columns, name));
    const degrees = named(output.columns, 'contacts');
    for (let agent = 0; agent < 300; agent++) {
      const text = render(agent).transcript.join(' ');
      expect(text).not.toMatch(/[{}]|NaN|undefined|\d\.\d{3}/);
      if (adopted![agent] === 0) expect(text).toContain('It begins with me.');
      else if (adopted![agent]! <= 8) expect(text).toContain(`I adopt in ${1960 + adopted![agent]!}.`);
      else expect(text).toContain('By 1968 I have not adopted.');
      if (adopted![agent]! > 0 && degrees[agent]! > 2 && before![agent]! > 0 && before![agent]! < degrees[agent]!)
        expect(text).toMatch(
          new RegExp(`${['none', 'one', 'two', 'three'][before![agent]!]} of my contacts had adopted`),
        );
    }
  });

  it.each<[string, (decision: DiffusionWith<ContactsProcess>) => void, string]>([
    ['shares of contacts do not sum to 1', ({ process }) => process.network.contacts.push(0.5), 'instead of 1'],
    ['the seeded share is unknown', ({ process }) => (process.seeding!.share = 'seed'), 'unknown parameter "seed"'],
    ['the seeded share is no share', ({ process }) => (process.seeding!.share = 'weight'), 'must be a number between'],
    ['the strategy is a number', ({ process }) => (process.seeding!.strategy = 'weight'), 'has no options'],
    ['an equation is of the other process', ({ terms }) => (terms[0]!.equation = 'start'), 'equation of this process'],
    ['a state is unknown', ({ terms }) => terms[0]!.factors.push({ state: 'mood' }), 'unknown state "mood"'],
    [
      'a transcript sentence has an unknown placeholder',
      ({ process }) => (process.story.seeded = 'In {period}'),
      'unknown placeholder',
    ],
  ])('A definition is rejected with a reason if %s', (_, breakIt, message) => {
    const definition = village();
    breakIt(definition.decision as Diffusion as DiffusionWith<ContactsProcess>);
    expect(errorOf(() => parseDefinition(definition))?.message).toContain(message);
  });
});
