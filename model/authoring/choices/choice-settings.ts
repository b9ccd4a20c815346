import { columnsBy } from './alternative-columns.js';
import { nestParts, type NestParts, type SpecNest } from './choice-forms.js';
import type { ChoiceSets } from './choice-sets.js';
import { countText, idOf, labelOf, suggestionFor, UniqueIds } from '../variables/names.js';
import type { Variables, Variable } from '../variables/variables.js';

export interface Alternative {
  readonly raw: string;
  readonly id: string;
  readonly label: string;
}

/** @param values alternatives, as the data write them */
export function alternativesOf(
  values: readonly string[],
  { spec: { alternatives, outcome }, issues }: Variables,
): Alternative[] {
  if (values.length < 2 || values.length > 100)
    issues.add('formula', `the outcome has ${countText(values.length, 'value')}; a choice needs 2 to 100 alternatives`);
  const ids = new UniqueIds();
  return values.map((raw) => ({
    raw,
    id: ids.of(raw),
    // A number alone is no name in a sentence: "Price of 1 is 3".
    label:
      alternatives!.labels?.[raw] ?? outcome.labels?.[raw] ?? (/^\d+$/.test(raw) ? `Alternative ${raw}` : labelOf(raw)),
  }));
}

/** The alternative with a value. Adds an issue and returns undefined if there is none. */
function alternativeWith(
  value: string,
  known: readonly Alternative[],
  path: string,
  { issues }: Variables,
): Alternative | undefined {
  const list = known.map(({ raw }) => raw);
  const message = () =>
    `"${value}" is not an alternative${suggestionFor(value, list)}; alternatives: ${list.slice(0, 20).join(', ')}`;
  return known.find(({ raw }) => raw === value) ?? issues.add(path, message());
}

export function referenceOf(known: readonly Alternative[], variables: Variables): string | undefined {
  const { reference } = variables.spec.alternatives!;
  if (reference === undefined) return known[0]?.id;
  return alternativeWith(String(reference), known, 'alternatives.reference', variables)?.id;
}

/** Alternatives with a constant and with variables of the respondent. */
export function withConstants(
  known: readonly Alternative[],
  reference: string | undefined,
  variables: Variables,
): readonly Alternative[] {
  const given = variables.spec.alternatives!.constants?.map(String);
  if (!given) return known.filter(({ id }) => id !== reference);
  for (const value of given) alternativeWith(value, known, 'alternatives.constants', variables);
  return known.filter(({ raw }) => given.includes(raw));
}

/** The nests of the spec, which name alternatives by their values in the data. */
export function nestsOf(known: readonly Alternative[], variables: Variables): NestParts {
  const { spec, issues } = variables;
  const ids = new UniqueIds();
  const nests = Object.entries(spec.alternatives!.nests ?? {}).map(([name, values]): SpecNest => {
    const path = `alternatives.nests.${name}`;
    const members = values.flatMap((value) => alternativeWith(String(value), known, path, variables)?.id ?? []);
    return { id: ids.of(idOf(name)), label: labelOf(name), alternatives: members };
  });
  for (const { id, raw } of known)
    if (nests.filter((nest) => nest.alternatives.includes(id)).length > 2)
      issues.add('alternatives.nests', `"${raw}" is in more than two nests`);
  return nestParts(nests, (alternative) => known.find(({ id }) => id === alternative)!.label);
}

/** Sampling probabilities by alternative, which the spec names by their values in the data. */
export function samplingOf(known: readonly Alternative[], variables: Variables) {
  const given = variables.spec.alternatives!.sampling;
  if (!given) return undefined;
  const path = 'alternatives.sampling';
  for (const value of Object.keys(given)) alternativeWith(value, known, path, variables);
  for (const { raw } of known) if (!(raw in given)) variables.issues.add(path, `lacks "${raw}"`);
  return Object.fromEntries(known.map(({ raw, id }) => [id, given[raw]]));
}

/** A scale for each value of the column after the first. */
export function scalesOf(variables: Variables) {
  const column = variables.spec.alternatives!.scale;
  const variable = column === undefined ? undefined : variables.of(column, 'alternatives.scale');
  if (!variable) return [];
  if (variable.levels.length === 0)
    variables.issues.add(
      'alternatives.scale',
      `"${column}" has numbers: name a column of groups, or set its type to category`,
    );
  return variable.levels.slice(1).map(({ id, label }) => ({
    coefficient: { id: `scale_${variable.id}_${id}`, label: `Scale of ${variable.label} ${label}` },
    agents: { attribute: variable.id, in: [id] },
  }));
}

/** Conditions of alternatives that are not always available, by id. */
export function availabilityOf(
  { spec: { alternatives }, table, sets }: ChoiceSets,
  known: readonly Alternative[],
  variables: Variables,
) {
  const path = 'alternatives.available';
  const pattern = alternatives!.available;
  const conditions = new Map<string, object>();
  if (pattern === undefined) return conditions;
  const columns = columnsBy(
    pattern,
    known.map(({ raw }) => raw),
    table.columns,
  );
  const condition = (label: string, attribute: string, categories: readonly string[]) => ({
    available_when: { attribute, in: categories },
    unavailable: `${label} is not available to me`,
  });
  const ofSets = sets && variables.of(sets.column, path);
  for (const { id, raw, label } of known) {
    const column = columns.get(raw);
    const profile = column === undefined ? undefined : variables.profile(column, path);
    if (ofSets) {
      const own = ofSets.levels.filter((level) => sets.with.get(raw)!.includes(level.raw));
      conditions.set(
        id,
        condition(
          label,
          ofSets.id,
          own.map((level) => level.id),
        ),
      );
    } else if (profile && profile.type !== 'constant') {
      const variable = variables.of(column!, path, { label: `${label} available` });
      const yes = variable?.isFlag ? variable.levels[1]! : undefined;
      if (yes) conditions.set(id, condition(label, variable!.id, [yes.id]));
      else variables.issues.add(path, `"${column}" must have the values 1 and 0`);
    }
  }
  return conditions;
}

/** Parts of a recipe in which choices depend on the last one. */
export interface LastChoiceParts {
  readonly variable: Variable;
  readonly coefficient: { readonly id: string; readonly label: string };
  readonly terms: readonly { readonly alternative: string; readonly category: string }[];
  readonly periods: object;
  /** The first and the last period in which a scenario applies. */
  readonly parameters: readonly object[];
  readonly texts: Readonly<Record<string, object>>;
}

/** Undefined if choices do not depend on the last one. */
export function lastChoiceParts(known: readonly Alternative[], variables: Variables): LastChoiceParts | undefined {
  const own = variables.spec.alternatives!.last_choice;
  if (!own) return undefined;
  const variable = variables.of(own.column, 'alternatives.last_choice.column');
  if (!variable) return undefined;
  const terms = known.flatMap(({ id, raw }) => {
    const level = variable.levels.find((one) => one.raw === raw);
    if (level?.id === id) return [{ alternative: id, category: level.id }];
    const message = `"${own.column}" never has the value "${raw}" of an alternative`;
    return variables.issues.add('alternatives.last_choice.column', message) ?? [];
  });
  const { periods: number, unit } = own;
  const period = (id: string, label: string, value: number, description: string) => ({
    ...{ type: 'integer', id, label, description, unit, default: value, minimum: 1, maximum: number },
  });
  return {
    variable,
    coefficient: { id: 'last_choice', label: `Same as ${variable.noun}` },
    terms,
    periods: { number, unit, last_choice: variable.id, from: 'first_period', until: 'last_period' },
    parameters: [
      period('first_period', 'First period', 1, 'First period with the other values of the scenario.'),
      period('last_period', 'Last period', number, 'Last period with the other values of the scenario.'),
    ],
    texts: {
      first_period: { text: 'From period {new} instead of {old}' },
      last_period: { text: 'Until period {new} instead of {old}' },
    },
  };
}
