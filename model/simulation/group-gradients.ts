import { copyGroups, kernel, maxKernelCells, maxKernelGroups, maxKernelRows, maxKernelSums } from '../kernel/kernel.js';
import type { AgentGroups } from './simulate-chunk.js';

/** Sums of the gradients of agents under both scenarios, at `[(group * coefficients + coefficient) * figures + figure]`. */
export interface GradientSums {
  readonly scenario: Float64Array;
  readonly baseline: Float64Array;
}

/** Sums of the gradients of agents by group. */
export interface GroupGradients {
  readonly grouping: AgentGroups;
  /** Number of agents of each group. */
  readonly counts: Uint32Array;
  readonly sums: GradientSums;
}

/**
 * Sums for a grouping, without the gradients of any agent.
 *
 * @param agents number of agents with gradients: the first agents of the simulation
 * @param size numbers in the gradients of an agent: coefficients × figures
 */
export function emptyGradients(grouping: AgentGroups, agents: number, size: number): GroupGradients {
  const { groups, groupOf } = grouping;
  const counts = new Uint32Array(groups);
  for (let row = 0; row < agents; row++) {
    const group = groupOf[row]!;
    if (group >= 0) counts[group] = counts[group]! + 1;
  }
  const sums = { scenario: new Float64Array(groups * size), baseline: new Float64Array(groups * size) };
  return { grouping, counts, sums };
}

/**
 * Adds the gradients of the agents from `from` on under one scenario to the sums of several groupings, in the order of the agents.
 *
 * @param gradients one agent after another, `size` numbers each
 */
export function addByGroup(
  groupings: readonly GroupGradients[],
  side: keyof GradientSums,
  gradients: Float64Array,
  from: number,
  size: number,
): void {
  const own = size <= maxKernelCells ? kernel() : undefined;
  const rows = gradients.length / size;
  const step = Math.min(maxKernelRows, Math.floor(maxKernelCells / size), rows);
  for (let first = 0; own && first < rows; first += step) {
    const last = Math.min(first + step, rows);
    own.utilities.set(gradients.subarray(first * size, last * size));
    for (const { grouping, sums } of groupings) {
      if (!fitsKernel(grouping, size)) continue;
      copyGroups(own, grouping.groupOf, from + first, from + last);
      own.sums.set(sums[side]);
      own.addByGroup(size, last - first);
      sums[side].set(own.sums.subarray(0, sums[side].length));
    }
  }
  for (const { grouping, sums } of groupings)
    if (!own || !fitsKernel(grouping, size)) addRows(grouping, sums[side], gradients, from, size);
}

function fitsKernel({ groups }: AgentGroups, size: number): boolean {
  return groups <= maxKernelGroups && groups * size <= maxKernelSums;
}

function addRows({ groupOf }: AgentGroups, sums: Float64Array, gradients: Float64Array, from: number, size: number) {
  for (let row = 0; row < gradients.length / size; row++) {
    const group = groupOf[from + row]!;
    if (group < 0) continue;
    for (let k = 0; k < size; k++) sums[group * size + k] = sums[group * size + k]! + gradients[row * size + k]!;
  }
}
