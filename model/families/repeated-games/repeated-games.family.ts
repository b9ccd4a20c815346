import { sumOf } from '../../math/linear-algebra.js';
import type { IssueList } from '../../definition/issue-list.js';
import { numericParameterOf, type References } from '../../definition/references.js';
import {
  isTimeVarying,
  type CompiledEquations,
  compileEquations,
  withCoefficients,
} from '../../equations/compile-equations.js';
import { placeholders } from '../../transcript/template.js';
import { type RepeatedGames, gameEquations } from './repeated-games.schema.js';
import type { Column } from '../../columns/column.js';
import { numericParameters } from '../../definition/parameter-types.js';
import type { NumericParameter, Scenario } from '../../definition/scenario.schema.js';
import { logisticFromUniform, streamPurposes, pairDrawer } from '../../random/stream.js';
import type { DecisionFamily } from '../../equations/decision-family.js';
import {
  type MatchResults,
  playMatches,
  type MatchRules,
  type RoundListener,
  gameModel,
  type Strategies,
  strategiesOf,
} from './play.js';
import { gameTranscriber } from './transcript/game-transcriber.js';
import type { Situation } from '../../population/situation.js';
import { exp } from '../../math/elementary.js';
import { inverseLogit, predictorName } from '../../equations/formulas.js';
import { familyDefaults } from '../outcome-columns.js';

/** Checks that a repeated game is consistent in itself and with the parameters of the definition. Adds issues to the list. */
export function checkGames(list: IssueList, decision: RepeatedGames, references: References): void {
  list.unique(['decision', 'outcomes'], decision.outcomes, 'outcome');
  for (const part of ['reward', 'continuation'] as const) {
    const id = decision[part];
    const path = ['decision', part];
    const message = `parameter "${id}" is a choice parameter, but must be a number`;
    const parameter = numericParameterOf(list, path, id, references, message);
    if (part === 'continuation' && parameter && (parameter.minimum < 0 || parameter.maximum >= 1))
      list.add(
        path,
        `"${id}" is used as a probability, so its bounds must be at least 0 and below 1; otherwise a match has no end`,
      );
  }
  decision.terms.forEach(({ equation, factors }, index) => {
    if (factors.some(isTimeVarying) && equation === 'first_round')
      list.add(['decision', 'terms', index], 'reads a state of the run, but the first round has no earlier actions');
  });
  const { story } = decision;
  const allowed = { end: ['rounds', 'cooperative', 'payoff'], end_at_once: ['payoff'] };
  for (const part of ['end', 'end_at_once'] as const) {
    for (const name of placeholders(story[part]))
      list.known(['decision', 'story', part], name, new Set(allowed[part]), 'placeholder');
  }
}

const measureIds = ['cooperation', 'mutual_cooperation', 'payoff', 'rounds'] as const;

/** Reads continuation probability and payoffs from a scenario. */
export function matchRulesOf(
  { payoffs, reward, continuation, most_rounds }: RepeatedGames,
  scenario: Scenario,
): MatchRules {
  return {
    continuation: Number(scenario[continuation]),
    points: [payoffs.punishment, payoffs.temptation, payoffs.sucker, Number(scenario[reward])],
    maxRounds: most_rounds,
  };
}

/** Repeated prisoner's dilemma: pairs of agents with memory-one strategies. */
export const repeatedGames: DecisionFamily<RepeatedGames> = {
  ...familyDefaults,
  interacting: true,
  states: ['own_last', 'other_last'],
  linear: gameModel,
  formulas: () => [
    `P(cooperation in the first round) = ${inverseLogit(predictorName(gameEquations[0]))}`,
    `P(cooperation in a later round) = ${inverseLogit(predictorName(gameEquations[1]))}`,
  ],
  check: checkGames,
  measures: ({ measures, payoffs, reward, most_rounds }, parameters) => [
    { ...measures.cooperation, bounds: [0, 1] },
    { ...measures.mutual_cooperation, bounds: [0, 1] },
    {
      ...measures.payoff,
      bounds: payoffBounds(
        payoffs,
        numericParameters(parameters).find(({ id }) => id === reward),
      ),
    },
    { ...measures.rounds, bounds: [1, most_rounds] },
  ],
  compile(decision, context) {
    const model = gameModel(decision);
    const compiled = (['scenario', 'baseline'] as const).map((scenario) => ({
      scenario,
      equations: compileEquations(model, context, context[scenario]),
      rules: matchRulesOf(decision, context[scenario]),
    }));
    const play = (situation: Situation, position: number, equations: CompiledEquations, onRound?: RoundListener) => {
      const { attributes, from, onStep } = situation;
      const { scenario, rules } = compiled[position]!;
      const strategies = strategiesOf(equations, attributes, situation.assigned[scenario], from);
      const matches = Math.ceil(attributes.count / 2);
      const afterStep = (done: number) => onStep?.(position * matches + done, 2 * matches);
      return { strategies, played: playMatches(strategies, rules, situation, afterStep, onRound) };
    };
    return {
      run(situation) {
        const rounds = roundsTable();
        const [scenario, baseline] = [
          play(situation, 0, compiled[0]!.equations, rounds.add),
          play(situation, 1, compiled[1]!.equations),
        ];
        return {
          columns: [
            ...matchColumns(decision, '', scenario),
            ...matchColumns(decision, 'baseline_', baseline),
            { name: 'opening_error', type: 'float64', values: openingErrors(situation) },
          ],
          events: rounds.columns(),
        };
      },
      expect: (situation, draws) =>
        draws.map((draw) => {
          const [scenario, baseline] = compiled.map(({ equations }, position) =>
            meansOf(play(situation, position, withCoefficients(equations, draw)).played),
          );
          return { scenario: scenario!, baseline: baseline! };
        }),
    };
  },
  transcriber: gameTranscriber,
};

/** Minimum and maximum points of a round over all scenarios. */
function payoffBounds(payoffs: RepeatedGames['payoffs'], reward: NumericParameter | undefined): [number, number] {
  if (!reward) return [-Infinity, Infinity];
  const points = [...Object.values(payoffs), reward.minimum, reward.maximum];
  return [Math.min(...points), Math.max(...points)];
}

function measureValues({
  rounds,
  cooperative,
  mutual,
  points,
}: MatchResults): Record<(typeof measureIds)[number], Float64Array> {
  const perRound = (values: Int32Array | Float64Array) =>
    Float64Array.from(values, (value, row) => value / rounds[row]!);
  return {
    cooperation: perRound(cooperative),
    mutual_cooperation: perRound(mutual),
    payoff: perRound(points),
    rounds: Float64Array.from(rounds),
  };
}

function matchColumns(
  { outcomes, measures }: RepeatedGames,
  prefix: string,
  { strategies, played }: { strategies: Strategies; played: MatchResults },
): Column[] {
  const [defect, cooperate] = outcomes;
  const probabilities = strategies.first.map((logit) => 1 / (1 + exp(-logit)));
  const values = measureValues(played);
  return [
    { name: `${prefix}outcome`, type: 'category', categories: [defect.id, cooperate.id], values: played.opened },
    {
      name: `${prefix}probability.${defect.id}`,
      type: 'float64',
      values: probabilities.map((probability) => 1 - probability),
    },
    { name: `${prefix}probability.${cooperate.id}`, type: 'float64', values: probabilities },
    ...measureIds.map((id): Column => ({
      name: `${prefix}measure.${measures[id].id}`,
      type: 'float64',
      values: values[id],
    })),
  ];
}

/** Shares of the first actions and means of the measures, in the order of an `Expectation`. */
function meansOf(played: MatchResults): Float64Array {
  const mean = (values: ArrayLike<number>) => sumOf(values) / values.length;
  const opened = mean(played.opened);
  const values = measureValues(played);
  return Float64Array.of(1 - opened, opened, ...measureIds.map((id) => mean(values[id])));
}

/** Random error of each agent in the first round, on the scale of the logit. */
function openingErrors({ key, from, to, replicate }: Situation): Float64Array {
  const choose = pairDrawer(key, streamPurposes.choice, replicate);
  return Float64Array.from({ length: to - from }, (_, row) => logisticFromUniform(choose(from + row, 0, 0)[0]));
}

/**
 * Event table with one row per round of each match, in order: both agents and their actions. With an odd number of agents, the partner of the
 * last agent is a copy that is not counted; its index is the number of agents.
 */
function roundsTable() {
  const rows: [number[], number[], number[], number[], number[]] = [[], [], [], [], []];
  const add: RoundListener = (...round) => round.forEach((value, k) => rows[k]!.push(value));
  const columns = (): Column[] => [
    { name: 'agent', type: 'int32', values: Int32Array.from(rows[0]) },
    { name: 'partner', type: 'int32', values: Int32Array.from(rows[1]) },
    { name: 'round', type: 'int32', values: Int32Array.from(rows[2]) },
    { name: 'cooperated', type: 'bool', values: Uint8Array.from(rows[3]) },
    { name: 'partner_cooperated', type: 'bool', values: Uint8Array.from(rows[4]) },
  ];
  return { add, columns };
}
