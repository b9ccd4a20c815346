import { unreachedText } from '../../../../src/simulations/result-words';
import { formatNumber, formatPercent } from '../../format/numbers';
import { listed } from '../../measures/interval-notes';
import { outsideTheData, parametersOf, rangeText, settingText, type Parameter } from '../../parameter-form';
import { intervalOf, type CaseStudy, type Figure } from '../../results/figure';
import { formatValue } from '../../results/format-figure';
import { inWords, labeledPart } from '../../workflow/labels';
import type { CompletedGoal, Goal, GoalResult, Quantity } from './goal';

/** Labels and units of a workflow. Ids until the workflow is loaded. */
export interface Names {
  parameter: (id: string) => Parameter | undefined;
  label: (id: string) => string;
  unit: (id: string) => string;
}

/** Properties of a section of the result. */
export interface GoalSectionProps {
  goal: CompletedGoal;
  names: Names;
}

export function namesOf(workflow: CaseStudy | undefined): Names {
  const parameters = workflow ? parametersOf(workflow) : [];
  const partOf = (id: string) => workflow && labeledPart(workflow, id);
  return {
    parameter: (id) => parameters.find((one) => one.id === id),
    label: (id) => partOf(id)?.label ?? inWords(id),
    unit: (id) => partOf(id)?.unit ?? '',
  };
}

export const parameterLabel = (names: Names, id: string): string => names.parameter(id)?.label ?? inWords(id);

/** Values of a search have more digits than are precise. */
const rounded = (value: number) => Number(value.toPrecision(4));

/** A value of a parameter in words, like “20% lower”. */
export function parameterValue(names: Names, id: string, value: number | string): string {
  const parameter = names.parameter(id);
  const shown = typeof value === 'number' ? rounded(value) : value;
  return parameter ? settingText(parameter, shown) : String(shown);
}

/** A quantity in words, like “share of “Train””. */
export function quantityText(names: Names, { share, measure, values = {} }: Quantity): string {
  if (share !== undefined) return `share of “${names.label(share)}”`;
  if (measure !== undefined) return `mean of “${names.label(measure)}”`;
  const parts = Object.entries(values).map(([id, value]) => `${names.label(id)}: ${value}`);
  return `value per agent (${parts.join(', ')})`;
}

/** `share` for quantities from 0 to 1, which are written as percentages. */
export function unitOf(names: Names, { share, measure }: Quantity): string {
  if (share !== undefined) return 'share';
  return measure === undefined ? '' : names.unit(measure);
}

/** A number of the request: a target or a limit. */
export function requestedValue(unit: string, value: number): string {
  return unit === 'share' ? formatPercent(value) : `${formatNumber(value)} ${unit}`.trim();
}

/** What the goal searches for, like “Swissmetro fare at which the share of “Swissmetro” is 70%”. */
export function titleOf(goal: Pick<Goal, 'name' | 'parameters' | 'objective'>, names: Names): string {
  if (goal.name !== null) return goal.name;
  const { goal: kind, target = 0 } = goal.objective;
  const labels = listed(goal.parameters.map(({ name }) => parameterLabel(names, name)));
  const quantity = quantityText(names, goal.objective);
  if (kind !== 'reach') return `${labels} with the ${kind === 'maximize' ? 'greatest' : 'smallest'} ${quantity}`;
  return `${labels} at which the ${quantity} is ${requestedValue(unitOf(names, goal.objective), target)}`;
}

/** The values of the parameters in the result, like “Swissmetro fare 20% lower, 95% interval 30% lower to 10% lower”. */
function resultPlace({ arguments: found }: Pick<GoalResult, 'arguments'>, names: Names): string {
  const places = found.map(({ parameter, value, interval, is_extrapolation: isOutside }) => {
    const outside = isOutside ? outsideTheData : '';
    const place = `${parameterLabel(names, parameter)} ${parameterValue(names, parameter, value)}${outside}`;
    return interval === null ? place : `${place}, 95% interval ${parameterRange(names, parameter, interval)}`;
  });
  return places.join('; ');
}

/** The headline: the values of the result, or that no allowed value reaches the target. */
export function headlineText({ objective, parameters, constraints, result }: CompletedGoal, names: Names): string {
  if (result.finding !== 'unreachable') return resultPlace(result, names);
  const unit = unitOf(names, objective);
  const target = objective.target ?? 0;
  return unreachedText({
    target: requestedValue(unit, target),
    bounds: parameters.map(({ name, from, to }) => ({
      label: parameterLabel(names, name),
      range: parameterRange(names, name, [from, to]),
    })),
    hasConstraints: constraints.length > 0,
    best: formatValue(unit, result.objective.value),
    isAbove: target > result.objective.value,
  });
}

/** An interval or the bounds of a parameter, like “25% lower to 40% higher”. */
export function parameterRange(names: Names, id: string, [low = 0, high = 0]: readonly number[]): string {
  const parameter = names.parameter(id);
  return parameter
    ? rangeText(parameter, [rounded(low), rounded(high)])
    : `${formatNumber(low)} to ${formatNumber(high)}`;
}

/** The objective, compared with the scenario of the request. */
export function objectiveFigure({ objective, result }: CompletedGoal, names: Names): Figure {
  const { value, interval, errors, start_value, gain } = result.objective;
  const text = quantityText(names, objective);
  return {
    id: 'objective',
    label: text.charAt(0).toUpperCase() + text.slice(1),
    unit: unitOf(names, objective),
    value,
    interval: intervalOf(interval),
    baseline: start_value,
    baselineInterval: null,
    difference: gain.value,
    differenceInterval: intervalOf(gain.interval),
    errors,
    differenceErrors: gain.errors,
  };
}

/** What the search found, in one sentence. */
export function findingText({ objective, constraints, result }: CompletedGoal, names: Names): string {
  const within = constraints.length > 0 ? 'within the bounds and constraints' : 'within the bounds';
  const target = requestedValue(unitOf(names, objective), objective.target ?? 0);
  const [values, reach, are, violate] =
    result.arguments.length === 1 ? ['value', 'reaches', 'is', 'violates'] : ['values', 'reach', 'are', 'violate'];
  const these = result.arguments.length === 1 ? 'This' : 'These';
  switch (result.finding) {
    case 'reached':
      return `${these} ${values} ${reach} the target of ${target}.`;
    case 'unreachable':
      return `${resultPlace(result, names)}: ${these.toLowerCase()} ${values} ${are} the nearest to the target ${within}.`;
    case 'optimum':
      return `The ${quantityText(names, objective)} is ${objective.goal === 'minimize' ? 'smallest' : 'greatest'} here, ${within}.`;
    case 'infeasible':
      return `No value within the bounds satisfies the constraints. ${these} ${values} ${violate} them least.`;
  }
}

/** What to know about the values: bounds, other solutions, missing intervals. */
export function findingNotes({ parameters, result }: CompletedGoal, names: Names): string[] {
  const { arguments: found, finding, solutions } = result;
  const better = finding === 'reached' ? '' : ': a wider range could be better';
  const bounds = found.flatMap(({ parameter, at_bound: bound }) => {
    const own = parameters.find(({ name }) => name === parameter);
    if (bound === null || !own) return [];
    const end = `${bound === 'from' ? 'lower' : 'upper'} bound ${parameterValue(names, parameter, own[bound])}`;
    return [`${parameterLabel(names, parameter)} is at its ${end}${better}.`];
  });
  const flat = found
    .filter(({ interval, at_bound: bound }) => interval === null && bound === null && finding !== 'infeasible')
    .map(
      ({ parameter }) => `The curve is too flat here to determine an interval of ${parameterLabel(names, parameter)}.`,
    );
  const [only] = found;
  const values = only ? solutions.map((value) => parameterValue(names, only.parameter, value)) : [];
  const others =
    values.length > 1
      ? [
          `These values reach the target: ${listed(values)}. The result is the one nearest to the scenario of the request.`,
        ]
      : [];
  return [...bounds, ...flat, ...others];
}

/** The values outside the calibrated range: in the result, and of the parameters that the goal does not vary. */
export function extrapolations({ parameters, warnings, result }: Goal, names: Names): string[] {
  const varied = new Set(parameters.map(({ name }) => name));
  const values = [
    ...(result?.arguments.filter(({ is_extrapolation: isOutside }) => isOutside) ?? []),
    ...warnings.filter(({ parameter }) => !varied.has(parameter)),
  ];
  return values.map(({ parameter: id, value }) => {
    const calibrated = names.parameter(id)?.calibratedRange;
    const range = calibrated ? ` ${parameterRange(names, id, calibrated)}` : '';
    return `${parameterLabel(names, id)} ${parameterValue(names, id, value)} is outside the calibrated range${range}.`;
  });
}
