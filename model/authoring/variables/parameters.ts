import { withArticle } from '../../equations/sentence.js';
import { noUnit, type Variable, type Variables } from './variables.js';
import { countText, idOf, inSentence, nounOf } from './names.js';
import type { SpecIssues } from '../spec-error.js';
import type { SpecParameterFields } from '../spec.schema.js';

/** Option of a parameter that leaves the own value to each agent. */
export const asObserved = 'as_observed';

/** A column that scenarios can change. At the baseline, each agent has its own value. */
export interface SpecParameter {
  readonly id: string;
  readonly label: string;
  readonly noun: string;
  readonly description: string;
  readonly randomized: boolean;
  readonly variable: Variable;
  readonly change: 'set' | 'add' | 'multiply';
  /** Option of all agents at the baseline. Undefined if each has its own value. */
  readonly baseline?: string | undefined;
  /** Number of all agents at the baseline, if scenarios set any number of a range: see `numberParameter`. Otherwise undefined. */
  readonly reference?: number;
  /** Values that scenarios can set. Empty unless `change` is `set`. */
  readonly options: readonly {
    raw: string;
    id: string;
    label: string;
    phrase: string;
    words?: readonly string[] | undefined;
    value?: number;
  }[];
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  /** Alternative that the parameter changes, in decisions between alternatives. */
  readonly about?: string | undefined;
  /** Whether it changes columns of several alternatives, so that no row has one value of it. */
  readonly isShared?: boolean;
}

/** Label of a parameter, and the same within a sentence. */
export function parameterNaming({ column, label: ofColumn }: Variable, { label = ofColumn }: SpecParameterFields) {
  return { label, noun: nounOf(label, column) };
}

/** A number with more values is added to or multiplied. */
export const maxSetValues = 12;

/**
 * Parameter of a column.
 *
 * @param naming label of the parameter, and the same within a sentence
 */
export function parameterOf(
  variable: Variable,
  stated: SpecParameterFields,
  variables: Variables,
  naming = parameterNaming(variable, stated),
  about?: string,
): SpecParameter | undefined {
  const { issues } = variables;
  const { column, levels, profile } = variable;
  const { label: name, noun } = naming;
  const path = `parameters.${column}`;
  const isCategory = levels.length > 0;
  const isPositive = profile.range !== null && profile.range.minimum > 0;
  const usual = isPositive ? 'multiply' : 'add';
  const change = stated.change ?? (isCategory || stated.compare || profile.distinct <= maxSetValues ? 'set' : usual);
  if (isCategory && change !== 'set')
    return issues.add(`${path}.change`, `is ${change}, but "${column}" has categories: use \`change: set\``);
  const options = isCategory
    ? levels.map((level) => (variable.isFlag ? { ...level, phrase: `“${name}: ${level.label}”` } : level))
    : change === 'set'
      ? numberOptions(variable, stated, variables)
      : [];
  if (change === 'set' && options.length < 2) return undefined;
  if (change === 'multiply' && profile.range && profile.range.minimum < 0)
    issues.add(`${path}.change`, `is multiply, but "${column}" has negative values: use \`change: add\``);
  const named = options.map((option: SpecParameter['options'][number], at) => {
    const words = option.words ?? wordsOf(noun, option.label, variable.isFlag ? at === 1 : undefined);
    return words ? { ...option, words } : option;
  });
  const baseline = baselineOf(stated, named, path, issues);
  return {
    id: variable.id,
    label: name,
    noun,
    description: stated.description ?? descriptionOf(noun, change, options.length, baseline?.label),
    baseline: baseline?.id,
    randomized: stated.randomized === true,
    variable,
    change,
    options: named,
    minimum: stated.minimum,
    maximum: stated.maximum,
    about,
  };
}

function baselineOf(
  { baseline }: SpecParameterFields,
  options: SpecParameter['options'],
  path: string,
  issues: SpecIssues,
): SpecParameter['options'][number] | undefined {
  if (baseline === undefined) return undefined;
  const found = options.find(({ raw }) => raw === String(baseline));
  const known = options.map(({ raw }) => `"${raw}"`).join(', ');
  return (
    found ??
    issues.add(
      `${path}.baseline`,
      `"${baseline}" is ${known ? `none of the values that scenarios can set: ${known}` : 'for values that scenarios set: use `change: set`'}`,
    )
  );
}

/**
 * Words that name an option in questions: a yes or no by the label of its parameter (`everyone gets the offer`), and a label such as
 * `high` or `10`, which alone names nothing, after the label of the parameter (`dose is high`).
 */
function wordsOf(noun: string, label: string, flag?: boolean): readonly string[] | undefined {
  if (!/^[\p{L}\p{N}.]+$/u.test(label)) return undefined;
  const own = noun
    .replaceAll(/[|/…!=“”"]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const said = (value: string) =>
    `${own} ${value} | ${value} ${own} | ${own} set/switched/turned/changed/raised/lowered/rises/falls ${value}`;
  if (flag === true)
    return [
      `${own} | ${said('yes/1/true/on')} | !${own} rises/increases/grows/falls/decreases/drops | !by ${own} | !with and without ${own}`,
    ];
  if (flag === false || /^(none|no|nothing|never)$/i.test(label))
    return [
      `${said('no/not/none/0/false/off')} | without/stop/end/drop/remove/cancel/skip ${own} | nobody/none … ${own} | !with and without ${own}`,
    ];
  return [said(label)];
}

function descriptionOf(own: string, change: SpecParameter['change'], options: number, baseline?: string): string {
  if (change === 'set')
    return `Value of ${own} for all agents: one of ${countText(options, 'value')} in the data. By default, ${baseline === undefined ? 'each agent has its own value' : `all agents have ${inSentence(baseline)}`}.`;
  return change === 'add'
    ? `Number that is added to the ${own} of each agent. By default, each agent has its own value.`
    : `Factor that multiplies the ${own} of each agent. By default, each agent has its own value.`;
}

function numberOptions(
  { column, noun, profile, unit }: Variable,
  { compare }: SpecParameterFields,
  variables: Variables,
) {
  const { issues } = variables;
  const found = [...new Set(variables.texts(column).map((text) => text.trim()))].filter(
    (text) => text !== '' && Number.isFinite(Number(text)),
  );
  const labels = new Map<string, string>(
    compare === undefined
      ? []
      : Array.isArray(compare)
        ? compare.map((value) => [String(value), String(value)] as const)
        : Object.entries(compare).map(
            ([value, text]) => [value, typeof text === 'string' ? text : text.label] as const,
          ),
  );
  const values = compare ? [...labels.keys()] : found.toSorted((a, b) => Number(a) - Number(b));
  if (!compare && values.length > maxSetValues) {
    issues.add(
      `parameters.${column}`,
      `"${column}" has ${countText(profile.distinct, 'value')}: name those of scenarios with \`compare: [...]\`, or use \`change: add\` or \`change: multiply\``,
    );
    return [];
  }
  for (const value of values)
    if (!Number.isFinite(Number(value)))
      issues.add(`parameters.${column}.compare`, `"${value}" is not a number, but "${column}" has numbers`);
  return values.map((raw) => ({
    raw,
    id: idOf(raw),
    label: labels.get(raw) ?? raw,
    phrase: `${withArticle(noun)} of ${unit === noUnit ? raw : `${raw} ${unit}`}`,
    value: Number(raw),
  }));
}

/** A definition's parameter of the scenario, before the calibration adds its range. */
export function scenarioParameter(parameter: SpecParameter): object {
  const { id, label, noun, description, change, options, variable, about, randomized } = parameter;
  const naming = { id, label, description, ...(about && { about }), randomized };
  if (change === 'set' && parameter.reference === undefined) {
    const own = { id: asObserved, label: 'As observed', phrase: `my own ${noun}` };
    const neutral = variable.profile.range?.median;
    const isNumber = variable.levels.length === 0;
    return {
      ...naming,
      type: 'choice',
      default: parameter.baseline ?? asObserved,
      options: [{ ...own, ...(isNumber && { value: neutral }) }, ...options.map(({ raw: _raw, ...option }) => option)],
    };
  }
  const range = variable.profile.range!;
  const { reference, minimum = range.minimum, maximum = range.maximum } = parameter;
  if (reference !== undefined)
    return { ...naming, type: 'number', unit: variable.unit, default: reference, minimum, maximum };
  const between = (least: number, most: number) => ({
    minimum: parameter.minimum ?? least,
    maximum: parameter.maximum ?? most,
  });
  if (change === 'multiply')
    return { ...naming, type: 'number', unit: '× own value', default: 1, ...between(0, 5), typical_change: 0.1 };
  const spread = range.maximum - range.minimum;
  const added = { ...naming, unit: variable.unit, default: 0, ...between(-spread, spread) };
  return variable.kind === 'integer'
    ? { ...added, type: 'integer', typical_change: Math.max(1, Math.round(spread / 10)) }
    : { ...added, type: 'number', typical_change: Number((spread / 10).toPrecision(2)) };
}

/** Variable that an agent perceives: its own value times the factor of the scenario. */
export function perceivedVariable({ id, variable }: SpecParameter): object {
  return {
    id: variable.id,
    label: variable.label,
    unit: variable.unit,
    factors: [{ attribute: variable.id }, { parameter: id }],
  };
}
