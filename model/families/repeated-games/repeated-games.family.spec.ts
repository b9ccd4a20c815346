import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { Column } from '../../columns/column.js';
import type { WorkflowDefinition } from '../../definition/definition.schema.js';
import { parseDefinition } from '../../validation/parse-definition.js';
import { baselineScenario } from '../../definition/resolve-scenario.js';
import type { Scenario } from '../../definition/scenario.schema.js';
import type { EngineError } from '../../engine-error.js';
import { compile } from '../../simulation/compile.js';
import { drawSituation } from '../../population/situation.js';
import { simulate } from '../../simulation/simulate.js';
import { numberWord, asSentence } from '../../transcript/template.js';
import { agentRenderer } from '../../simulation/render-agent.js';
import { expectedMatch } from './testing/expected-match.js';
import { matchRulesOf } from './repeated-games.family.js';
import type { RepeatedGames } from './repeated-games.schema.js';
import { sampleSize } from '../../../test/support/full-level.js';

// If this digest changes, results change: increase ENGINE_VERSION.
const expectedDigest = '426cf25846b8762ffdd8eb3943babadf2f6677b6ad969be3eb63a1ab7a070de9';

const surveyed = parseDefinition(
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../model/testing/linear-mode-choice.json'), 'utf8')),
);
const named = (columns: readonly Column[], name: string) => columns.find((column) => column.name === name)!.values;
const probabilityOf = (logit: number) => 1 / (1 + Math.exp(-logit));
const mean = (values: ArrayLike<number>) => Array.from(values).reduce((sum, value) => sum + value, 0) / values.length;

const one = (state: string) => ({ indicator: { state, at_least: 1 } });
const none = (state: string) => ({ indicator: { state, at_most: 0 } });
const term = (id: string, equation: string, factors: object[], scale = 1, coefficient = id) => ({
  id,
  label: id,
  coefficient,
  scale,
  equation,
  factors,
});
const estimates = { first: -2, first_reward: 0.05, cc: 2.5, cd: -1.5, dc: 0.8, dd: -2.2, suspicion: 0.6 };

/** Returns an artificial game in which suspicious agents cooperate less in the first round. */
function game(): WorkflowDefinition {
  const coefficients = Object.entries(estimates).map(([id, estimate]) => ({ id, label: id, estimate }));
  const measure = (id: string, unit: string) => ({ id, label: id, unit });
  const number = (id: string, unit: string, defaultValue: number, minimum: number, maximum: number) => ({
    id,
    label: id,
    description: id,
    type: 'number',
    unit,
    default: defaultValue,
    minimum,
    maximum,
    calibrated_range: [minimum, maximum],
  });
  return parseDefinition({
    ...surveyed,
    outcome_groups: undefined,
    headline_outcome: undefined,
    workflow_id: 'made-up-game',
    population: {
      ...surveyed.population,
      attributes: [
        {
          type: 'categorical',
          id: 'mood',
          label: 'Mood',
          categories: [
            { id: 'trusting', label: 'Trusting', probability: 0.7 },
            { id: 'suspicious', label: 'Suspicious', probability: 0.3 },
          ],
        },
      ],
      correlation: undefined,
    },
    scenario: {
      parameters: [number('continuation', 'share', 0.75, 0, 0.95), number('reward', 'points', 40, 30, 50)],
      assignments: [],
    },
    decision: {
      family: 'repeated_games',
      id: 'cooperation',
      label: 'Cooperation',
      payoffs: { temptation: 50, sucker: 12, punishment: 25 },
      reward: 'reward',
      continuation: 'continuation',
      most_rounds: 100,
      coefficients,
      terms: [
        term('first', 'first_round', []),
        term('first_reward', 'first_round', [{ parameter: 'reward' }]),
        term('suspicion', 'first_round', [{ indicator: { attribute: 'mood', in: ['suspicious'] } }], -1),
        term('cc', 'later_rounds', [one('own_last'), one('other_last')]),
        term('cd', 'later_rounds', [one('own_last'), none('other_last')]),
        term('dc', 'later_rounds', [none('own_last'), one('other_last')]),
        term('dd', 'later_rounds', [none('own_last'), none('other_last')]),
      ],
      outcomes: [
        { id: 'defect', label: 'Defects', noun: 'defect' },
        { id: 'cooperate', label: 'Cooperates', noun: 'cooperate' },
      ],
      measures: {
        cooperation: measure('cooperation', 'share'),
        mutual_cooperation: measure('mutual_cooperation', 'share'),
        payoff: measure('payoff', 'points'),
        rounds: measure('rounds', 'rounds'),
      },
      story: {
        own: { cooperate: 'I cooperate', defect: 'I defect' },
        other: { cooperate: 'the other cooperates', defect: 'the other defects' },
        both: { cooperate: 'we both cooperate', defect: 'we both defect' },
        after: { dd: 'after DD', dc: 'after DC', cd: 'after CD', cc: 'after CC' },
        end: '{rounds} rounds, {cooperative} cooperative, {payoff} a round',
        end_at_once: 'One round, {payoff}',
      },
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
      introduction: [{ text: 'I am {mood}' }],
      situation: [{ text: 'The reward is {parameter.reward}' }],
      variables: {},
      assignments: {},
      reasons: [],
      levers: { continuation: { text: 'With a probability of {new}' }, reward: { text: 'With a reward of {new}' } },
      outcome: { chosen: 'I {alternative}', would: 'I would {alternative}', would_have: 'I would {alternative}' },
    },
  });
}

const definition = game();
const decision = definition.decision as RepeatedGames;

function decide(changes = {}, agents = 1_000, seed = 0) {
  const compiled = compile(definition, { ...baselineScenario(definition), ...changes }, seed);
  const { situation, columns } = drawSituation(compiled, 0, agents);
  const decided = compiled.decision.run(situation);
  return { columns: [...columns, ...decided.columns], events: decided.events };
}

function errorOf(work: () => unknown): EngineError | undefined {
  try {
    work();
  } catch (error) {
    return error as EngineError;
  }
  return undefined;
}

/** Expected results by the Markov chain for agents with a mood, averaged over the moods of their partners. */
function expected(mood: 'trusting' | 'suspicious', changes: Scenario = {}) {
  const scenario = { ...baselineScenario(definition), ...changes };
  const after = [estimates.dd, estimates.dc, estimates.cd, estimates.cc].map(probabilityOf);
  const probabilities = (moodId: string) => ({
    first: probabilityOf(
      estimates.first + 0.05 * Number(scenario.reward) - (moodId === 'suspicious' ? estimates.suspicion : 0),
    ),
    after,
  });
  const rules = matchRulesOf(decision, scenario);
  const met = ['trusting', 'suspicious'].map((other) =>
    expectedMatch(probabilities(mood), probabilities(other), rules),
  );
  const mixed = (read: (one: (typeof met)[number]) => number) => 0.7 * read(met[0]!) + 0.3 * read(met[1]!);
  return {
    opening: probabilities(mood).first,
    cooperation: mixed((match) => match.cooperation),
    mutual_cooperation: mixed((match) => match.mutualCooperation),
    payoff: mixed((match) => match.payoff),
    rounds: mixed((match) => match.rounds),
  };
}

describe('repeated games', () => {
  it.each([
    ['at the baseline', {}],
    ['with long matches', { continuation: 0.92 }],
    ['with single rounds', { continuation: 0 }],
    ['with a high reward', { reward: 49 }],
  ])('Matches follow the Markov chain %s within 4 standard errors', (_, changes) => {
    const { columns } = decide(changes, sampleSize(20_000, 100_000));
    const mood = named(columns, 'attribute.mood');
    for (const [code, moodId] of (['trusting', 'suspicious'] as const).entries()) {
      const own = Array.from(mood.keys()).filter((agent) => mood[agent] === code);
      const chain = expected(moodId, changes);
      for (const [name, expectedMean] of Object.entries({
        outcome: chain.opening,
        'measure.cooperation': chain.cooperation,
        'measure.mutual_cooperation': chain.mutual_cooperation,
        'measure.payoff': chain.payoff,
        'measure.rounds': chain.rounds,
      })) {
        const values = own.map((agent) => named(columns, name)[agent]!);
        const average = mean(values);
        const spread = Math.sqrt(mean(values.map((value) => (value - average) ** 2)));
        // Agents of a match are correlated, so the variance is at most twice that of independent agents.
        expect(Math.abs(average - expectedMean)).toBeLessThanOrEqual(4 * spread * Math.sqrt(2 / own.length) + 1e-9);
      }
    }
  });

  it('The first 100 of 10,000 agents equal a run of 100 agents', () => {
    const [few, many] = [100, 10_000].map((agents) => decide({ reward: 45 }, agents).columns);
    for (const column of few!) expect(column.values).toEqual(named(many!, column.name).slice(0, 100));
  });

  it('With an odd number of agents, the last agent plays against a copy that is not counted', () => {
    const { columns, events } = decide({}, 7);
    expect(named(columns, 'measure.rounds')).toHaveLength(7);
    expect(Math.min(...Array.from(named(columns, 'measure.rounds')))).toBeGreaterThan(0);
    expect(Array.from(named(events, 'partner')).at(-1)).toBe(7);
  });

  it('A greater continuation probability never shortens a match', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 0.95, noNaN: true }),
        fc.double({ min: 0, max: 0.95, noNaN: true }),
        fc.maxSafeNat(),
        (a, b, seed) => {
          const [fewer, more] = [Math.min(a, b), Math.max(a, b)].map((continuation) =>
            Array.from(named(decide({ continuation }, 100, seed).columns, 'measure.rounds')),
          );
          expect(more!.every((rounds, agent) => rounds >= fewer![agent]!)).toBe(true);
        },
      ),
      { numRuns: sampleSize(20, 60) },
    );
  });

  it('A greater reward never changes the first action of an agent to defection', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 30, max: 50, noNaN: true }),
        fc.double({ min: 30, max: 50, noNaN: true }),
        fc.maxSafeNat(),
        (a, b, seed) => {
          const [less, more] = [Math.min(a, b), Math.max(a, b)].map((reward) =>
            Array.from(named(decide({ reward }, 100, seed).columns, 'outcome')),
          );
          expect(more!.every((opened, agent) => opened >= less![agent]!)).toBe(true);
        },
      ),
      { numRuns: sampleSize(20, 60) },
    );
  });

  it('The event table lists every round of every match, and the measures are sums over it', () => {
    const { columns, events } = decide({}, 400);
    const [agent, partner, round, own, other] = ['agent', 'partner', 'round', 'cooperated', 'partner_cooperated'].map(
      (name) => named(events, name),
    );
    const rounds = new Map<number, { rounds: number; cooperative: number; points: number }>();
    const record = (player: number, mine: number, theirs: number) => {
      const totals = rounds.get(player) ?? { rounds: 0, cooperative: 0, points: 0 };
      const points = mine ? (theirs ? 40 : 12) : theirs ? 50 : 25;
      rounds.set(player, {
        rounds: totals.rounds + 1,
        cooperative: totals.cooperative + mine,
        points: totals.points + points,
      });
    };
    agent!.forEach((player, row) => {
      expect(partner![row]).toBe(player + 1);
      expect(round![row]).toBe((rounds.get(player)?.rounds ?? 0) + 1);
      record(player, own![row]!, other![row]!);
      record(player + 1, other![row]!, own![row]!);
    });
    rounds.forEach((totals, player) => {
      expect(named(columns, 'measure.rounds')[player]).toBe(totals.rounds);
      expect(named(columns, 'measure.cooperation')[player]).toBe(totals.cooperative / totals.rounds);
      expect(named(columns, 'measure.payoff')[player]).toBe(totals.points / totals.rounds);
    });
  });

  it('The digest of repeated games does not change', () => {
    const scenario = { ...baselineScenario(definition), reward: 45 };
    expect(simulate({ definition, scenario, seed: 0, agentCount: 500, parameterDraws: 0 }).digest).toBe(expectedDigest);
  });

  it('A run of the baseline scenario has equal scenario and baseline columns', () => {
    const { columns } = decide();
    for (const name of ['outcome', 'measure.cooperation', 'measure.rounds'])
      expect(named(columns, name)).toEqual(named(columns, `baseline_${name}`));
  });

  it('A run stops on request', () => {
    let checks = 0;
    const stopped = () =>
      simulate({
        definition,
        scenario: baselineScenario(definition),
        seed: 0,
        agentCount: 4_000,
        shouldStop: () => ++checks === 3,
      });
    expect(errorOf(stopped)?.code).toBe('simulation_canceled');
  });

  it('The error names a term with a value that is not finite', () => {
    const broken = game();
    broken.decision.terms[3]!.scale = Infinity;
    const scenario = baselineScenario(broken);
    const work = () => simulate({ definition: broken, scenario, seed: 0, agentCount: 10 });
    expect(errorOf(work)?.meta).toMatchObject({ term: 'cc' });
  });

  it('A transcript describes the match of the agent round by round', () => {
    const scenario = { ...baselineScenario(definition), reward: 45 };
    const output = simulate({ definition, scenario, seed: 0, agentCount: 200, parameterDraws: 0 });
    const render = agentRenderer(definition, scenario, output);
    const opened = named(output.columns, 'outcome');
    const rounds = named(output.columns, 'measure.rounds');
    for (let agent = 0; agent < 200; agent++) {
      const { transcript } = render(agent);
      const text = transcript.join(' ');
      expect(text).not.toMatch(/[{}]|NaN|undefined|\d\.\d{3}/);
      const first = transcript[1]!;
      expect(first).toMatch(/^Rounds? 1/);
      expect(first).toMatch(opened[agent] === 1 ? /I cooperate|we both cooperate/ : /I defect|we both defect/);
      expect(text).toContain(
        rounds[agent] === 1 ? 'One round' : `${asSentence(numberWord(rounds[agent]!)).slice(0, -1)} rounds, `,
      );
    }
  });

  it('A change stated in a transcript changes the first action when simulated', () => {
    const scenario = baselineScenario(definition);
    const output = simulate({ definition, scenario, seed: 0, agentCount: 300, parameterDraws: 0 });
    const render = agentRenderer(definition, scenario, output);
    const opened = named(output.columns, 'outcome');
    let changes = 0;
    for (let agent = 0; agent < 300; agent++) {
      const tip = /With a reward of ([\d.]+) points, I would (\w+)/.exec(render(agent).transcript.at(-1)!);
      if (!tip) continue;
      changes++;
      const then = named(decide({ reward: Number(tip[1]) }, 300).columns, 'outcome')[agent];
      expect(then).toBe(tip[2] === 'cooperate' ? 1 : 0);
      expect(then).not.toBe(opened[agent]);
    }
    expect(changes).toBeGreaterThan(20);
  });

  it.each<[string, (own: RepeatedGames) => void, string]>([
    ['the reward is unknown', (own) => (own.reward = 'gift'), 'unknown parameter "gift"'],
    ['the continuation can be 1', (own) => (own.continuation = 'reward'), 'a match has no end'],
    [
      'the first round reads a state',
      ({ terms }) => terms[0]!.factors.push({ state: 'own_last' }),
      'the first round has no earlier actions',
    ],
    [
      'a transcript sentence has an unknown placeholder',
      ({ story }) => (story.end = '{score}'),
      'unknown placeholder "score"',
    ],
    ['outcomes have the same id', ({ outcomes }) => (outcomes[1].id = 'defect'), 'defined twice'],
  ])('A definition is rejected with a reason if %s', (_, breakIt, message) => {
    const broken = game();
    breakIt(broken.decision as RepeatedGames);
    expect(errorOf(() => parseDefinition(broken))?.message).toContain(message);
  });
});
