import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { type Column } from '../../columns/column.js';
import { type WorkflowDefinition } from '../../definition/definition.schema.js';
import { parseDefinition } from '../../validation/parse-definition.js';
import { baselineScenario } from '../../definition/resolve-scenario.js';
import { type Scenario } from '../../definition/scenario.schema.js';
import { type EngineError } from '../../engine-error.js';
import { compile } from '../../simulation/compile.js';
import { drawSituation } from '../../population/draw-situation.js';
import { simulate } from '../../simulation/simulate.js';
import { numberWord } from '../../transcript/number-words.js';
import { asSentence } from '../../transcript/template.js';
import { agentRenderer } from '../../simulation/render-agent.js';
import { expectedMatch } from './markov.js';
import { matchRulesOf } from './repeated-games.family.js';
import { type RepeatedGames } from './schema.js';

// A change of this means other answers to the same questions: raise ENGINE_VERSION with it.
const DIGEST = '8ad688646c472e3a6895c52894162d33ce367ebcc0e128e5d4685a33ff0c6f6a';

const surveyed = parseDefinition(
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../catalog/swissmetro-mode-choice.json'), 'utf8')),
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
const ESTIMATES = { first: -2, first_reward: 0.05, cc: 2.5, cd: -1.5, dc: 0.8, dd: -2.2, suspicion: 0.6 };

/** A made-up game; the suspicious are a part of the people who cooperate less at first. */
function game(): WorkflowDefinition {
  const coefficients = Object.entries(ESTIMATES).map(([id, estimate]) => ({ id, label: id, estimate }));
  const measure = (id: string, unit: string) => ({ id, label: id, unit });
  const number = (id: string, unit: string, usual: number, minimum: number, maximum: number) => ({
    id,
    label: id,
    description: id,
    type: 'number',
    unit,
    default: usual,
    minimum,
    maximum,
    calibrated_range: [minimum, maximum],
  });
  return parseDefinition({
    ...surveyed,
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
      hold_out: { ...surveyed.evidence.hold_out, outcomes: [], segments: [] },
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

/** What a match comes to by the Markov chain, for agents of a mood who meet any of the two. */
function expected(mood: 'trusting' | 'suspicious', changes: Scenario = {}) {
  const scenario = { ...baselineScenario(definition), ...changes };
  const after = [ESTIMATES.dd, ESTIMATES.dc, ESTIMATES.cd, ESTIMATES.cc].map(probabilityOf);
  const probabilities = (of: string) => ({
    first: probabilityOf(
      ESTIMATES.first + 0.05 * Number(scenario.reward) - (of === 'suspicious' ? ESTIMATES.suspicion : 0),
    ),
    after,
  });
  const stakes = matchRulesOf(decision, scenario);
  const met = ['trusting', 'suspicious'].map((other) =>
    expectedMatch(probabilities(mood), probabilities(other), stakes),
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
  ])('follow the Markov chain %s: 100,000 agents within 4 standard errors', (_, changes) => {
    const { columns } = decide(changes, 100_000);
    const mood = named(columns, 'attribute.mood');
    for (const [code, who] of (['trusting', 'suspicious'] as const).entries()) {
      const own = Array.from(mood.keys()).filter((agent) => mood[agent] === code);
      const chain = expected(who, changes);
      for (const [name, told] of Object.entries({
        outcome: chain.opening,
        'measure.cooperation': chain.cooperation,
        'measure.mutual_cooperation': chain.mutual_cooperation,
        'measure.payoff': chain.payoff,
        'measure.rounds': chain.rounds,
      })) {
        const values = own.map((agent) => named(columns, name)[agent]!);
        const average = mean(values);
        const spread = Math.sqrt(mean(values.map((value) => (value - average) ** 2)));
        // The two of a match are alike: at most twice the variance of as many who are not.
        expect(Math.abs(average - told)).toBeLessThanOrEqual(4 * spread * Math.sqrt(2 / own.length) + 1e-9);
      }
    }
  });

  it('make 100 agents the first 100 of 10,000', () => {
    const [few, many] = [100, 10_000].map((agents) => decide({ reward: 45 }, agents).columns);
    for (const column of few!) expect(column.values).toEqual(named(many!, column.name).slice(0, 100));
  });

  it('let an odd one out play with somebody who is not counted', () => {
    const { columns, events } = decide({}, 7);
    expect(named(columns, 'measure.rounds')).toHaveLength(7);
    expect(Math.min(...Array.from(named(columns, 'measure.rounds')))).toBeGreaterThan(0);
    expect(Array.from(named(events, 'partner')).at(-1)).toBe(7);
  });

  it('never shorten a match where another round is likelier', () => {
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
      { numRuns: 60 },
    );
  });

  it('never let an agent open by defecting because the reward rose', () => {
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
      { numRuns: 60 },
    );
  });

  it('list every round of every match, which the agents’ numbers are made of', () => {
    const { columns, events } = decide({}, 400);
    const [agent, partner, round, own, other] = ['agent', 'partner', 'round', 'cooperated', 'partner_cooperated'].map(
      (name) => named(events, name),
    );
    const rounds = new Map<number, { rounds: number; cooperative: number; points: number }>();
    const note = (who: number, mine: number, theirs: number) => {
      const so = rounds.get(who) ?? { rounds: 0, cooperative: 0, points: 0 };
      const points = mine ? (theirs ? 40 : 12) : theirs ? 50 : 25;
      rounds.set(who, {
        rounds: so.rounds + 1,
        cooperative: so.cooperative + mine,
        points: so.points + points,
      });
    };
    agent!.forEach((who, row) => {
      expect(partner![row]).toBe(who + 1);
      expect(round![row]).toBe((rounds.get(who)?.rounds ?? 0) + 1);
      note(who, own![row]!, other![row]!);
      note(who + 1, other![row]!, own![row]!);
    });
    rounds.forEach((so, who) => {
      expect(named(columns, 'measure.rounds')[who]).toBe(so.rounds);
      expect(named(columns, 'measure.cooperation')[who]).toBe(so.cooperative / so.rounds);
      expect(named(columns, 'measure.payoff')[who]).toBe(so.points / so.rounds);
    });
  });

  it('keep their digest', () => {
    const scenario = { ...baselineScenario(definition), reward: 45 };
    expect(simulate({ definition, scenario, seed: 0, agentCount: 500, parameterDraws: 0 }).digest).toBe(DIGEST);
  });

  it('have the same outcome for scenario and baseline where the scenario is the baseline', () => {
    const { columns } = decide();
    for (const name of ['outcome', 'measure.cooperation', 'measure.rounds'])
      expect(named(columns, name)).toEqual(named(columns, `baseline_${name}`));
  });

  it('stop when asked', () => {
    let asked = 0;
    const stopped = () =>
      simulate({
        definition,
        scenario: baselineScenario(definition),
        seed: 0,
        agentCount: 4_000,
        shouldStop: () => ++asked === 3,
      });
    expect(errorOf(stopped)?.code).toBe('simulation_canceled');
  });

  it('name the term that is not a finite number', () => {
    const broken = game();
    broken.decision.terms[3]!.scale = Infinity;
    const scenario = baselineScenario(broken);
    const work = () => simulate({ definition: broken, scenario, seed: 0, agentCount: 10 });
    expect(errorOf(work)?.meta).toMatchObject({ term: 'cc' });
  });

  it('are told round by round, as they went', () => {
    const scenario = { ...baselineScenario(definition), reward: 45 };
    const output = simulate({ definition, scenario, seed: 0, agentCount: 200, parameterDraws: 0 });
    const render = agentRenderer(definition, scenario, output);
    const opened = named(output.columns, 'outcome');
    const rounds = named(output.columns, 'measure.rounds');
    for (let agent = 0; agent < 200; agent++) {
      const { transcript } = render(agent);
      const told = transcript.join(' ');
      expect(told).not.toMatch(/[{}]|NaN|undefined|\d\.\d{3}/);
      const first = transcript[1]!;
      expect(first).toMatch(/^Rounds? 1/);
      expect(first).toMatch(opened[agent] === 1 ? /I cooperate|we both cooperate/ : /I defect|we both defect/);
      expect(told).toContain(
        rounds[agent] === 1 ? 'One round' : `${asSentence(numberWord(rounds[agent]!)).slice(0, -1)} rounds, `,
      );
    }
  });

  it('tell what would have changed the first action, truly', () => {
    const scenario = baselineScenario(definition);
    const output = simulate({ definition, scenario, seed: 0, agentCount: 300, parameterDraws: 0 });
    const render = agentRenderer(definition, scenario, output);
    const opened = named(output.columns, 'outcome');
    let told = 0;
    for (let agent = 0; agent < 300; agent++) {
      const tip = /With a reward of ([\d.]+) points, I would (\w+)/.exec(render(agent).transcript.at(-1)!);
      if (!tip) continue;
      told++;
      const then = named(decide({ reward: Number(tip[1]) }, 300).columns, 'outcome')[agent];
      expect(then).toBe(tip[2] === 'cooperate' ? 1 : 0);
      expect(then).not.toBe(opened[agent]);
    }
    expect(told).toBeGreaterThan(20);
  });

  it.each<[string, (own: RepeatedGames) => void, string]>([
    ['the reward is unknown', (own) => (own.reward = 'gift'), 'unknown parameter "gift"'],
    ['the continuation may be 1', (own) => (own.continuation = 'reward'), 'a match has no end'],
    [
      'the first round reads the last',
      ({ terms }) => terms[0]!.factors.push({ state: 'own_last' }),
      'before the first round nothing has happened',
    ],
    ['a story has a wrong word', ({ story }) => (story.end = '{score}'), 'unknown placeholder "score"'],
    ['outcomes have one id', ({ outcomes }) => (outcomes[1].id = 'defect'), 'defined twice'],
  ])('are refused with a reason where %s', (_, breakIt, message) => {
    const broken = game();
    breakIt(broken.decision as RepeatedGames);
    expect(errorOf(() => parseDefinition(broken))?.message).toContain(message);
  });
});
