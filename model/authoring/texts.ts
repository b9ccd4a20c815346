import { inTemplate } from '../equations/sentence.js';
import { capitalized, listText, present } from './variables/names.js';
import { asObserved, type SpecParameter } from './variables/parameters.js';
import type { ModelColumn } from './model-terms.js';
import { fileOf, type Spec } from './spec.schema.js';
import { noUnit, type Variable, variableList } from './variables/variables.js';

/** The value of a variable in a sentence: `my age is 34 years`, `I have the letter “none”`, or the phrase of a yes or no. */
export function clauseOf({ id, label, noun, unit, isFlag, levels }: Variable): string {
  if (isFlag) return `{${id}}`;
  if (levels.length > 0) return `I have {${id}}`;
  if (unit === noUnit) return `my value of ${inTemplate(noun)} is {${id}}`;
  return `my ${inTemplate(noun)} ${/[^s]s$/.test(label) ? 'are' : 'is'} {${id}}`;
}

/** Texts of transcripts for decisions with one predictor. */
export function narrativeOf(
  spec: Spec,
  variables: readonly Variable[],
  parameters: readonly SpecParameter[],
  columns: readonly ModelColumn[],
): Record<string, unknown> {
  const byColumn = new Map(parameters.map((parameter) => [parameter.variable.column, parameter]));
  const introduction = variables
    .filter(({ column }) => !byColumn.has(column))
    .map((variable) => ({ text: spec.columns[variable.column]?.phrase ?? capitalized(clauseOf(variable)) }));
  return {
    introduction: introduction.length > 0 ? introduction : [{ text: 'I am one of the respondents' }],
    situation: parameters.flatMap(situationOf),
    variables: Object.fromEntries(
      parameters
        .filter(({ change }) => change === 'multiply')
        .map(({ variable: { id, noun } }) => [id, { text: `my ${inTemplate(noun)} is {value}` }]),
    ),
    assignments: {},
    reasons: reasonsOf(variables, byColumn, columns),
    levers: Object.fromEntries(
      parameters.map((parameter) => [
        parameter.id,
        { ...(parameter.change === 'multiply' && { variable: parameter.variable.id }), text: changeText(parameter) },
      ]),
    ),
    peers: 'respondents like me',
    baseline: 'At the baseline',
  };
}

export function changeText({ change, noun, reference }: SpecParameter): string {
  const own = inTemplate(noun);
  if (reference !== undefined) return `With ${own} of {new} instead of {old}`;
  if (change === 'set') return 'With {new} instead of {old}';
  return change === 'multiply'
    ? `With ${own} of {new} instead of {old}`
    : `With {new} instead of {old} added to my ${own}`;
}

export function situationOf(parameter: SpecParameter): object[] {
  const { id, change, variable, noun, reference } = parameter;
  if (reference !== undefined) return [{ text: `The ${inTemplate(noun)} is {parameter.${id}}` }];
  // A transcript states the variables that an agent perceives.
  if (change === 'multiply') return [];
  if (change === 'add') return [{ text: capitalized(clauseOf(variable)) }];
  const options = parameter.options.map((option) => option.id);
  return [
    { when: { parameter: id, in: [asObserved] }, text: capitalized(clauseOf(variable)) },
    { when: { parameter: id, in: options }, text: `Everyone now has {parameter.${id}}` },
  ];
}

/** One reason for each variable, and one for each product of variables. */
function reasonsOf(
  variables: readonly Variable[],
  parameters: ReadonlyMap<string, SpecParameter>,
  columns: readonly ModelColumn[],
): object[] {
  const groups = new Map<string, { variables: readonly string[]; terms: string[] }>();
  for (const column of columns) {
    if (column.variables.length === 0) continue;
    const key = column.variables.join('_x_');
    const group = groups.get(key) ?? { variables: column.variables, terms: [] };
    group.terms.push(...column.terms.map(({ id }) => id));
    groups.set(key, group);
  }
  return Array.from(groups, ([id, group]) => {
    const own = [...new Set(group.variables)].map((one) => variables.find((variable) => variable.id === one)!);
    return { own, id, terms: [...new Set(group.terms)] };
  }).flatMap(({ own, id, terms }) => {
    const set = own.flatMap((variable) => {
      const parameter = parameters.get(variable.column);
      return parameter?.change === 'set' && parameter.reference === undefined ? [parameter] : [];
    });
    const [first] = set;
    const clause = (variable: Variable) =>
      parameters.get(variable.column)?.reference === undefined
        ? clauseOf(variable)
        : `the ${inTemplate(variable.noun)} is {parameter.${variable.id}}`;
    const text = listText(own.map(clause));
    const reason = { id, terms, raises: text, lowers: text };
    const [only] = own;
    const perceived = own.length === 1 && parameters.get(only!.column)?.change === 'multiply';
    if (perceived) {
      const value = `my ${inTemplate(only!.noun)} is {value}`;
      return [{ id, terms, variable: only!.id, raises: value, lowers: value }];
    }
    if (!first) return [reason];
    const changed = listText(
      own.map((variable) =>
        variable === first.variable ? `everyone now has {parameter.${first.id}}` : clause(variable),
      ),
    );
    return [
      { ...reason, when: { parameter: first.id, in: [asObserved] } },
      {
        id: `${id}_set`,
        terms,
        when: { parameter: first.id, in: first.options.map((option) => option.id) },
        raises: changed,
        lowers: changed,
      },
    ];
  });
}

/** Author's part of the evidence. */
export function evidenceOf(
  spec: Spec,
  rows: number,
  parameters: readonly SpecParameter[],
  variables: readonly Variable[],
  units: string,
): Record<string, unknown> {
  const randomized = [...new Set(parameters.filter((one) => one.randomized).map(({ label }) => label))];
  const others = [...new Set(parameters.filter((one) => !one.randomized).map(({ label }) => label))];
  const kind = spec.kind ?? (randomized.length > 0 ? 'experiment' : 'observational');
  const attributes = variables.filter(({ column }) => !parameters.some(({ variable }) => variable.column === column));
  const file = fileOf(spec) ?? 'the uploaded data';
  return {
    data: {
      title: spec.title,
      citation: spec.source ?? 'Own data.',
      file,
      licence: spec.license ?? 'Not stated.',
      collected: spec.date ?? 'Not stated.',
      sample: spec.sample ?? `${rows.toLocaleString('en-US')} ${spec.alternatives ? 'choices in' : 'rows of'} ${file}`,
      kind,
      causal: causalText(randomized, others, attributes),
    },
    split: { method: splitText(spec, units) },
    limits: spec.limits ?? defaultLimits(spec, others),
  };
}

function causalText(randomized: readonly string[], others: readonly string[], attributes: readonly Variable[]): string {
  return (
    present(
      randomized.length > 0 &&
        `${listText(randomized)}: the values were assigned at random, so differences between them are effects.`,
      others.length > 0 &&
        `${listText(others)}: the values were not assigned at random, so differences between them are associations and can have other causes.`,
      attributes.length > 0 && `Differences by ${variableList(attributes.slice(0, 8))} are associations.`,
    ).join(' ') || 'The model describes associations.'
  );
}

function splitText({ split }: Spec, units: string): string {
  if (split && 'column' in split) return `Column ${split.column} of the data.`;
  const { share, seed } = { share: 0.3, seed: 1, ...split };
  const percent = Math.round(100 * share);
  return `Random split of ${units.replace(/ of "(.*)"$/, ' ($1)')} with seed ${seed}: ${100 - percent}% for fitting, ${percent}% held out.`;
}

function defaultLimits(spec: Spec, others: readonly string[]): string[] {
  return present(
    `The results describe agents like the respondents of these data${spec.date ? ` (${spec.date})` : ''}. Other places, times or groups can differ.`,
    `The model has the form ${spec.formula!.replace(/\s+/g, ' ').trim().slice(0, 1500)}. Effects that the formula does not contain are missing.`,
    others.length > 0 &&
      `${listText(others)}: not assigned at random. A change in practice can have a smaller, larger or opposite result.`,
  );
}
