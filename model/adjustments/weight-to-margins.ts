import type { Attribute, PopulationDefinition } from '../definition/population.schema.js';
import { AdjustmentError, type Issue } from '../engine-error.js';
import { groupIdsOf, groupPositionOf } from '../population/attribute-groups.js';
import { weightPeople } from '../population/prepare-people.js';
import { type RakedMargin, rakingTolerance, sharesOf } from '../population/rake.js';

/** Totals of the cells of one or more attributes. */
export interface TargetMargin {
  readonly attributes: readonly string[];
  /** Groups of a cell in the order of the attributes, and its share or number of people. */
  readonly cells: readonly { readonly groups: readonly string[]; readonly total: number }[];
}

export /** Relative difference between the sums of margins: they are often rounded. */
const sumTolerance = 1e-6;
/** Fewer rows represent no population. */
export const minEffectiveRows = 30;

interface CheckedMargin {
  readonly attributes: readonly Attribute[];
  /** Position of the target of each combination of groups. */
  readonly cellByKey: ReadonlyMap<string, number>;
  readonly targets: readonly number[];
}

/**
 * Weights the fitted population so that it has target margins.
 *
 * @throws AdjustmentError if a margin is invalid, cannot be reached, or contradicts the others
 */
export function weightToMargins(population: PopulationDefinition, requested: readonly TargetMargin[]) {
  const issues: Issue[] = [];
  const checked = requested.map((margin, index) => check(population, margin, index, issues));
  if (issues.length > 0) throw new AdjustmentError(issues);
  requireEqualSums(requested);
  const { people, raked } = weightPeople(population, (columns) => {
    const margins = checked.map((margin) => toRaked(population, margin!, columns));
    requireReachable(requested, checked as CheckedMargin[], margins, columns[0]?.length ?? 0);
    return margins.map(({ margin }) => margin);
  });
  if (!(raked.difference <= rakingTolerance)) {
    const message = `cannot be reached together with the other margins: after ${raked.iterations} iterations, a share differs from its target by ${raked.difference.toPrecision(3)}`;
    throw new AdjustmentError([{ path: `margins.${raked.farthest}`, message }]);
  }
  if (people.effective_count !== null && people.effective_count < minEffectiveRows) {
    const message = `need such unequal weights that only ${people.effective_count.toFixed(1)} of ${people.count} rows remain effective: choose margins that are closer to the fitted population`;
    throw new AdjustmentError([{ path: 'margins', message }]);
  }
  return { people, iterations: raked.iterations, difference: raked.difference };
}

function check(
  { attributes }: PopulationDefinition,
  margin: TargetMargin,
  index: number,
  issues: Issue[],
): CheckedMargin | undefined {
  const path = `margins.${index}`;
  const before = issues.length;
  const known = attributes.map(({ id }) => id).join(', ') || 'none';
  const own = margin.attributes.map((id) => attributes.find((attribute) => attribute.id === id));
  own.forEach((attribute, k) => {
    if (!attribute)
      issues.push({
        path: `${path}.attributes.${k}`,
        message: `is not an attribute of this workflow. Its attributes: ${known}`,
      });
  });
  if (new Set(margin.attributes).size < margin.attributes.length)
    issues.push({ path: `${path}.attributes`, message: 'must not contain an attribute twice' });
  if (issues.length > before) return undefined;
  const ids = own.map((attribute) => groupIdsOf(attribute!));
  const cellByKey = new Map<string, number>();
  margin.cells.forEach(({ groups }, cell) => {
    const cellPath = `${path}.cells.${cell}`;
    if (groups.length !== ids.length) {
      issues.push({ path: `${cellPath}.groups`, message: `expected ${ids.length} groups: one for each attribute` });
      return;
    }
    groups.forEach((group, k) => {
      if (!ids[k]!.includes(group))
        issues.push({ path: `${cellPath}.groups.${k}`, message: `expected one of: ${ids[k]!.join(', ')}` });
    });
    const key = groups.map((group, k) => ids[k]!.indexOf(group)).join();
    if (cellByKey.has(key)) issues.push({ path: cellPath, message: 'is defined twice' });
    cellByKey.set(key, cell);
  });
  const sum = margin.cells.reduce((total, cell) => total + cell.total, 0);
  if (!(sum > 0)) issues.push({ path: `${path}.cells`, message: 'must have a total above 0' });
  if (issues.length > before) return undefined;
  return { attributes: own as Attribute[], cellByKey, targets: margin.cells.map(({ total }) => total / sum) };
}

function requireEqualSums(requested: readonly TargetMargin[]): void {
  const sums = requested.map(({ cells }) => cells.reduce((sum, { total }) => sum + total, 0));
  const issues = sums.flatMap((sum, index) =>
    Math.abs(sum / sums[0]! - 1) > sumTolerance
      ? [
          {
            path: `margins.${index}.cells`,
            message: `the totals sum to ${sum}, but those of the first margin sum to ${sums[0]!}: all margins must have the same sum`,
          },
        ]
      : [],
  );
  if (issues.length > 0) throw new AdjustmentError(issues);
}

/** Cells that the request omits get the position after all targets. */
function toRaked(
  population: PopulationDefinition,
  { attributes, cellByKey, targets }: CheckedMargin,
  columns: readonly ArrayLike<number>[],
): { margin: RakedMargin; omitted: number } {
  const parts = attributes.map((attribute) => ({
    values: columns[population.attributes.indexOf(attribute)]!,
    positionOf: groupPositionOf(attribute),
  }));
  const omitted = targets.length;
  const rows = columns[0]?.length ?? 0;
  const cellOf = new Uint32Array(rows);
  for (let row = 0; row < rows; row++) {
    const key = parts.map(({ values, positionOf }) => positionOf(values[row]!)).join();
    cellOf[row] = cellByKey.get(key) ?? omitted;
  }
  return { margin: { cellOf, targets: [...targets, 0] }, omitted };
}

function requireReachable(
  requested: readonly TargetMargin[],
  checked: readonly CheckedMargin[],
  margins: readonly { margin: RakedMargin; omitted: number }[],
  rows: number,
): void {
  const issues: Issue[] = [];
  const ones = new Float64Array(rows).fill(1);
  margins.forEach(({ margin, omitted }, index) => {
    const counts = sharesOf(ones, margin);
    if (counts[omitted]! > 0) {
      const names = checked[index]!.attributes.map(({ id }) => id).join(' × ');
      const message = `lacks cells of ${names} that the fitted population has: list every combination, with total 0 for empty cells`;
      issues.push({ path: `margins.${index}.cells`, message });
    }
    requested[index]!.cells.forEach(({ total }, cell) => {
      if (total > 0 && counts[cell] === 0) {
        const message = 'has a total above 0, but this cell of the fitted population is empty';
        issues.push({ path: `margins.${index}.cells.${cell}`, message });
      }
    });
  });
  if (issues.length > 0) throw new AdjustmentError(issues);
}
