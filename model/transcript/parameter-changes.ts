import { traitsOf } from '../definition/parameter-types.js';
import type { ChoiceParameter, NumericParameter, Parameter } from '../definition/scenario.schema.js';
import type { SwitchPoint } from './switch-points.js';
import { type DisplayFormat, displayFormats } from './quantity.js';
import type { WorkflowDefinition } from '../definition/definition.schema.js';
import { type OutcomeTexts, type Paragraph, sentence, compileTemplate, textFor } from './template.js';

/** A change of one parameter that alters an agent's outcome, with its display texts. */
export interface ParameterChange {
  readonly parameter: Parameter;
  /** The new value of the parameter. */
  readonly value: number | string;
  /** Size of the change as a fraction of the parameter's calibrated range. */
  readonly size: number;
  /** Whether the new value is within the calibrated range. */
  readonly isCalibrated: boolean;
  /** Display text of the current quantity. */
  readonly old: string;
  /** Display text of the new quantity. Equals `old` only if the change is too small to display. */
  readonly new: string;
  /** Index of the outcome at the new value. */
  readonly outcome: number;
}

/** A quantity that is proportional to the parameter and describes it: its current value and its unit. */
export interface DisplayedQuantity {
  readonly value: number;
  readonly unit: string;
}

/** Display steps tried beyond a switch point. The first can display like the current value or be the switch point. */
const stepOffsets = [0, 1, 2];

/**
 * The smallest change of a number beyond a switch point. A change within the calibrated range ranks before all others.
 *
 * @returns undefined if no value in this direction alters the outcome
 */
export function changeBeyond(switchPoint: SwitchPoint, displayed: DisplayedQuantity): ParameterChange | undefined {
  const { parameter } = switchPoint;
  const { calibrated_range: calibrated, minimum, maximum } = parameter;
  return (
    changeWithin(switchPoint, calibrated, displayed, true) ??
    changeWithin(switchPoint, [minimum, maximum], displayed, false)
  );
}

/** Size of a change to another option, so that any change of a number within its calibrated range ranks before it. */
export const optionSize = 1;

/** A change to another option. */
export function changeToOption(
  parameter: ChoiceParameter,
  current: string,
  option: ChoiceParameter['options'][number],
  outcome: number,
): ParameterChange {
  const old = parameter.options.find(({ id }) => id === current)?.phrase ?? current;
  return { parameter, value: option.id, size: optionSize, isCalibrated: true, old, new: option.phrase, outcome };
}

/**
 * The nearest value of a range beyond a switch point. Values are multiples of a display step (a minute, franc or percent), then of finer
 * steps; if none fits, the value is the end of the range.
 *
 * @param range range of the parameter; it need not contain the current value
 * @returns undefined if no value of the range in this direction alters the outcome
 */
function changeWithin(
  switchPoint: SwitchPoint,
  [low, high]: readonly [number, number],
  displayed: DisplayedQuantity,
  isSurveyed: boolean,
): ParameterChange | undefined {
  const { current, direction, outcomeAt, parameter } = switchPoint;
  const own = outcomeAt(current);
  const [nearest, end] =
    direction > 0 ? [Math.max(switchPoint.value, low), high] : [Math.min(switchPoint.value, high), low];
  if ((end - nearest) * direction < 0 || outcomeAt(end) === own) return undefined;
  const scale = current === 0 ? 1 : current / displayed.value;
  const changeAt = (value: number, { display }: DisplayFormat): ParameterChange => ({
    parameter,
    value,
    size: sizeOf(parameter, Math.abs(value - current)),
    isCalibrated: isSurveyed,
    old: display(displayed.value),
    new: display(value / scale),
    outcome: outcomeAt(value),
  });
  const formats = displayFormats(displayed.unit, nearest / scale);
  const { step } = traitsOf(parameter);
  for (const format of step > 0 ? formats.slice(0, 1) : formats) {
    const unit = step || format.step;
    for (const stepped of stepsFrom(nearest / scale, direction * Math.sign(scale), unit)) {
      const value = snapped(stepped * scale, [low, high]);
      if (value < low || value > high) continue;
      const change = changeAt(value, format);
      if (change.outcome !== own && change.new !== change.old) return change;
    }
  }
  return changeAt(end, formats.at(-1)!);
}

/** A distance as a fraction of the range that is studied. */
export function sizeOf(parameter: NumericParameter, distance: number): number {
  const [low, high] = traitsOf(parameter).studiedRange;
  return distance / (high - low);
}

function stepsFrom(start: number, direction: number, step: number): number[] {
  const first = direction > 0 ? Math.ceil(start / step) : Math.floor(start / step);
  return stepOffsets.map((offset) => (first + direction * offset) * step);
}

/** Replaces a value that differs from an end of the range only by rounding with that end. */
function snapped(value: number, ends: readonly number[]): number {
  return ends.find((end) => Math.abs(value - end) <= 1e-12 * Math.max(1, Math.abs(end))) ?? value;
}

/**
 * Whether a change ranks before another. Changes within the calibrated range rank before all others. Sizes are fractions of each parameter's
 * calibrated range.
 */
export function isSmaller(change: ParameterChange, other: ParameterChange | undefined): boolean {
  if (!other) return true;
  return change.isCalibrated === other.isCalibrated ? change.size < other.size : change.isCalibrated;
}

/** Selects the smallest change; the first of equal ones. Returns undefined for an empty list. */
export function smallestChange(changes: Iterable<ParameterChange | undefined>): ParameterChange | undefined {
  let smallest: ParameterChange | undefined;
  for (const change of changes) if (change && isSmaller(change, smallest)) smallest = change;
  return smallest;
}

/**
 * Makes a function that describes the smallest change of one parameter that would have changed an agent's outcome.
 *
 * @param nounOf noun phrase of an outcome, for the narrative's `outcome` sentences
 * @param areAllSolved whether every parameter was searched; if not, the text claims nothing about all parameters
 * @returns the sentence of the change, after a sentence that the change is outside the calibrated range if it is. The change is undefined if
 *   none was found
 */
export function parameterChangeDescriber(
  { scenario, narrative }: WorkflowDefinition,
  { would }: OutcomeTexts,
  nounOf: (outcome: number) => string,
  areAllSolved: boolean,
): (change: ParameterChange | undefined) => Paragraph {
  const none = [
    sentence(
      'change',
      areAllSolved
        ? "No single parameter change within the model's limits would change this outcome."
        : 'The model finds no single parameter change that would change this outcome.',
      { parameter: undefined },
    ),
  ];
  const limit = `${areAllSolved ? 'Only a' : 'A'} change outside the calibrated range would change this outcome.`;
  const outside = sentence('change_outside', limit);
  const conditions = new Map(
    scenario.parameters.map(({ id }) => [
      id,
      compileTemplate<ParameterChange>(narrative.levers[id]?.text ?? '', (name) =>
        name === 'old' ? (change) => change.old : name === 'new' ? (change) => change.new : undefined,
      ),
    ]),
  );
  return (change) => {
    if (!change) return none;
    const { parameter, value, outcome } = change;
    const condition =
      change.old === change.new
        ? `with a very small change of “${parameter.label}”`
        : textFor(conditions.get(parameter.id)!, change);
    const text = `${condition}, ${would(nounOf(outcome))}`;
    const description = sentence('change', text, { parameter: parameter.id, value });
    return change.isCalibrated ? [description] : [outside, description];
  };
}
