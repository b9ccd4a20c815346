import { columnsBy, columnsOfVariable } from './alternative-columns.js';
import type { Alternative } from './choice-settings.js';
import { idOf, labelOf, listText, nounOf, suggestionFor } from '../variables/names.js';
import { numberParameter } from '../variables/number-parameter.js';
import { parameterOf, type SpecParameter } from '../variables/parameters.js';
import { profileColumn } from '../variables/profile.js';
import { isWrittenOut, type Spec, type SpecParameterFields } from '../spec.schema.js';
import type { Variable, Variables } from '../variables/variables.js';

/** Variables of alternatives, with a column for each alternative that has them. */
export class AlternativeVariables {
  private readonly byName = new Map<string, Map<string, Variable>>();
  readonly notes: string[] = [];

  /** @param hasConstants whether each alternative has its own constant, except one */
  constructor(
    private readonly alternatives: readonly Alternative[],
    private readonly variables: Variables,
    private readonly hasConstants: boolean,
  ) {}

  of(name: string, alternative: string): Variable | undefined {
    return this.byName.get(name)?.get(alternative);
  }

  read(name: string): void {
    const { variables } = this;
    const { spec, issues } = variables;
    const raws = this.alternatives.map(({ raw }) => raw);
    const columns = columnsOfVariable(spec, name, raws, this.columns);
    if (!columns) {
      const example = `${name}_${raws[0] ?? 'a'}`;
      issues.add(
        'formula',
        `uses "${name}", which is neither a column nor has columns such as "${example}"${suggestionFor(name, variables.columns)}; name them with \`alternatives: { columns: { ${name}: "{alt}_…" } }\``,
      );
      return;
    }
    const named = this.alternatives.flatMap(({ id, raw, label }) => {
      const column = columns.get(raw);
      return column === undefined || !this.isIn(column) ? [] : [{ id, label, column }];
    });
    const applying = named.filter(
      ({ column }) =>
        !this.isInConstants(
          column,
          named.map((own) => own.column),
        ),
    );
    if (applying.length === 0 && named.length > 0)
      issues.add(
        'formula',
        `"${name}" has one value for each alternative, which the constants contain: remove it, or the constants with - 1`,
      );
    const texts = applying.flatMap(({ column }) => variables.texts(column));
    const whole = { name, texts, profile: profileColumn(name, texts) };
    const isNumber = applying.some(({ column }) => this.hasNumbers(column));
    const found = applying.flatMap(({ id, label, column }) => {
      const ofAlternative = namingOf(spec, name, label);
      const naming = { ...ofAlternative, unit: spec.units[name], isNumber, whole };
      const variable = variables.of(column, 'formula', naming);
      return variable ? [[id, variable] as const] : [];
    });
    this.byName.set(name, new Map(found));
    const without = this.alternatives.filter(({ id }) => !found.some(([own]) => own === id));
    if (without.length > 0 && found.length > 0)
      this.notes.push(
        `${labelOfColumn(spec, name)} does not apply to ${listText(without.map(({ label }) => label))}: it has no value there, is 0, or has one text that no other alternative has.`,
      );
  }

  /** Geometric mean of the positive values of a variable for available alternatives, with two digits. */
  typicalValue(name: string): number {
    const values = this.alternatives.flatMap(({ id }) =>
      this.availableTexts(name, id)
        .map(Number)
        .filter((value) => value > 0),
    );
    const mean = values.reduce((sum, value) => sum + Math.log(value), 0) / Math.max(1, values.length);
    return Number(Math.exp(mean).toPrecision(2));
  }

  private get columns(): ReadonlyMap<string, true> {
    return new Map(this.variables.columns.map((column) => [column, true]));
  }

  /** Whether a variable has more than two numbers in some alternative: it then is a number in all. */
  private hasNumbers(column: string): boolean {
    const profile = this.variables.profile(column, 'formula');
    return Boolean(profile?.range && profile.distinct > 2);
  }

  /** A variable without values, or that is always 0, does not change the utility of its alternative. */
  private isIn(column: string): boolean {
    const profile = this.variables.profile(column, 'formula')!;
    const isZero = profile.type === 'constant' && Number(profile.examples[0]!.value) === 0 && profile.missing === 0;
    return profile.type !== 'empty' && !isZero;
  }

  /** Whether constants contain the effect: the column has one text, which only such columns of the variable have. */
  private isInConstants(column: string, columns: readonly string[]): boolean {
    const textOf = (own: string) => {
      const { type, examples, range } = this.variables.profile(own, 'formula')!;
      return type === 'constant' && !range ? examples[0]!.value : undefined;
    };
    const text = textOf(column);
    if (!this.hasConstants || text === undefined) return false;
    return columns.every(
      (other) => textOf(other) === text || !this.variables.texts(other).some((own) => own.trim() === text),
    );
  }

  parameters(): SpecParameter[] {
    return [...this.byName].flatMap(([name, columns]) => {
      const stated = this.variables.spec.parameters[name];
      if (!stated || isWrittenOut(stated)) return [];
      const change = stated.change ?? changeOfAll([...columns.values()]);
      return [...columns].flatMap(([id, variable]) => {
        const alternative = this.alternatives.find((one) => one.id === id)!;
        const isEach = stated.each === 'alternative';
        const naming = namingOf(this.variables.spec, name, isEach ? alternative.label : undefined, stated.label);
        const number = isEach ? this.numberOf({ variable, name, id }, { ...stated, label: naming.label }) : undefined;
        const parameter = number
          ? { ...number, about: id }
          : parameterOf(variable, { ...stated, change }, this.variables, naming, isEach ? id : undefined);
        return parameter ? [isEach ? parameter : { ...parameter, id: idOf(name), isShared: true }] : [];
      });
    });
  }

  /** The number of an alternative that `change: set` sets for all agents, which have the median at the baseline. */
  private numberOf(
    { variable, name, id }: { variable: Variable; name: string; id: string },
    stated: SpecParameterFields,
  ): SpecParameter | undefined {
    if (stated.change !== 'set') return undefined;
    const texts = this.availableTexts(name, id);
    const { range } = profileColumn(name, texts);
    const baseline = stated.baseline ?? (stated.compare ? undefined : range?.median);
    const own = { ...stated, baseline, minimum: stated.minimum ?? range?.minimum };
    return numberParameter(variable, own, texts, 'number', this.variables.issues);
  }

  private availableTexts(name: string, alternative: string): string[] {
    const { available } = this.variables.spec.alternatives!;
    const raws = this.alternatives.map(({ raw }) => raw);
    const flags = available === undefined ? undefined : columnsBy(available, raws, this.columns);
    const isOpen = this.variables.texts(flags?.get(this.alternatives.find(({ id }) => id === alternative)!.raw) ?? '');
    return this.variables.texts(this.of(name, alternative)?.column ?? '').filter((_, row) => isOpen[row] !== '0');
  }
}

function changeOfAll(columns: readonly Variable[]): SpecParameter['change'] {
  if (columns.some(({ levels }) => levels.length > 0)) return 'set';
  return columns.every(({ profile }) => profile.range!.minimum >= 0) ? 'multiply' : 'add';
}

/** Label of a column, or of a variable of alternatives. */
export function labelOfColumn({ columns, parameters }: Spec, name: string): string {
  return columns[name]?.label ?? parameters[name]?.label ?? labelOf(name);
}

function namingOf(spec: Spec, name: string, alternative: string | undefined, own = labelOfColumn(spec, name)) {
  const of = alternative === undefined ? '' : ` of ${alternative}`;
  return { label: `${own}${of}`, noun: `${nounOf(own, name)}${of}` };
}
