import { type Column, columnNamed } from '../columns/column.js';
import type { WorkflowDefinition } from '../definition/definition.schema.js';
import { familyOf } from '../families/family-of.js';
import type { FigureValues } from './moments.js';

/** A figure of a summary, without values: the share of an outcome or outcome group, or the mean of a measure. */
export type FigureLayout = {
  readonly id: string;
  readonly label: string;
  /** Minimum and maximum of the values and their mean; infinite if unbounded. */
  readonly bounds: readonly [number, number];
} & (
  | { readonly kind: 'outcome'; /** Positions of the outcomes. */ readonly outcomes: readonly number[] }
  | { readonly kind: 'outcome_group'; readonly outcomes: readonly number[] }
  | { readonly kind: 'measure'; readonly unit: string }
);

/** A figure with the values of all agents. Values are expected ones, without random errors, if the model has them. */
export type Figure = FigureLayout &
  FigureValues & {
    /** Realized values of a measure. */
    readonly realized?: FigureValues;
  };

/** Whether shares are means of probabilities (independent agents) or counted (interacting agents). */
export function hasExpectedShares({ decision }: Pick<WorkflowDefinition, 'decision'>): boolean {
  return !familyOf(decision).interacting;
}

/** The figures of a definition: outcomes, outcome groups, measures. */
export function figureLayouts({ decision, scenario, outcome_groups: groups = [] }: WorkflowDefinition): FigureLayout[] {
  const family = familyOf(decision);
  const outcomes = family.outcomes(decision);
  const positionOf = (member: string) => outcomes.findIndex(({ id }) => id === member);
  return [
    ...outcomes.map(({ id, label }, position): FigureLayout => ({
      kind: 'outcome',
      id,
      label,
      bounds: [0, 1],
      outcomes: [position],
    })),
    ...groups.map(({ id, label, outcomes: members }): FigureLayout => ({
      ...{ kind: 'outcome_group', id, label, bounds: [0, 1] },
      outcomes: members.map(positionOf),
    })),
    ...family
      .measures(decision, scenario.parameters)
      .map(({ id, label, unit, bounds }): FigureLayout => ({ kind: 'measure', id, label, unit, bounds })),
  ];
}

/**
 * Reads the figures of a simulation from its columns. Simulations of engine 1 have no expected values of measures, so their realized values
 * take their place.
 */
export function readFigures(definition: WorkflowDefinition, columns: readonly Column[]): Figure[] {
  const { decision } = definition;
  const isExpected = hasExpectedShares(definition);
  const shares = familyOf(decision)
    .outcomes(decision)
    .map(({ id }, position): FigureValues => {
      const read = (prefix: string) =>
        isExpected
          ? valuesOf(columns, `${prefix}probability.${id}`)
          : Float64Array.from(columnNamed(columns, `${prefix}outcome`).values, (code) => Number(code === position));
      return { scenario: read(''), baseline: read('baseline_') };
    });
  return figureLayouts(definition).map((layout): Figure => {
    if (layout.kind === 'measure') return { ...layout, ...measureValues(layout.id, columns) };
    const own = layout.outcomes.map((position) => shares[position]!);
    return { ...layout, ...(layout.kind === 'outcome' ? own[0]! : sumOfValues(own)) };
  });
}

function measureValues(id: string, columns: readonly Column[]) {
  const read = (kind: string): FigureValues => ({
    scenario: valuesOf(columns, `${kind}.${id}`),
    baseline: valuesOf(columns, `baseline_${kind}.${id}`),
  });
  const isExpected = columns.some(({ name }) => name === `expected.${id}`);
  const realized = read('measure');
  return { realized, ...(isExpected ? read('expected') : realized) };
}

function valuesOf(columns: readonly Column[], name: string): Float64Array {
  const { values } = columnNamed(columns, name);
  return values instanceof Float64Array ? values : Float64Array.from(values);
}

function sumOfValues(parts: readonly FigureValues[]): FigureValues {
  const sum = (side: 'scenario' | 'baseline') => {
    const total = Float64Array.from(parts[0]![side]);
    for (const part of parts.slice(1))
      for (let row = 0; row < total.length; row++) total[row] = total[row]! + part[side][row]!;
    // Rounding can make the sum of all probabilities larger than 1.
    for (let row = 0; row < total.length; row++) total[row] = Math.min(1, total[row]!);
    return total;
  };
  return { scenario: sum('scenario'), baseline: sum('baseline') };
}
