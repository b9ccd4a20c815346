import type { WorkflowOf } from '../../../definition/definition.schema.js';
import type { Scenario } from '../../../definition/scenario.schema.js';
import { type EquationCurve, rowCurves } from '../../../equations/parameter-effects.js';
import type { States } from '../../../equations/products/evaluate-products.js';
import { searchSwitchPoints } from '../../../transcript/switch-points.js';
import {
  type ParameterChange,
  changeBeyond,
  parameterChangeDescriber,
  smallestChange,
} from '../../../transcript/parameter-changes.js';
import { describeProbability } from '../../../transcript/describe-choice.js';
import { type Paragraph, type Sentence, sentence, fillTemplate } from '../../../transcript/template.js';
import type { TranscriptParts } from '../../../transcript/transcript-parts.js';
import type { Diffusion } from '../diffusion.schema.js';

/** Quantiles of reluctance below and above which an agent is described as quick or slow. */
const quickBelow = 0.2;
const slowAbove = 0.8;

/** Name of a period in a sentence. */
export function periodName({ periods }: Diffusion, period: number): string {
  return fillTemplate(periods.name, { number: String(periods.first + period - 1) });
}

/**
 * Describes the random error of an agent if it is extreme, and the probability of its outcome.
 *
 * @param probability probability of the agent's outcome
 */
export function describeRandomError(peers: string, reluctance: number, probability: number): Paragraph {
  const pace = reluctance < quickBelow ? 'quicker' : reluctance > slowAbove ? 'slower' : undefined;
  const error = pace
    ? [
        sentence(
          'reluctance',
          `The random error, which the model does not explain, makes me ${pace} to adopt than most ${peers}.`,
        ),
      ]
    : [];
  return [...error, describeProbability(peers, probability)];
}

/** Describes the outcome at the baseline, with the period of adoption if it differs from the scenario's. */
export function describeBaseline(
  { decision, narrative }: WorkflowOf<Diffusion>,
  result: AdoptionResult,
  baseline: AdoptionResult,
): Sentence {
  const { outcome, period } = baseline;
  const { noun } = decision.outcomes[outcome]!;
  const would = `${narrative.baseline}, ${fillTemplate(narrative.outcome.would_have, { alternative: noun })}`;
  const isSame = outcome === result.outcome;
  const state = (text: string) => sentence('baseline', text);
  const also = /\b(not|never)\b/.test(noun) ? 'either' : 'too';
  if (isSame && period === result.period) return state(`${would} ${also}`);
  const hasAdopted = period >= 1 && period <= decision.periods.count;
  if (!hasAdopted) return state(would);
  return state(`${would}${isSame ? ` ${also}, but` : ','} in ${periodName(decision, period)}`);
}

/** Result of one agent. */
export interface AdoptionResult {
  /** Index of the outcome. */
  readonly outcome: number;
  /** Period of adoption, as in `Trajectory`. */
  readonly period: number;
}

/** Equations of one agent as a function of a parameter's value, in each given period. The agent is in row 0 of the states. */
export type CurvesIn = (statesByPeriod: readonly States[]) => EquationCurve[];

/**
 * Makes a function that describes the smallest change of a numeric parameter that would have changed the outcome of one agent, given the
 * adoptions of the other agents. Its argument returns the agent's outcome at a value of the parameter.
 */
export function changeDescriber(
  definition: WorkflowOf<Diffusion>,
  scenario: Scenario,
  { effects, agents: { attributes, assigned }, outcomeText }: TranscriptParts,
): (index: number, outcomeAlong: (curvesIn: CurvesIn) => (value: number) => number) => Paragraph {
  const curves = effects.flatMap((effect) => {
    if (effect.kind !== 'number') return [];
    // A function of its own for each period, because all are in use at the same time.
    const byPeriod = Array.from({ length: definition.decision.periods.count }, () =>
      rowCurves(effect.curve, attributes, assigned),
    );
    return [{ parameter: effect.parameter, byPeriod }];
  });
  const nounOf = (outcome: number) => definition.decision.outcomes[outcome]!.noun;
  const describe = parameterChangeDescriber(definition, outcomeText, nounOf, false);
  const none = sentence(
    'change',
    'If everyone else acts the same way, the model finds no single parameter change that would change this outcome.',
    { parameter: undefined },
  );
  return (index, outcomeAlong) => {
    const changes = curves.flatMap(({ parameter, byPeriod }): ParameterChange[] => {
      const current = Number(scenario[parameter.id]);
      const outcomeAt = outcomeAlong((statesByPeriod) =>
        statesByPeriod.map((states, k) => byPeriod[k]!(index, states, 0)),
      );
      return searchSwitchPoints(parameter, current, outcomeAt).flatMap(
        (point) => changeBeyond(point, { value: current, unit: parameter.unit }) ?? [],
      );
    });
    const change = smallestChange(changes);
    return change ? describe(change) : [none];
  };
}
