import { type ChoiceParameter, type NumericParameter, type Parameter } from '../definition/scenario.schema.js';
import { type SwitchPoint } from './switch-points.js';
import { type DisplayFormat, displayFormats } from './quantity.js';

/** A change of one lever that changes the outcome, in the words it is told in. */
export interface ParameterChange {
  readonly parameter: Parameter;
  /** The new value of the parameter. */
  readonly value: number | string;
  /** How far it is, as a part of the calibrated range; nothing outside of what was surveyed comes nearer than what is within. */
  readonly size: number;
  readonly isCalibrated: boolean;
  readonly old: string;
  /** Differs from `old`, but for a change that is too small to be told. */
  readonly new: string;
  /** The outcome then. */
  readonly outcome: number;
}

/** What a lever is told by: how much of it the agent perceives now, proportional to the parameter, and in what unit. */
export interface DisplayedQuantity {
  readonly value: number;
  readonly unit: string;
}

/** Steps tried from where the outcome turns: the first may be told like the value now, or be the turn itself. */
const STEPS = [0, 1, 2];

/** The smallest change of a number, one within what was surveyed going before all that are not. */
export function changeBeyond(turn: SwitchPoint, shown: DisplayedQuantity): ParameterChange | undefined {
  const { parameter } = turn;
  const { calibrated_range: surveyed, minimum, maximum } = parameter;
  return tipWithin(turn, surveyed, shown, true) ?? tipWithin(turn, [minimum, maximum], shown, false);
}

/** Another option is always one step away: it is told before a number only where that would have to leave what was surveyed. */
export function changeToOption(
  parameter: ChoiceParameter,
  current: string,
  option: ChoiceParameter['options'][number],
  outcome: number,
): ParameterChange {
  const old = parameter.options.find(({ id }) => id === current)?.phrase ?? current;
  return { parameter, value: option.id, size: 1, isCalibrated: true, old, new: option.phrase, outcome };
}

/**
 * The nearest value of a range beyond a turn: on a whole minute, franc or percent, or where none lies there, on a finer step. Where none of
 * those does either it is the end of the range. So nothing is returned only where no value of the range changes the outcome in this direction.
 *
 * @param range of the parameter; it need not hold the value now
 */
function tipWithin(
  turn: SwitchPoint,
  [low, high]: readonly [number, number],
  shown: DisplayedQuantity,
  isSurveyed: boolean,
): ParameterChange | undefined {
  const { current, direction, outcomeAt, parameter } = turn;
  const own = outcomeAt(current);
  const [nearest, end] = direction > 0 ? [Math.max(turn.value, low), high] : [Math.min(turn.value, high), low];
  if ((end - nearest) * direction < 0 || outcomeAt(end) === own) return undefined;
  const perShown = current === 0 ? 1 : current / shown.value;
  const tipAt = (value: number, { display }: DisplayFormat): ParameterChange => ({
    parameter,
    value,
    size: sizeOf(parameter, value - current),
    isCalibrated: isSurveyed,
    old: display(shown.value),
    new: display(value / perShown),
    outcome: outcomeAt(value),
  });
  const tellings = displayFormats(shown.unit, nearest / perShown);
  for (const telling of parameter.type === 'integer' ? tellings.slice(0, 1) : tellings) {
    const unit = parameter.type === 'integer' ? 1 : telling.step;
    for (const stepped of stepsFrom(nearest / perShown, direction * Math.sign(perShown), unit)) {
      const value = snapped(stepped * perShown, [low, high]);
      if (value < low || value > high) continue;
      const tip = tipAt(value, telling);
      if (tip.outcome !== own && tip.new !== tip.old) return tip;
    }
  }
  return tipAt(end, tellings.at(-1)!);
}

function sizeOf({ calibrated_range: [low, high], minimum, maximum }: NumericParameter, change: number): number {
  return Math.abs(change) / (high - low || maximum - minimum);
}

function stepsFrom(start: number, direction: number, step: number): number[] {
  const first = direction > 0 ? Math.ceil(start / step) : Math.floor(start / step);
  return STEPS.map((further) => (first + direction * further) * step);
}

/** The end of a range for a value that misses it by no more than was rounded off. */
function snapped(value: number, ends: readonly number[]): number {
  return ends.find((end) => Math.abs(value - end) <= 1e-12 * Math.max(1, Math.abs(end))) ?? value;
}
