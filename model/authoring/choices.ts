import type { Factor, TermFactor } from '../definition.js';
import type { Table } from '../fitting/rows/table.js';
import { assemble, type Expansion } from './assemble.js';
import { classParts, membershipTerms } from './classes.js';
import { checkShapes, checkSpecColumns } from './check-spec.js';
import { type Atom, atomText, columnsOf, factorsOf, type Formula, type FormulaTerm } from './formula.js';
import { countText, idOf, inSentence, labelOf, plainText, suggestionFor, UniqueIds } from './names.js';
import { lastChoiceParts } from './last-choice.js';
import { productId } from './model-terms.js';
import { nestParts, type NestParts, type SpecNest, furtherChoices, randomParts } from './choice-forms.js';
import { parameterOf, productsOf, type SpecParameter } from './parameters.js';
import { pivoted } from './pivot.js';
import type { SpecIssues } from './spec-error.js';
import type { ColumnsOfAlternatives, Spec } from './spec.schema.js';
import { changeText, clauseOf } from './texts.js';
import {
  checkSize,
  type CodedColumn,
  codedColumns,
  codedId,
  codedLabel,
  sortedValues,
  type Variable,
  Variables,
} from './variables.js';

interface Alternative {
  readonly raw: string;
  readonly id: string;
  readonly label: string;
}

interface Term {
  readonly id: string;
  readonly label: string;
  readonly coefficient: string;
  readonly alternatives: readonly string[];
  readonly factors: readonly object[];
  /** Source of the term, for its reason. */
  readonly about: string;
}

/** A variable that agents perceive, with its factors for each alternative. */
interface PerceivedVariable {
  readonly id: string;
  readonly label: string;
  readonly unit: string;
  readonly alternatives: Readonly<Record<string, Factor[]>>;
  readonly box_cox?: { readonly power: string; readonly at: number };
}

/**
 * Expands a spec of a choice between alternatives. The first part of the formula has variables of the alternatives with one
 * coefficient, the second one variables of the respondent, and the third one variables of the alternatives with a coefficient for each.
 * Source: the formulas of mlogit (Croissant, "Estimation of random utility models in R", Journal of Statistical Software 95, 2020).
 */
export function expandChoices(given: Spec, written: Formula, source: Table, issues: SpecIssues): Expansion {
  if (written.groups !== undefined)
    issues.add('formula', 'has random intercepts, which are for other outcomes: use `alternatives.random`');
  if (written.parts.length > 3) issues.add('formula', 'has more than three parts');
  const membership = membershipTerms(given, issues);
  const formula = withMembership(written, membership);
  const { spec, table } = pivoted(given, formula, source, issues);
  const settings = spec.alternatives!;
  if (spec.outcome.link !== undefined)
    issues.add('outcome.link', 'must be omitted: a choice between alternatives is a logit');
  const variables = new Variables(spec, table, issues, factorsOf(formula));
  const [outcome] = formula.outcome.columns;
  checkSpecColumns(spec, formula, variables, issues);
  variables.profile(outcome!, 'formula');
  const further = furtherChoices(spec, variables, issues);
  issues.throwIfAny();
  const choices = [outcome!, ...further.values()];
  const alternatives = alternativesOf(
    spec,
    choices.flatMap((column) => variables.texts(column)),
    issues,
  );
  const [shared, personal, separate] = [0, 1, 2].map((k) => formula.parts[k]?.terms ?? []) as [
    FormulaTerm[],
    FormulaTerm[],
    FormulaTerm[],
  ];
  checkShapes({ ...formula, parts: [{ terms: [...personal, ...membership], hasConstant: true }] }, variables, issues);
  const ofAlternatives = new AlternativeColumns(spec, alternatives, variables, issues);
  const generic = new Set([...shared, ...separate].flat().map(({ column }) => column));
  for (const column of personal.flat().map((atom) => atom.column)) {
    if (generic.has(column) && !variables.has(column))
      issues.add('formula', `has "${column}" as a variable of the alternatives and of the respondent`);
    variables.of(column, 'formula');
  }
  for (const column of spec.population) variables.of(column, 'population');
  for (const { column } of membership.flat()) variables.of(column, 'alternatives.classes.membership');
  const respondentTransforms = [...shared, ...separate].map((term) =>
    term.filter(({ column, isBoxCox }) => isBoxCox && variables.has(column)),
  );
  // A column without the alternative in its name is a variable of the respondent, in products only.
  for (const column of generic) if (!variables.has(column)) ofAlternatives.read(column);
  checkShapes({ ...formula, parts: [{ terms: respondentTransforms, hasConstant: true }] }, variables, issues);
  for (const [column] of [...shared, ...separate].filter(({ length }) => length === 1).map(([atom]) => [atom!.column]))
    if (variables.has(column!))
      issues.add(
        'formula',
        `"${column}" is the same for all alternatives: write it after |, or name its columns with alternatives.columns`,
      );
  const ofRespondent = (column: string) => (variables.has(column) ? variables.of(column, 'formula') : undefined);
  checkSize(
    alternatives.flatMap(() => personal),
    ofRespondent,
    issues,
  );
  const reference = referenceOf(spec, alternatives, issues);
  const available = availabilityOf(spec, alternatives, variables, issues);
  const nests = nestsOf(spec, alternatives, issues);
  const scales = scalesOf(spec, variables, issues);
  const sampling = samplingOf(spec, alternatives, issues);
  const last = lastChoiceParts(spec, alternatives, variables, issues);
  const parameters = ofAlternatives.parameters();
  for (const [column, lever] of Object.entries(spec.levers)) {
    if (generic.has(column) && !variables.has(column)) continue;
    if (!columnsOf(formula).includes(column)) {
      issues.add(
        `levers.${column}`,
        `lever ${column} is not in the formula${suggestionFor(column, columnsOf(formula))}`,
      );
      continue;
    }
    const variable = variables.of(column, `levers.${column}`);
    const parameter = variable && parameterOf(variable, lever, variables.texts(column), issues);
    if (parameter) parameters.push(parameter);
  }
  issues.throwIfAny();

  const byColumn = new Map(parameters.map((parameter) => [parameter.variable.column, parameter]));
  const hasConstant = formula.parts[1]?.hasConstant ?? formula.parts[0]!.hasConstant;
  const others = alternatives.filter(({ id }) => id !== reference);
  const ids = new UniqueIds();
  const coefficients: { id: string; label: string }[] = [];
  const terms: Term[] = [];
  const coefficientOf = (id: string, label: string) => {
    const own = ids.of(id);
    coefficients.push({ id: own, label });
    return own;
  };
  if (hasConstant)
    for (const { id, label } of others) {
      const coefficient = coefficientOf(`constant_${id}`, `Constant of ${label}`);
      terms.push({
        id: coefficient,
        label: `Constant of ${label}`,
        coefficient,
        alternatives: [id],
        factors: [],
        about: 'constant',
      });
    }
  const perceived = new Map<string, PerceivedVariable>();
  /** Adds a column to the variables that an agent perceives. Returns the id of the variable. */
  const perceive = ({ atom, variable, level }: CodedColumn[number], alternative: string) => {
    const id = idOf(atom.column);
    const label = labelOfColumn(spec, atom.column);
    const parameter = byColumn.get(variable!.column);
    const known = perceived.get(id);
    const transform =
      atom.isBoxCox &&
      (known?.box_cox ?? { power: ids.of(`lambda_${id}`), at: ofAlternatives.typicalValue(atom.column) });
    if (transform && level)
      issues.add('formula', `uses ${atomText(atom)}, but "${variable!.column}" has groups, not numbers`);
    if (transform && !isFactorOf(parameter))
      issues.add(`levers.${atom.column}`, `a variable with box_cox() needs \`change: multiply\``);
    if (known && known.box_cox !== transform)
      issues.add('formula', `uses both "${atom.column}" and box_cox(${atom.column}): use one of them`);
    perceived.set(id, {
      ...{ id, label, unit: variable!.unit, ...known },
      alternatives: {
        ...known?.alternatives,
        [alternative]: [{ attribute: variable!.id }, ...(parameter ? [{ parameter: parameter.id }] : [])],
      },
      ...(transform && { box_cox: transform }),
    });
    return id;
  };
  const addAlternativeTerms = (own: readonly FormulaTerm[], isSeparate: boolean) => {
    const termIds = new UniqueIds([...coefficients.map(({ id }) => id)]);
    for (const term of own) {
      const known = new Map<string, string>();
      for (const alternative of alternatives) {
        const variableOf = (column: string) =>
          ofAlternatives.of(column, alternative.id) ??
          (variables.has(column) ? variables.of(column, 'formula') : undefined);
        if (term.some(({ column }) => !variableOf(column))) continue;
        for (const coded of codedColumns(term, own, true, variableOf)) {
          const generalId = codedId(
            coded.map((part) => ({
              ...part,
              variable: part.variable && { ...part.variable, id: idOf(part.atom.column) },
            })),
          );
          const key = isSeparate ? `${generalId}_${alternative.id}` : generalId;
          const general = codedLabel(
            coded.map((part) => ({
              ...part,
              variable: part.variable && { ...part.variable, label: labelOfColumn(spec, part.atom.column) },
            })),
          );
          const label = isSeparate ? `${general} (${alternative.label})` : general;
          const coefficient = known.get(key) ?? coefficientOf(key, label);
          known.set(key, coefficient);
          const [first] = coded;
          if (
            coded.length === 1 &&
            (first!.atom.isBoxCox ||
              (isPlain(first!.atom) && !first!.level && isFactorOf(byColumn.get(first!.variable!.column))))
          ) {
            const id = perceive(first!, alternative.id);
            const existing = terms.findIndex((one) => one.coefficient === coefficient);
            if (existing >= 0)
              terms[existing] = {
                ...terms[existing]!,
                alternatives: [...terms[existing]!.alternatives, alternative.id],
              };
            else
              terms.push({
                id: coefficient,
                label,
                coefficient,
                alternatives: [alternative.id],
                factors: [{ variable: id }],
                about: id,
              });
            continue;
          }
          let products: TermFactor[][] = [[]];
          for (const part of coded) {
            const factors = part.atom.isBoxCox
              ? [[{ variable: perceive(part, alternative.id) }]]
              : productsOf(part, part.variable && byColumn.get(part.variable.column), issues, false);
            products = products.flatMap((product) => factors.map((more) => [...product, ...more]));
          }
          for (const factors of products)
            terms.push({
              id: termIds.of(`${key}_${isSeparate ? '' : alternative.id}`),
              label: `${general}: ${alternative.label}`,
              coefficient,
              alternatives: [alternative.id],
              factors,
              about: term.map(({ column }) => idOf(column)).join('_x_'),
            });
        }
      }
      if (known.size === 0)
        issues.add('formula', `no alternative has ${term.map(({ column }) => `"${column}"`).join(' and ')}`);
    }
  };
  addAlternativeTerms(shared, false);
  for (const { id, label } of others)
    for (const term of personal)
      for (const coded of codedColumns(term, personal, hasConstant, (column) => variables.of(column, 'formula'))) {
        const text = `${codedLabel(coded)}: ${label}`;
        const coefficient = coefficientOf(`${codedId(coded)}_${id}`, text);
        let products: TermFactor[][] = [[]];
        for (const part of coded) {
          const factors = productsOf(part, part.variable && byColumn.get(part.variable.column), issues, false);
          products = products.flatMap((product) => factors.map((more) => [...product, ...more]));
        }
        products.forEach((factors, k) =>
          terms.push({
            id: k === 0 ? coefficient : productId(coefficient, k),
            label: text,
            coefficient,
            alternatives: [id],
            factors,
            about: term.map(({ column }) => idOf(column)).join('_x_'),
          }),
        );
      }
  addAlternativeTerms(separate, true);
  if (last) {
    const coefficient = coefficientOf(last.coefficient.id, last.coefficient.label);
    for (const { alternative, category } of last.terms)
      terms.push({
        ...{ id: `${coefficient}_${alternative}`, label: last.coefficient.label, coefficient, about: last.variable.id },
        alternatives: [alternative],
        factors: [{ indicator: { attribute: last.variable.id, in: [category] } }],
      });
  }
  const random = randomParts(spec, coefficients, ids, issues);
  const { classes, coefficients: ofClasses } = classParts(spec, coefficients, membership, variables, byColumn, issues);
  issues.throwIfAny();

  const decision = {
    family: 'conditional_logit',
    id: idOf(outcome!),
    label: spec.outcome.label ?? labelOf(outcome!),
    alternatives: alternatives.map(({ raw: _raw, ...alternative }) => ({
      ...alternative,
      noun: alternative.label,
      ...available.get(alternative.id),
    })),
    variables: [...perceived.values()],
    coefficients: [
      ...random.coefficients,
      ...random.distributions,
      ...ofClasses,
      ...nests.coefficients,
      ...scales.map(({ coefficient }) => coefficient),
      ...Array.from(perceived.values(), ({ label, box_cox: own }) =>
        own ? [{ id: own.power, label: `Box-Cox power of ${label}` }] : [],
      ).flat(),
    ],
    ...(settings.money !== undefined && { money: settings.money }),
    ...(classes && { classes }),
    ...(nests.nests.length > 0 && { nests: nests.nests }),
    ...(nests.divided && { divided: nests.divided }),
    ...(last && { periods: last.periods }),
    ...(scales.length > 0 && {
      scales: scales.map(({ coefficient, agents }) => ({ coefficient: coefficient.id, agents })),
    }),
    terms: terms.map(({ about: _about, ...term }) => ({ ...term, scale: 1 })),
  };
  const personalVariables = variables.all.filter(
    ({ column }) =>
      [...personal, ...membership].flat().some((atom) => atom.column === column) ||
      column === last?.variable.column ||
      spec.population.includes(column),
  );
  const [first] = alternatives;
  return assemble(spec, {
    table,
    variables,
    parameters: uniqueById(parameters),
    decision,
    plan: {
      columns: Object.fromEntries(
        [['outcome', outcome!] as const, ...further].map(([name, column]) => [
          name,
          { column, map: Object.fromEntries(alternatives.map(({ raw, id }) => [raw, id])) },
        ]),
      ),
      sources: [outcome!],
      ...(last && { parameters: last.parameters }),
      target: { outcome: first!.id },
      ...(sampling && { data: { sampling } }),
      question: `What share chooses ${first!.label}`,
      ...(spec.id_column && { fit: { population_people: 'rows' } }),
    },
    narrative: {
      introduction:
        personalVariables.length > 0
          ? personalVariables.map((variable) => ({ text: sentence(clauseOf(variable)) }))
          : [{ text: 'I am one of the respondents' }],
      situation: [],
      variables: Object.fromEntries(
        Array.from(perceived.values(), ({ id, label }) => [id, { text: `has a ${inSentence(label)} of {value}` }]),
      ),
      assignments: {},
      reasons: reasonsOf(terms, perceived, spec),
      levers: {
        ...last?.texts,
        ...Object.fromEntries(
          uniqueById(parameters).map((parameter) => [parameter.id, changeOf(parameter, perceived)]),
        ),
      },
      peers: 'respondents like me',
      baseline: 'At the baseline',
      outcome: {
        chosen: 'I choose {alternative}',
        would: 'I would choose {alternative}',
        would_have: 'I would have chosen {alternative}',
      },
    },
    notes: [
      `Family: conditional_logit, because the spec names alternatives: ${alternatives.map(({ label }) => label).join(', ')}.`,
      `The constants compare with ${alternatives.find(({ id }) => id === reference)!.label}.`,
      ...ofAlternatives.notes,
      ...(further.size > 0
        ? [`The fit also uses ${[...further.values()].join(', ')}: the further choices of each row.`]
        : []),
      ...(settings.shape === 'long' ? ['The long file was read as one row for each choice.'] : []),
    ],
    hasEffects: false,
  });
}

/** The formula with the terms of the log odds of the classes as its fourth part, so that all checks of columns include them. */
function withMembership(formula: Formula, terms: readonly FormulaTerm[]): Formula {
  if (terms.length === 0) return formula;
  const none = { terms: [], hasConstant: formula.parts[0]!.hasConstant };
  return { ...formula, parts: [...[0, 1, 2].map((k) => formula.parts[k] ?? none), { terms, hasConstant: true }] };
}

/** Columns of the variables of alternatives. */
class AlternativeColumns {
  private readonly byName = new Map<string, Map<string, Variable>>();
  readonly notes: string[] = [];

  constructor(
    private readonly spec: Spec,
    private readonly alternatives: readonly Alternative[],
    private readonly variables: Variables,
    private readonly issues: SpecIssues,
  ) {}

  of(name: string, alternative: string): Variable | undefined {
    return this.byName.get(name)?.get(alternative);
  }

  /** Reads the columns of a variable, one for each alternative that has it. */
  read(name: string): void {
    const pattern = this.patternOf(name);
    if (pattern === undefined) {
      const example = `${name}_${this.alternatives[0]?.raw ?? 'a'}`;
      this.issues.add(
        'formula',
        `uses "${name}", which is neither a column nor has columns such as "${example}"${suggestionFor(name, this.variables.columns)}; name them with \`alternatives: { columns: { ${name}: "{alt}_…" } }\``,
      );
      return;
    }
    const isNumber = this.hasNumbers(pattern);
    const found = this.alternatives.flatMap(({ id, raw, label }) => {
      const column = columnFor(pattern, raw);
      if (column === undefined || !this.variables.has(column) || this.isZero(column)) return [];
      const naming = {
        label: `${labelOfColumn(this.spec, name)} of ${label}`,
        unit: this.spec.units[name],
        isNumber,
      };
      const variable = this.variables.of(column, 'formula', naming);
      return variable ? [[id, variable] as const] : [];
    });
    this.byName.set(name, new Map(found));
    const without = this.alternatives.filter(({ id }) => !found.some(([own]) => own === id));
    if (without.length > 0 && found.length > 0)
      this.notes.push(
        `${labelOfColumn(this.spec, name)} is 0 or has no column for ${without.map(({ label }) => label).join(', ')}.`,
      );
  }

  /** Geometric mean of the positive values of a variable for available alternatives, with two digits. */
  typicalValue(name: string): number {
    const { available } = this.spec.alternatives!;
    const values = this.alternatives.flatMap(({ id, raw }) => {
      const variable = this.of(name, id);
      const isOpen = this.variables.texts((available && columnFor(available, raw)) ?? '');
      const numbers = variable ? this.variables.texts(variable.column).map(Number) : [];
      return numbers.filter((value, row) => value > 0 && isOpen[row] !== '0');
    });
    const mean = values.reduce((sum, value) => sum + Math.log(value), 0) / Math.max(1, values.length);
    return Number(Math.exp(mean).toPrecision(2));
  }

  /** Whether a variable has more than two numbers in some alternative: it then is a number in all. */
  private hasNumbers(pattern: ColumnsOfAlternatives): boolean {
    return this.alternatives.some(({ raw }) => {
      const column = columnFor(pattern, raw);
      const profile =
        column === undefined || !this.variables.has(column) ? undefined : this.variables.profile(column, 'formula');
      return profile?.range && profile.distinct > 2;
    });
  }

  /** A variable that is always 0 does not change the utility of its alternative. */
  private isZero(column: string): boolean {
    const profile = this.variables.profile(column, 'formula');
    return profile?.type === 'constant' && Number(profile.examples[0]!.value) === 0 && profile.missing === 0;
  }

  private patternOf(name: string): ColumnsOfAlternatives | undefined {
    const given = this.spec.alternatives!.columns?.[name];
    const known = given ? [given] : ['_', '.', ''].flatMap((sign) => [`${name}${sign}{alt}`, `{alt}${sign}${name}`]);
    return known.find((pattern) =>
      this.alternatives.some(({ raw }) => this.variables.has(columnFor(pattern, raw) ?? '')),
    );
  }

  /** Parameters of the variables of alternatives: one for each alternative, or the same one for all. */
  parameters(): SpecParameter[] {
    return [...this.byName].flatMap(([name, columns]) => {
      const lever = this.spec.levers[name];
      if (!lever) return [];
      const label = lever.label ?? labelOfColumn(this.spec, name);
      const change = lever.change ?? changeOfAll([...columns.values()]);
      const own = [...columns].flatMap(([id, variable]) => {
        const alternative = this.alternatives.find((one) => one.id === id)!;
        const isEach = lever.each === 'alternative';
        const parameter = parameterOf(
          variable,
          { ...lever, change },
          this.variables.texts(variable.column),
          this.issues,
          isEach ? `${label} of ${alternative.label}` : label,
          isEach ? id : undefined,
        );
        return parameter ? [isEach ? parameter : { ...parameter, id: idOf(name), isShared: true }] : [];
      });
      return own;
    });
  }
}

/** Numbers are multiplied, unless some are negative. Categories are set. */
function changeOfAll(columns: readonly Variable[]): SpecParameter['change'] {
  if (columns.some(({ levels }) => levels.length > 0)) return 'set';
  return columns.every(({ profile }) => profile.range!.minimum >= 0) ? 'multiply' : 'add';
}

function columnFor(pattern: ColumnsOfAlternatives, raw: string): string | undefined {
  return typeof pattern === 'string' ? pattern.replace('{alt}', raw) : pattern[raw];
}

function uniqueById(parameters: readonly SpecParameter[]): SpecParameter[] {
  return [...new Map(parameters.toReversed().map((parameter) => [parameter.id, parameter])).values()].toReversed();
}

function labelOfColumn({ columns, levers }: Spec, name: string): string {
  return plainText(columns[name]?.label ?? levers[name]?.label ?? labelOf(name));
}

function isPlain({ function: shape, scale, bound, part, curve, isFactor }: Atom): boolean {
  return !shape && scale === undefined && !bound && !part && !curve && !isFactor;
}

/** Whether the parameter of a variable, if it has one, multiplies its value. */
function isFactorOf(parameter: SpecParameter | undefined): boolean {
  return parameter?.change !== 'set' && parameter?.change !== 'add';
}

function alternativesOf({ alternatives, outcome }: Spec, texts: readonly string[], issues: SpecIssues): Alternative[] {
  const values = sortedValues(texts);
  if (values.length < 2 || values.length > 100)
    issues.add('formula', `the outcome has ${countText(values.length, 'value')}; a choice needs 2 to 100 alternatives`);
  const ids = new UniqueIds();
  return values.map((raw) => ({
    raw,
    id: ids.of(raw),
    label: plainText(alternatives!.labels?.[raw] ?? outcome.labels?.[raw] ?? labelOf(raw)),
  }));
}

function referenceOf({ alternatives }: Spec, known: readonly Alternative[], issues: SpecIssues): string | undefined {
  const { reference } = alternatives!;
  if (reference === undefined) return known[0]?.id;
  const found = known.find(({ raw }) => raw === String(reference));
  const list = known.map(({ raw }) => raw);
  if (!found)
    issues.add(
      'alternatives.reference',
      `"${reference}" is not an alternative${suggestionFor(String(reference), list)}; alternatives: ${list.slice(0, 20).join(', ')}`,
    );
  return found?.id;
}

/** The nests of the spec, which name alternatives by their values in the data. */
function nestsOf({ alternatives }: Spec, known: readonly Alternative[], issues: SpecIssues): NestParts {
  const list = known.map(({ raw }) => raw);
  const ids = new UniqueIds();
  const nests = Object.entries(alternatives!.nests ?? {}).map(([name, values]): SpecNest => {
    const members = values.flatMap((value) => {
      const found = known.find(({ raw }) => raw === String(value));
      if (!found)
        issues.add(
          `alternatives.nests.${name}`,
          `"${value}" is not an alternative${suggestionFor(String(value), list)}; alternatives: ${list.slice(0, 20).join(', ')}`,
        );
      return found ? [found.id] : [];
    });
    return { id: ids.of(idOf(name)), label: labelOf(name), alternatives: members };
  });
  for (const { id, raw } of known)
    if (nests.filter((nest) => nest.alternatives.includes(id)).length > 2)
      issues.add('alternatives.nests', `"${raw}" is in more than two nests`);
  return nestParts(nests, (alternative) => known.find(({ id }) => id === alternative)!.label);
}

/** Sampling probabilities by alternative, which the spec names by their values in the data. */
function samplingOf({ alternatives }: Spec, known: readonly Alternative[], issues: SpecIssues) {
  const given = alternatives!.sampling;
  if (!given) return undefined;
  const list = known.map(({ raw }) => raw);
  for (const value of Object.keys(given))
    if (!list.includes(value))
      issues.add(
        'alternatives.sampling',
        `"${value}" is not an alternative${suggestionFor(value, list)}; alternatives: ${list.slice(0, 20).join(', ')}`,
      );
  for (const value of list) if (!(value in given)) issues.add('alternatives.sampling', `lacks "${value}"`);
  return Object.fromEntries(known.map(({ raw, id }) => [id, given[raw]]));
}

/** A scale for each value of the column after the first. */
function scalesOf({ alternatives }: Spec, variables: Variables, issues: SpecIssues) {
  const column = alternatives!.scale;
  const variable = column === undefined ? undefined : variables.of(column, 'alternatives.scale');
  if (!variable) return [];
  if (variable.levels.length === 0)
    issues.add('alternatives.scale', `"${column}" has numbers: name a column of groups, or set its type to category`);
  return variable.levels.slice(1).map(({ id, label }) => ({
    coefficient: { id: `scale_${variable.id}_${id}`, label: `Scale of ${variable.label} ${label}` },
    agents: { attribute: variable.id, in: [id] },
  }));
}

function availabilityOf(
  { alternatives }: Spec,
  known: readonly Alternative[],
  variables: Variables,
  issues: SpecIssues,
) {
  const pattern = alternatives!.available;
  const conditions = new Map<string, object>();
  if (pattern === undefined) return conditions;
  for (const { id, raw, label } of known) {
    const column = columnFor(pattern, raw) ?? '';
    const profile = variables.has(column) ? variables.profile(column, 'alternatives.available') : undefined;
    if (!profile || profile.type === 'constant') continue;
    const variable = variables.of(column, 'alternatives.available', { label: `${label} available` });
    const yes = variable?.isFlag ? variable.levels[1]! : undefined;
    if (!yes) issues.add('alternatives.available', `"${column}" must have the values 1 and 0`);
    else
      conditions.set(id, {
        available_when: { attribute: variable!.id, in: [yes.id] },
        unavailable: `${label} is not available to me`,
      });
  }
  return conditions;
}

function reasonsOf(terms: readonly Term[], perceived: ReadonlyMap<string, { label: string }>, spec: Spec): object[] {
  const groups = new Map<string, Term[]>();
  for (const term of terms) groups.set(term.about, [...(groups.get(term.about) ?? []), term]);
  return Array.from(groups, ([about, own]) => {
    const variable = perceived.get(about);
    const reason = { id: about, terms: own.map(({ id }) => id) };
    if (variable) {
      const name = inSentence(variable.label);
      return {
        ...reason,
        variable: about,
        less: `its ${name} is {difference} lower`,
        more: `its ${name} is {difference} higher`,
        absent_chosen: `it has no ${name}`,
        absent_other: `the other has no ${name}`,
      };
    }
    if (about === 'constant')
      return { ...reason, text: 'respondents prefer {favoured} to {less_favoured} if all else is equal' };
    const names = about.split('_x_').map((id) =>
      inSentence(
        Object.keys(spec.columns).find((column) => idOf(column) === id)
          ? labelOfColumn(
              spec,
              Object.keys(spec.columns).find((column) => idOf(column) === id)!,
            )
          : labelOf(id),
      ),
    );
    return { ...reason, text: `my ${names.join(' and ')} favors {favoured}` };
  });
}

function changeOf(
  parameter: SpecParameter,
  perceived: ReadonlyMap<string, { id: string; label: string; alternatives: Record<string, Factor[]> }>,
): object {
  const variable = [...perceived.values()].find(({ alternatives }) =>
    Object.values(alternatives).some((factors) =>
      factors.some((factor) => 'parameter' in factor && factor.parameter === parameter.id),
    ),
  );
  if (!variable || !parameter.about) return { text: changeText(parameter) };
  return {
    variable: variable.id,
    alternative: parameter.about,
    text: `With a ${inSentence(parameter.label)} of {new} instead of {old}`,
  };
}

function sentence(text: string): string {
  return text[0] === '{' ? text : text[0]!.toUpperCase() + text.slice(1);
}
