import type { Cell } from './recipe/cell.schema.js';
import { rowsWhere, type Table } from '../fitting/rows/table.js';
import { splitFrequencies } from './variables/cells.js';
import { countCutGroups } from './check-spec.js';
import { countText, present, slugOf } from './variables/names.js';
import type { OutcomePlan } from './outcomes/outcome-plan.js';
import { asObserved, scenarioParameter, type SpecParameter } from './variables/parameters.js';
import { baselineLevels, isAttribute } from './variables/number-parameter.js';
import { missingTexts } from './variables/profile.js';
import { SpecError } from './spec-error.js';
import { fileOf, type Spec } from './spec.schema.js';
import type { RecipeFields } from './written-parts.js';
import { evidenceOf } from './texts.js';
import { type Variable, variableList, type Variables } from './variables/variables.js';

/** A question of the definition, and the scenario that it must be read as. */
export interface ExpectedReading {
  readonly question: string;
  readonly scenario: Readonly<Record<string, string | number>>;
}

/** A spec with everything that follows from the data. */
export interface Expansion {
  readonly recipe: RecipeFields;
  readonly table: Table;
  /** Rows of `table` that the model uses: those with a value in each column. */
  readonly usedRows: number;
  readonly notes: readonly string[];
  readonly questions: readonly ExpectedReading[];
}

/** Parts of a recipe that do not depend on the kind of decision. */
export interface Parts {
  readonly table: Table;
  readonly variables: Variables;
  readonly parameters: readonly SpecParameter[];
  readonly decision: object;
  readonly plan: Pick<
    OutcomePlan,
    'columns' | 'sources' | 'target' | 'headline' | 'question' | 'parameters' | 'fit' | 'data'
  >;
  readonly narrative: Record<string, unknown>;
  readonly notes: readonly string[];
  /** Cells of attributes, if they differ from those of the columns. */
  readonly hasEffects?: boolean;
}

/** The parts of a recipe that the fields of a spec state. */
export function statedParts(spec: Spec): RecipeFields {
  const { split, priors, group, id_column: respondent, weight } = spec;
  return {
    definition: { workflow_id: spec.id ?? slugOf(spec.title).slice(0, 64), version: spec.version, name: spec.title },
    data: {
      ...(respondent && { respondent }),
      ...(group && { cluster: group }),
      ...(weight && { weight, weight_kind: spec.weight_kind ?? 'sampling' }),
      ...(split && {
        split: 'column' in split ? { column: split.column, train: split.train, test: split.test } : split,
      }),
    },
    fit: {
      ...((group ?? respondent) !== undefined && { clustered: true }),
      ...(priors && { priors: { ...priors } }),
      ...(spec.baseline_reason && { baseline_reason: spec.baseline_reason }),
    },
  };
}

/** The recipe that follows from a formula and the data. */
export function assemble(spec: Spec, parts: Parts): Expansion {
  const { variables, parameters, plan } = parts;
  const stated = statedParts(spec);
  const { table, split, units, notes: splitNotes } = splitTable(spec, parts.table);
  const attributes = variables.all.filter((variable) => isAttribute(variable, parameters));
  const dropped = variables.all.filter(({ dropsMissing }) => dropsMissing);
  const missing = [...missingTexts, ...(spec.missing_values ?? []).map(String)];
  const missingOutcomes = plan.sources.filter((column) =>
    variables.texts(column).some((text) => missing.includes(text.trim())),
  );
  const needed = [...new Set([...dropped.map(({ column }) => column), ...missingOutcomes])];
  const used = completeRows(table, needed, missing);
  const checked = { frequency: frequencyColumn(spec), isDuration: 'expand' in (plan.data ?? {}) };
  const compared = parts.hasEffects === false ? [] : parameters;
  const effects = compared.flatMap((parameter) => effectsOf(parameter, plan.target, variables, checked));
  const questions = parameters.flatMap((parameter) => questionsOf(parameter, plan.question));
  const joint = jointOf(attributes, variables, table.lines.length);
  const levels = baselineLevels(parameters);
  const rows = new Set(used.map((row) => table.lines[row])).size;
  const set = parameters.filter(({ change, isShared }) => change === 'set' && !isShared);
  const recipe = {
    definition: {
      ...stated.definition,
      ...definitionOf(spec, parts, attributes, questions),
      evidence: evidenceOf(spec, rows, parameters, variables.all, units),
    },
    data: {
      columns: {
        ...Object.fromEntries(attributes.map((variable) => [`attribute.${variable.id}`, cellOf(variable)])),
        ...Object.fromEntries(set.map((parameter) => [`parameter.${parameter.id}`, parameterCell(parameter)])),
        ...plan.columns,
      },
      missing,
      ...stated.data,
      split,
      drop_when_missing: needed,
      ...plan.data,
    },
    fit: {
      agents: spec.population === 'synthetic' ? 'synthetic' : 'respondents',
      ...stated.fit,
      ...(joint && { joint }),
      ...(effects.length > 0 && { effects }),
      ...(levels.length > 0 && { baseline_with_own_values: true }),
      ...plan.fit,
    },
  };
  const notes = [...parts.notes, ...splitNotes, ...notesOf(variables.all, levels, missingOutcomes)];
  return { recipe, table, usedRows: used.length, notes, questions };
}

function definitionOf(
  spec: Spec,
  parts: Parts,
  attributes: readonly Variable[],
  questions: readonly ExpectedReading[],
): Record<string, unknown> {
  const { variables, parameters, plan, decision, narrative } = parts;
  const respondents = `The respondents of ${fileOf(spec) ?? 'the data'}, with their ${variableList(variables.all) || 'outcomes'}.`;
  return {
    summary: spec.summary ?? summaryOf(spec, parts),
    domain: 'own_data',
    routing: {
      examples: spec.questions.examples ?? [
        ...questions.map(({ question }) => question),
        ...(questions.length === 0 ? [`${plan.question} in “${spec.title}”?`] : []),
      ],
      not_for: spec.questions.not_for ?? ['What will the weather be tomorrow?', 'Write a text about these data.'],
    },
    population: {
      description: respondents.slice(0, 1900),
      source: spec.source ?? spec.title,
      date: dateOf(spec),
      attributes: attributes.map((variable) => attributeOf(variable, parameters)),
    },
    scenario: { parameters: [...(plan.parameters ?? []), ...parameters.map(scenarioParameter)], assignments: [] },
    decision,
    ...headlineOf(plan),
    narrative,
  };
}

function notesOf(variables: readonly Variable[], levels: readonly string[], missingOutcomes: readonly string[]) {
  const without = ({ profile: { missing }, column }: Variable, verbs: readonly [string, string]) =>
    `${countText(missing, 'row')} without "${column}" ${verbs[missing === 1 ? 0 : 1]}`;
  return [
    ...present(
      levels.length > 0 && `Baseline of all agents: ${levels.join(', ')}. Its check gives each row its own values.`,
      missingOutcomes.length > 0 && `Rows without an outcome are dropped (${missingOutcomes.join(', ')}).`,
    ),
    ...variables
      .filter(({ dropsMissing }) => dropsMissing)
      .map((variable) => `${without(variable, ['is', 'are'])} dropped.`),
    ...variables
      .filter(({ imputed }) => imputed !== undefined)
      .map((variable) => `${without(variable, ['gets', 'get'])} the value ${variable.imputed}.`),
    ...variables
      .filter(({ levels: own, isFlag }) => own.length > 0 && !isFlag)
      .map(({ column, levels: own }) => `Reference of "${column}": ${own[0]!.label}.`),
  ];
}

function completeRows({ columns, lines }: Table, needed: readonly string[], missing: readonly string[]): number[] {
  const empty = new Set(missing);
  const texts = present(...needed.map((column) => columns.get(column)));
  return Array.from(lines, (_, row) => row).filter((row) => texts.every((own) => !empty.has(own[row]!.trim())));
}

function dateOf({ date }: Spec): string {
  const found = /^\d{4}(-\d{2}(-\d{2})?)?$/.exec(date ?? '');
  return found ? found[0] : (/\d{4}/.exec(date ?? '')?.[0] ?? String(new Date().getUTCFullYear()));
}

function summaryOf(spec: Spec, { plan, parameters, variables }: Parts): string {
  const changed = [...new Set(parameters.map(({ noun }) => noun))];
  const others = variables.all.filter(({ column }) => !parameters.some(({ variable }) => variable.column === column));
  const by = [...changed, ...others.map(({ noun }) => noun)].slice(0, 12);
  return `${plan.question.replace(/^What (is|share has) /, (_, verb: string) => (verb === 'is' ? 'Computes ' : 'Share with '))}${by.length > 0 ? `, by ${by.join(', ')}` : ''}. ${spec.title}.`;
}

function attributeOf(
  { column, id, label, noun, unit, kind, levels }: Variable,
  parameters: readonly SpecParameter[],
): object {
  const isParameter = parameters.some(({ variable }) => variable.column === column);
  const naming = { id, label: isParameter ? `Own ${noun}` : label };
  if (kind === 'integer') return { type: 'integer', ...naming, unit };
  if (kind === 'number') return { type: 'continuous', ...naming, unit };
  return {
    type: kind === 'ordered' ? 'ordinal' : 'categorical',
    ...naming,
    categories: levels.map(({ raw: _raw, words, ...level }) => ({ ...level, ...(words && !isParameter && { words }) })),
  };
}

export function cellOf({ column, levels, imputed }: Variable): Cell {
  if (levels.length === 0) return { column, ...(imputed !== undefined && { if_missing: Number(imputed) }) };
  const map = Object.fromEntries(levels.map(({ raw, id }) => [raw, id]));
  return { column, map, ...(imputed !== undefined && { if_missing: map[imputed]! }) };
}

function parameterCell({ variable, options, reference }: SpecParameter): Cell {
  if (reference !== undefined) return cellOf(variable);
  const { column, imputed } = variable;
  const map = Object.fromEntries(options.map(({ raw, id }) => [raw, id]));
  return {
    column,
    map,
    otherwise: asObserved,
    ...(imputed !== undefined && { if_missing: map[imputed] ?? asObserved }),
  };
}

/**
 * The split of the recipe.
 *
 * @throws SpecError if a column of the data cuts groups
 */
function splitTable(spec: Spec, table: Table): { table: Table; split: object; units: string; notes: string[] } {
  const group = spec.group ?? spec.id_column;
  const { split } = spec;
  if (!split || !('column' in split)) {
    const { seed, share } = { seed: 1, share: 0.3, ...split };
    const weight = group === undefined ? frequencyColumn(spec) : undefined;
    const counted = weight === undefined ? undefined : splitFrequencies(table, weight, { seed, share });
    if (counted) return { ...counted, units: 'respondents', notes: [heldOutNote(share, 'respondents', seed)] };
    const units = group === undefined ? 'rows' : `groups of "${group}"`;
    return { table, split: { seed, share }, units, notes: [heldOutNote(share, units, seed)] };
  }
  const { column, train, test, cuts_groups: isAllowed } = split;
  const parts = table.columns.get(column)!.map((text) => text.trim());
  const kept = rowsWhere(table, (row) => parts[row] === train || parts[row] === test);
  const excluded = table.lines.length - kept.lines.length;
  const cut = group === undefined || isAllowed ? 0 : countCutGroups(kept, column, group);
  if (cut > 0)
    throw new SpecError([
      { path: 'split', message: `split cuts ${countText(cut, 'group')} of ${group}: omit split to split by group` },
    ]);
  return {
    table: kept,
    split: { column, train, test },
    units: 'rows',
    notes: present(
      `Held-out rows: those with "${test}" in "${column}".`,
      excluded > 0 && `${countText(excluded, 'row')} with another value in "${column}" are not used.`,
    ),
  };
}

const frequencyColumn = ({ weight, weight_kind: kind }: Spec) => (kind === 'frequency' ? weight : undefined);

const heldOutNote = (share: number, units: string, seed: number) =>
  `Held-out rows: ${Math.round(100 * share)}% of the ${units}, selected at random with seed ${seed}.`;

/** An effect needs enough held-out rows on both sides. */
const leastEffectRows = 100;

/** Held-out checks: each value compared with the first. */
function effectsOf(
  parameter: SpecParameter,
  target: object,
  variables: Variables,
  { frequency, isDuration }: { frequency: string | undefined; isDuration: boolean },
): object[] {
  const { change, options, id, label, variable, reference } = parameter;
  if (change !== 'set') return [];
  const valueOf = ({ id: option, value }: (typeof options)[number]) => (reference === undefined ? option : value!);
  const counts = new Map<string, number>();
  const frequencies = frequency === undefined ? undefined : variables.texts(frequency);
  variables.texts(variable.column).forEach((text, row) => {
    const respondents = frequencies ? Number(frequencies[row]) || 0 : 1;
    counts.set(text.trim(), (counts.get(text.trim()) ?? 0) + respondents);
  });
  const has = (raw: string) => (counts.get(raw) ?? 0) >= leastEffectRows;
  const first = options.find(({ value }) => reference !== undefined && value === reference) ?? options[0];
  const others = options.filter((option) => option !== first);
  if (!first || !has(first.raw)) return [];
  return others
    .filter(({ raw }) => has(raw))
    .map((option) => ({
      label: `${label}: ${option.label} compared with ${first.label}`,
      parameter: id,
      option: valueOf(option),
      against: valueOf(first),
      ...target,
      // The mean of durations is unknown if none of the held-out rows reached the last period.
      ...(isDuration && { if_known: true }),
    }));
}

/** The figure of effects and questions is shown first. */
function headlineOf({ target, headline }: Pick<OutcomePlan, 'target' | 'headline'>): { headline_outcome?: string } {
  const id = headline ?? target['outcome'] ?? target['measure'];
  return typeof id === 'string' ? { headline_outcome: id } : {};
}

function questionsOf(parameter: SpecParameter, figure: string): ExpectedReading[] {
  const { change, options, id, noun: own, variable, reference } = parameter;
  if (reference !== undefined) {
    const { minimum, maximum } = variable.profile.range!;
    const end = maximum === reference ? minimum : maximum;
    const other = options.find(({ value }) => value !== reference && value !== end)?.value;
    return [
      { question: `${figure} if ${own} is ${end} instead of ${reference}?`, scenario: { [id]: end } },
      ...(other === undefined ? [] : [{ question: `${figure} if ${own} is ${other}?`, scenario: { [id]: other } }]),
    ];
  }
  const others = options.filter((option) => option.id !== parameter.baseline);
  if (variable.isFlag)
    return others.toReversed().map((option) => ({
      question: `${figure} if ${own} is ${option.label.toLowerCase()} for everyone?`,
      scenario: { [id]: option.id },
    }));
  if (change === 'set') {
    // “Everyone has no letter” reads as a denial.
    const named = others.filter((option) => !/^(none|no|nothing|never)$/i.test(option.label));
    const [first, second] = [named.at(-1) ?? others.at(-1)!, named[0] ?? others[0]!];
    return [
      { question: `${figure} if ${own} is ${first.label}?`, scenario: { [id]: first.id } },
      { question: `${figure} if everyone has ${own} ${second.label}?`, scenario: { [id]: second.id } },
    ];
  }
  if (change === 'multiply')
    return [
      { question: `${figure} if ${own} rises by 10%?`, scenario: { [id]: 1.1 } },
      { question: `${figure} if ${own} falls by 10%?`, scenario: { [id]: 0.9 } },
    ];
  const { typical_change: step = 1 } = scenarioParameter(parameter) as { typical_change?: number };
  return [{ question: `${figure} if ${own} rises by ${step} ${parameter.variable.unit}?`, scenario: { [id]: step } }];
}

const maxJointCells = 200;

/** Categories with few combinations keep the frequencies of their combinations. */
function jointOf(attributes: readonly Variable[], variables: Variables, rows: number): string[] | undefined {
  const members: Variable[] = [];
  let keys: string[] | undefined;
  for (const variable of attributes) {
    if (variable.levels.length === 0) continue;
    const texts = variables.texts(variable.column);
    const next = texts.map((text, row) => `${keys?.[row] ?? ''}|${text.trim()}`);
    if (new Set(next).size > Math.min(maxJointCells, rows / 20)) continue;
    keys = next;
    members.push(variable);
  }
  return members.length > 1 ? members.map(({ id }) => id) : undefined;
}
