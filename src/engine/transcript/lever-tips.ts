import { type Parameter } from '../definition/scenario.schema.js';
import { type Turn } from './lever-turns.js';
import { type Telling, tellingsOf } from './quantity.js';

/** A change of one lever that changes the choice, in the words it is told in. */
export interface Tip {
  readonly parameter: Parameter;
  /** The new value of the parameter. */
  readonly value: number;
  readonly old: string;
  /** Differs from `old`, but for a change that is too small to be told. */
  readonly new: string;
  /** The alternative taken then. */
  readonly choice: number;
}

/** What a lever is told by: how much of it the agent perceives now, proportional to the parameter, and in what unit. */
export interface Shown {
  readonly value: number;
  readonly unit: string;
}

/** Steps tried from where the choice turns: the first may be told like the value now, or be the turn itself. */
const STEPS = [0, 1, 2];

/**
 * The nearest value of a range beyond a turn: on a whole minute, franc or percent, or where none lies there, on a finer step. Where none of
 * those does either it is the end of the range. So nothing is returned only where no value of the range changes the choice in this direction.
 *
 * @param range of the parameter; it need not hold the value now
 */
export function tipWithin(turn: Turn, [low, high]: readonly [number, number], shown: Shown): Tip | undefined {
  const { current, direction, choiceAt } = turn;
  const chosen = choiceAt(current);
  const [nearest, end] = direction > 0 ? [Math.max(turn.at, low), high] : [Math.min(turn.at, high), low];
  if ((end - nearest) * direction < 0 || choiceAt(end) === chosen) return undefined;
  const perShown = current === 0 ? 1 : current / shown.value;
  const tipAt = (value: number, { display }: Telling): Tip => ({
    parameter: turn.parameter,
    value,
    old: display(shown.value),
    new: display(value / perShown),
    choice: choiceAt(value),
  });
  const tellings = tellingsOf(shown.unit, nearest / perShown);
  for (const telling of tellings) {
    for (const value of stepsFrom(nearest / perShown, direction * Math.sign(perShown), telling.step)) {
      const tip = tipAt(snapped(value * perShown, [low, high]), telling);
      const isWithin = tip.value >= low && tip.value <= high;
      if (isWithin && tip.choice !== chosen && tip.new !== tip.old) return tip;
    }
  }
  return tipAt(end, tellings.at(-1)!);
}

function stepsFrom(start: number, direction: number, step: number): number[] {
  const first = direction > 0 ? Math.ceil(start / step) : Math.floor(start / step);
  return STEPS.map((further) => (first + direction * further) * step);
}

/** The end of a range for a value that misses it by no more than was rounded off. */
function snapped(value: number, ends: readonly number[]): number {
  return ends.find((end) => Math.abs(value - end) <= 1e-12 * Math.max(1, Math.abs(end))) ?? value;
}
