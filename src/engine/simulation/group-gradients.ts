import type { AgentGroups } from './agent-groups.js';

/** Sums of the gradients of agents under both scenarios, at `[(group * coefficients + coefficient) * figures + figure]`. */
export interface GradientSums {
  readonly scenario: Float64Array;
  readonly baseline: Float64Array;
}

/** Size of the gradients of an agent. */
export interface GradientShape {
  /** Number of coefficients. */
  readonly width: number;
  /** Number of figures with derivatives. */
  readonly figures: number;
  /** Number of figures that groups need: the first ones, without the points of curves. */
  readonly parts: number;
}

/** Sums the gradients of agents by group. */
export class GroupGradients {
  readonly counts: Uint32Array;
  readonly sums: GradientSums;

  constructor(
    private readonly grouping: AgentGroups,
    private readonly shape: GradientShape,
  ) {
    const { groups } = grouping;
    const size = groups * shape.width * shape.parts;
    this.counts = new Uint32Array(groups);
    this.sums = { scenario: new Float64Array(size), baseline: new Float64Array(size) };
  }

  /**
   * Adds the gradients of the agents [from, to) under one scenario.
   *
   * @param gradients `[(row * coefficients + coefficient) * figures + figure]`
   */
  add(side: keyof GradientSums, gradients: Float64Array, from: number, to: number): void {
    const { width, figures, parts } = this.shape;
    const { groupOf } = this.grouping;
    const out = this.sums[side];
    // Without curves, the gradients of an agent are one block.
    const [blocks, length] = figures === parts ? [1, width * parts] : [width, parts];
    for (let row = 0; row < to - from; row++) {
      const group = groupOf[from + row]!;
      if (group < 0) continue;
      if (side === 'scenario') this.counts[group] = this.counts[group]! + 1;
      for (let block = 0; block < blocks; block++) {
        const source = row * width * figures + block * figures;
        const target = group * width * parts + block * parts;
        for (let k = 0; k < length; k++) out[target + k] = out[target + k]! + gradients[source + k]!;
      }
    }
  }
}
