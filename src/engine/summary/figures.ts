import type { Column } from '../columns/column.js';
import type { WorkflowDefinition } from '../definition/definition.schema.js';
import type { Measure } from '../model/decision-family.js';
import { familyOf } from '../families/family-of.js';
import type { FigureValues } from './moments.js';
import { columnNamed } from '../columns/column-named.js';

/** A figure of a summary: the share of an outcome or outcome group, or the mean of a measure, with the values of all agents. */
export type Figure = FigureValues & {
  readonly id: string;
  readonly label: string;
  /** Minimum and maximum of the values and their mean; infinite if unbounded. */
  readonly bounds: readonly [number, number];
  /** Whether the values are expected values of the agents, without their random errors. */
  readonly isExpected: boolean;
} & (
    | { readonly kind: 'outcome'; /** Positions of the outcomes. */ readonly outcomes: readonly number[] }
    | { readonly kind: 'outcome_group'; readonly outcomes: readonly number[] }
    | { readonly kind: 'measure'; readonly unit: string; /** Realized values. */ readonly realized: FigureValues }
  );

/** Whether shares are means of probabilities (independent agents) or counted (interacting agents). */
export function hasExpectedShares({ decision }: Pick<WorkflowDefinition, 'decision'>): boolean {
  return !familyOf(decision).interacting;
}

/**
 * Reads the figures of a simulation from its columns: outcomes, outcome groups, measures. Simulations of engine 1 have no expected values of
 * measures, so their realized values take their place.
 */
export function readFigures(definition: WorkflowDefinition, columns: readonly Column[]): Figure[] {
  const { decision, outcome_groups: groups = [] } = definition;
  const family = familyOf(decision);
  const outcomes = family.outcomes(decision);
  const isExpected = hasExpectedShares(definition);
  const sharesOf = (id: string, position: number): FigureValues => {
    const read = (prefix: string) =>
      isExpected
        ? valuesOf(columns, `${prefix}probability.${id}`)
        : Float64Array.from(columnNamed(columns, `${prefix}outcome`).values, (code) => Number(code === position));
    return { scenario: read(''), baseline: read('baseline_') };
  };
  const shares = outcomes.map(({ id }, position) => sharesOf(id, position));
  return [
    ...outcomes.map(({ id, label }, position): Figure => ({
      kind: 'outcome',
      id,
      label,
      bounds: [0, 1],
      isExpected,
      outcomes: [position],
      ...shares[position]!,
    })),
    ...groups.map(({ id, label, outcomes: members }): Figure => {
      const positions = members.map((member) => outcomes.findIndex((outcome) => outcome.id === member));
      const own = positions.map((position) => shares[position]!);
      return { kind: 'outcome_group', id, label, bounds: [0, 1], isExpected, outcomes: positions, ...sumOfValues(own) };
    }),
    ...family
      .measures(decision, definition.scenario.parameters)
      .map((measure): Figure => measureFigure(measure, columns)),
  ];
}

function measureFigure({ id, label, unit, bounds }: Measure, columns: readonly Column[]): Figure {
  const read = (kind: string): FigureValues => ({
    scenario: valuesOf(columns, `${kind}.${id}`),
    baseline: valuesOf(columns, `baseline_${kind}.${id}`),
  });
  const isExpected = columns.some(({ name }) => name === `expected.${id}`);
  const realized = read('measure');
  return {
    kind: 'measure',
    id,
    label,
    unit,
    bounds,
    isExpected,
    realized,
    ...(isExpected ? read('expected') : realized),
  };
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
