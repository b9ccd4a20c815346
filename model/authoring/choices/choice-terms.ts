import type { Factor, TermFactor } from '../../definition.js';
import type { Alternative, LastChoiceParts } from './choice-settings.js';
import { type AlternativeVariables, labelOfColumn } from './choice-variables.js';
import { type Atom, atomText, type FormulaTerm } from '../formula.js';
import { productId, productsOf } from '../model-terms.js';
import { idOf, nounOf, UniqueIds } from '../variables/names.js';
import type { SpecParameter } from '../variables/parameters.js';
import { type CodedColumn, codedColumns, codedId, codedLabel, type Variables } from '../variables/variables.js';

/** A term of the utilities. */
export interface Term {
  readonly id: string;
  readonly label: string;
  readonly coefficient: string;
  readonly alternatives: readonly string[];
  readonly factors: readonly object[];
  /** Source of the term, for its reason. */
  readonly about: string;
}

/** A variable that agents perceive, with its factors for each alternative. */
export interface PerceivedVariable {
  readonly id: string;
  readonly label: string;
  readonly unit: string;
  readonly alternatives: Readonly<Record<string, Factor[]>>;
  readonly box_cox?: { readonly power: string; readonly at: number };
}

/** What the terms of a choice read. */
export interface ChoiceColumns {
  readonly alternatives: readonly Alternative[];
  readonly variables: Variables;
  readonly ofAlternatives: AlternativeVariables;
  /** Parameters by the column of their variable. */
  readonly parameters: ReadonlyMap<string, SpecParameter>;
}

/** Coefficients and terms of the utilities, in the order of the formula. */
export class ChoiceTerms {
  readonly coefficients: { id: string; label: string }[] = [];
  readonly terms: Term[] = [];
  readonly perceived = new Map<string, PerceivedVariable>();
  /** Label of each perceived variable within a sentence. */
  readonly nouns = new Map<string, string>();
  readonly ids = new UniqueIds();

  constructor(private readonly from: ChoiceColumns) {}

  addConstants(others: readonly Alternative[]): void {
    for (const { id, label } of others) {
      const own = `Constant of ${label}`;
      const coefficient = this.coefficientOf(`constant_${id}`, own);
      this.terms.push({ id: coefficient, label: own, coefficient, alternatives: [id], factors: [], about: 'constant' });
    }
  }

  /** Adds variables of the respondent: a coefficient for each alternative, except the reference. */
  addPersonal(personal: readonly FormulaTerm[], others: readonly Alternative[], hasConstant: boolean): void {
    const { variables } = this.from;
    for (const { id, label } of others)
      for (const term of personal)
        for (const coded of codedColumns(term, personal, hasConstant, (column) => variables.of(column, 'formula'))) {
          const text = `${codedLabel(coded)}: ${label}`;
          const coefficient = this.coefficientOf(`${codedId(coded)}_${id}`, text);
          this.productsOf(coded).forEach((factors, k) =>
            this.terms.push({
              id: k === 0 ? coefficient : productId(coefficient, k),
              label: text,
              coefficient,
              alternatives: [id],
              factors,
              about: aboutOf(term),
            }),
          );
        }
  }

  /** Adds variables of alternatives: one coefficient for all, or one for each. */
  addOfAlternatives(own: readonly FormulaTerm[], isSeparate: boolean): void {
    const termIds = new UniqueIds([...this.coefficients.map(({ id }) => id)]);
    const { alternatives, ofAlternatives, variables } = this.from;
    for (const term of own) {
      const known = new Map<string, string>();
      for (const alternative of alternatives) {
        const variableOf = (column: string) => ofAlternatives.of(column, alternative.id) ?? variables.existing(column);
        if (term.some(({ column }) => !variableOf(column))) continue;
        for (const coded of codedColumns(term, own, true, variableOf))
          this.addCoded(coded, term, alternative, isSeparate, known, termIds);
      }
      if (known.size === 0)
        variables.issues.add('formula', `no alternative has ${term.map(({ column }) => `"${column}"`).join(' and ')}`);
    }
  }

  addLastChoice({ coefficient: { id, label }, terms, variable }: LastChoiceParts): void {
    const coefficient = this.coefficientOf(id, label);
    for (const { alternative, category } of terms)
      this.terms.push({
        ...{ id: `${coefficient}_${alternative}`, label, coefficient, about: variable.id },
        alternatives: [alternative],
        factors: [{ indicator: { attribute: variable.id, in: [category] } }],
      });
  }

  /** @param known coefficients of the term, by their id without suffix */
  private addCoded(
    coded: CodedColumn,
    term: FormulaTerm,
    alternative: Alternative,
    isSeparate: boolean,
    known: Map<string, string>,
    termIds: UniqueIds,
  ): void {
    const { spec } = this.from.variables;
    const generalId = codedId(renamed(coded, (column) => ({ id: idOf(column) })));
    const key = isSeparate ? `${generalId}_${alternative.id}` : generalId;
    const general = codedLabel(renamed(coded, (column) => ({ label: labelOfColumn(spec, column) })));
    const label = isSeparate ? `${general} (${alternative.label})` : general;
    const coefficient = known.get(key) ?? this.coefficientOf(key, label);
    known.set(key, coefficient);
    if (this.isPerceived(coded)) return this.addPerceived(coded[0]!, alternative.id, coefficient, label);
    for (const factors of this.productsOf(coded, alternative.id))
      this.terms.push({
        id: termIds.of(`${key}_${isSeparate ? '' : alternative.id}`),
        label: `${general}: ${alternative.label}`,
        coefficient,
        alternatives: [alternative.id],
        factors,
        about: aboutOf(term),
      });
  }

  private addPerceived(part: CodedColumn[number], alternative: string, coefficient: string, label: string): void {
    const id = this.perceive(part, alternative);
    const existing = this.terms.findIndex((one) => one.coefficient === coefficient);
    const term = this.terms[existing];
    if (term) this.terms[existing] = { ...term, alternatives: [...term.alternatives, alternative] };
    else
      this.terms.push({
        id: coefficient,
        label,
        coefficient,
        alternatives: [alternative],
        factors: [{ variable: id }],
        about: id,
      });
  }

  private isPerceived(coded: CodedColumn): boolean {
    const [first] = coded;
    if (coded.length !== 1) return false;
    const { atom, level, variable } = first!;
    return Boolean(
      atom.isBoxCox || (isPlain(atom) && !level && isFactorOf(this.from.parameters.get(variable!.column))),
    );
  }

  private perceive({ atom, variable, level }: CodedColumn[number], alternative: string): string {
    const { ofAlternatives, parameters, variables } = this.from;
    const { spec, issues } = variables;
    const id = idOf(atom.column);
    const label = labelOfColumn(spec, atom.column);
    this.nouns.set(id, nounOf(label, atom.column));
    const parameter = parameters.get(variable!.column);
    const known = this.perceived.get(id);
    const transform =
      atom.isBoxCox &&
      (known?.box_cox ?? { power: this.ids.of(`lambda_${id}`), at: ofAlternatives.typicalValue(atom.column) });
    if (transform && level)
      issues.add('formula', `uses ${atomText(atom)}, but "${variable!.column}" has groups, not numbers`);
    if (transform && !isFactorOf(parameter))
      issues.add(`parameters.${atom.column}`, `a variable with box_cox() needs \`change: multiply\``);
    if (known && known.box_cox !== transform)
      issues.add('formula', `uses both "${atom.column}" and box_cox(${atom.column}): use one of them`);
    this.perceived.set(id, {
      ...{ id, label, unit: variable!.unit, ...known },
      alternatives: {
        ...known?.alternatives,
        [alternative]: [
          ...(parameter?.reference === undefined ? [{ attribute: variable!.id }] : []),
          ...(parameter ? [{ parameter: parameter.id }] : []),
        ],
      },
      ...(transform && { box_cox: transform }),
    });
    return id;
  }

  /** @param alternative alternative whose variables with a transform the agent perceives */
  private productsOf(coded: CodedColumn, alternative?: string): TermFactor[][] {
    const { parameters, variables } = this.from;
    let products: TermFactor[][] = [[]];
    for (const part of coded) {
      const factors =
        part.atom.isBoxCox && alternative !== undefined
          ? [[{ variable: this.perceive(part, alternative) }]]
          : productsOf(part, part.variable && parameters.get(part.variable.column), variables.issues, false);
      products = products.flatMap((product) => factors.map((more) => [...product, ...more]));
    }
    return products;
  }

  private coefficientOf(id: string, label: string): string {
    const own = this.ids.of(id);
    this.coefficients.push({ id: own, label });
    return own;
  }
}

const aboutOf = (term: FormulaTerm) => term.map(({ column }) => idOf(column)).join('_x_');

function renamed(coded: CodedColumn, nameOf: (column: string) => { id?: string; label?: string }): CodedColumn {
  return coded.map((part) => ({
    ...part,
    variable: part.variable && { ...part.variable, ...nameOf(part.atom.column) },
  }));
}

function isPlain({ function: shape, scale, bound, part, curve, isFactor }: Atom): boolean {
  return !shape && scale === undefined && !bound && !part && !curve && !isFactor;
}

/** Whether the parameter of a variable, if it has one, multiplies its value or is the value. */
function isFactorOf(parameter: SpecParameter | undefined): boolean {
  return parameter?.change === undefined || parameter.change === 'multiply' || parameter.reference !== undefined;
}
