import { type WorkflowOf } from '../../../definition/definition.schema.js';
import { type Scenario } from '../../../definition/scenario.schema.js';
import { type CompiledLever } from '../../../model/levers.js';
import { searchTurns } from '../../../transcript/lever-turns.js';
import { type Tip, tipOfTurn } from '../../../transcript/lever-tips.js';
import { tellPeers } from '../../../transcript/tell-choice.js';
import { smallestTip, tellLever } from '../../../transcript/tell-lever.js';
import { asSentence, fillTemplate } from '../../../transcript/template.js';
import { type Diffusion } from '../schema.js';

/** Beyond these shares of people an agent is called quick or slow. */
const QUICK = 0.2;
const SLOW = 0.8;

/** How a sentence calls a period. */
export function periodName({ periods }: Diffusion, period: number): string {
  return fillTemplate(periods.name, { number: String(periods.first + period - 1) });
}

/** What the model does not know of an agent, where it stands out, and how many would have ended alike. */
export function tellLuck(peers: string, reluctance: number, probability: number): string {
  const luck =
    reluctance < QUICK
      ? ['In what nobody asked about I am quicker to take things up than most.']
      : reluctance > SLOW
        ? ['In what nobody asked about I am slower to take things up than most.']
        : [];
  return [...luck, tellPeers(peers, probability)].join(' ');
}

/** What it would have done at the baseline, and when where that is another period. */
export function tellUsual({ decision, narrative }: WorkflowOf<Diffusion>, end: End, usual: End): string {
  const { noun } = decision.outcomes[usual.outcome]!;
  const would = `${narrative.baseline}, ${fillTemplate(narrative.outcome.would_have, { alternative: noun })}`;
  const isSame = usual.outcome === end.outcome;
  if (isSame && usual.period === end.period) return asSentence(`${would} too`);
  const hasAdopted = usual.period >= 1 && usual.period <= decision.periods.count;
  if (!hasAdopted) return asSentence(would);
  return asSentence(`${would}${isSame ? ' too, but' : ','} in ${periodName(decision, usual.period)}`);
}

/** How an agent ends: what, and in which period. */
export interface End {
  readonly outcome: number;
  readonly period: number;
}

/**
 * What would have changed the outcome of one agent while the others did what they did.
 *
 * @param outcomeAlong the outcome at each value of a lever's parameter
 */
export function tellTurn(
  definition: WorkflowOf<Diffusion>,
  scenario: Scenario,
  levers: readonly CompiledLever[],
  outcomeAlong: (lever: Extract<CompiledLever, { kind: 'number' }>) => (value: number) => number,
): string {
  const tips = levers.flatMap((lever): Tip[] => {
    if (lever.kind !== 'number') return [];
    const { parameter } = lever;
    const current = Number(scenario[parameter.id]);
    return searchTurns(parameter, current, outcomeAlong(lever)).flatMap(
      (turn) => tipOfTurn(turn, { value: current, unit: parameter.unit }) ?? [],
    );
  });
  const tip = smallestTip(tips);
  if (!tip) return 'As long as the others do what they do, I know of no single change that would have changed this.';
  return tellLever(definition, definition.decision.outcomes, tip, false);
}
