import type { Attribute, Restriction } from '../definition/population.schema.js';
import type { AttributeTable } from './attribute-table.js';
import { groupIdsOf, groupPositionOf } from './attribute-groups.js';

/** Conditions of a segment: which groups of which attributes are in it. */
export type CompiledRestriction = readonly {
  readonly position: number;
  readonly groupOf: (value: number) => number;
  /** 1 for each group in the segment. */
  readonly isIn: Uint8Array;
}[];

/** Compiles the conditions of a segment. `parseDefinition` checked the attributes and groups. */
export function compileRestriction(
  conditions: Restriction['conditions'],
  attributes: readonly Attribute[],
): CompiledRestriction {
  return conditions.map(({ attribute: id, groups }) => {
    const position = attributes.findIndex((attribute) => attribute.id === id);
    const attribute = attributes[position]!;
    const isIn = Uint8Array.from(groupIdsOf(attribute), (group) => Number(groups.includes(group)));
    return { position, groupOf: groupPositionOf(attribute), isIn };
  });
}

/** Whether a row of a table is in the segment. */
export function isInSegment(
  restriction: CompiledRestriction,
  columns: readonly { readonly values: ArrayLike<number> }[],
  row: number,
): boolean {
  return restriction.every(({ position, groupOf, isIn }) => isIn[groupOf(columns[position]!.values[row]!)] === 1);
}

/** Draws candidates for the agents [from, to) of a replicate of the stream. */
export type DrawCandidates = (from: number, to: number, replicate: number) => AttributeTable;

const firstCandidates = 4;
const maxCandidates = 512;
/** Enough for a segment with a share of 0.01%: the probability that an agent finds no candidate is below e⁻¹⁰⁰. */
const maxBlocks = 2_048;

/**
 * Attributes of the agents [from, to), all in the segment. An agent that is outside it gets candidates from further replicates of its
 * stream, in blocks of 4, 8, 16 and so on up to 512, until one is in the segment. The agent therefore has the same attributes in every range,
 * and they have the conditional distribution exactly.
 */
export function drawRestricted(
  restriction: CompiledRestriction,
  draw: DrawCandidates,
  from: number,
  to: number,
): AttributeTable {
  const table = draw(from, to, 0);
  for (let row = 0; row < table.count; row++) {
    if (!isInSegment(restriction, table.columns, row)) replaceAgent(restriction, draw, table, row, from + row);
  }
  return table;
}

function replaceAgent(
  restriction: CompiledRestriction,
  draw: DrawCandidates,
  table: AttributeTable,
  row: number,
  agent: number,
): void {
  let size = firstCandidates;
  for (let block = 1; block <= maxBlocks; block++) {
    const candidates = draw(agent * size, (agent + 1) * size, block);
    for (let candidate = 0; candidate < size; candidate++) {
      if (!isInSegment(restriction, candidates.columns, candidate)) continue;
      table.columns.forEach((column, k) => (column.values[row] = candidates.columns[k]!.values[candidate]!));
      return;
    }
    size = Math.min(size * 2, maxCandidates);
  }
  throw new Error('the segment of the population is empty');
}
