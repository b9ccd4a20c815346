import { columnNamed } from '../columns/column-named.js';
import { familyOf } from '../families/family-of.js';
import { readSituation } from '../population/read-situation.js';
import { compile } from '../simulation/compile.js';
import { covarianceOf, gradientAgentsOf, targetCovarianceOf } from '../simulation/estimation-error.js';
import type { Figure } from '../summary/figures.js';
import type { ManyRequest, RankedRun } from './ranked-run.js';

const chunkSize = 500;

/** Where the errors of the coefficients come from. */
type ErrorSource = 'estimation' | 'targets';

/**
 * Errors of one figure of several simulations from their common coefficients, by the delta method: with the mean gradients g and h of two
 * figures, and the covariance V of the coefficients, the covariance of the figures is g'·V·h.
 */
export class CoefficientErrors {
  /** Mean gradient of each figure. Undefined without selected agents among the first ones. */
  private readonly gradients: readonly Float64Array[] | undefined;
  /** Covariance of the coefficients from the estimation, and from calibration targets. Undefined if unknown. */
  private readonly matrices: Readonly<Record<ErrorSource, Float64Array | undefined>>;

  constructor(
    { runs, seed, rows }: Pick<ManyRequest, 'runs' | 'seed' | 'rows'>,
    figures: readonly Figure[],
    agents: number,
  ) {
    const { definition } = runs[0]!;
    const { coefficients } = familyOf(definition.decision).linear(definition.decision);
    this.matrices = {
      estimation: definition.evidence.covariance && covarianceOf(definition, coefficients),
      targets: targetCovarianceOf(definition, coefficients),
    };
    const selected = rows && new Set(rows);
    const gradients = runs.map((run, k) => meanGradient(run, seed, figures[k]!, agents, selected));
    this.gradients = gradients.includes(undefined) ? undefined : (gradients as Float64Array[]);
  }

  /** Standard error of a figure, or of its difference from another. Undefined if unknown. */
  of(source: ErrorSource, own: number, other: number | undefined): number | undefined {
    if (!this.gradients || !this.matrices[source]) return undefined;
    const variance =
      other === undefined
        ? this.from(source, own, own)
        : this.from(source, own, own) + this.from(source, other, other) - 2 * this.from(source, own, other);
    return Math.sqrt(Math.max(0, variance));
  }

  /** Covariance of two figures from all sources. Unknown ones count as 0. */
  covariance(own: number, other: number): number {
    return this.from('estimation', own, other) + this.from('targets', own, other);
  }

  private from(source: ErrorSource, own: number, other: number): number {
    const matrix = this.matrices[source];
    if (!this.gradients || !matrix) return 0;
    const [g, h] = [this.gradients[own]!, this.gradients[other]!];
    const size = g.length;
    let sum = 0;
    for (let i = 0; i < size; i++) {
      if (g[i] === 0) continue;
      let line = 0;
      for (let j = 0; j < size; j++) line += matrix[i * size + j]! * h[j]!;
      sum += g[i]! * line;
    }
    return sum;
  }
}

/** Mean gradient of a figure over the selected agents among the first ones; undefined if there are none. */
function meanGradient(
  { definition, scenario, columns }: RankedRun,
  seed: number,
  figure: Figure,
  agents: number,
  selected: ReadonlySet<number> | undefined,
): Float64Array | undefined {
  const compiled = compile(definition, scenario, seed);
  const family = familyOf(definition.decision);
  const { coefficients } = family.linear(definition.decision);
  const outcomes = family.outcomes(definition.decision).length;
  const measures = family.measures(definition.decision, definition.scenario.parameters);
  const positions =
    figure.kind === 'measure' ? [outcomes + measures.findIndex(({ id }) => id === figure.id)] : figure.outcomes;
  const width = coefficients.length;
  const points = family.curves(definition.decision).reduce((sum, { steps }) => sum + steps.length, 0);
  const size = outcomes + measures.length + points;
  const total = Math.min(agents, columnNamed(columns, 'outcome').values.length, gradientAgentsOf(definition));
  const sums = new Float64Array(width);
  let count = 0;
  for (let from = 0; from < total; from += chunkSize) {
    const to = Math.min(from + chunkSize, total);
    const { situation } = readSituation(compiled, columns, from, to);
    const { gradients } = compiled.decision.figures!(situation, 'scenario', { gradients: true });
    for (let row = 0; row < to - from; row++) {
      if (selected && !selected.has(from + row)) continue;
      count++;
      for (let coefficient = 0; coefficient < width; coefficient++) {
        for (const position of positions)
          sums[coefficient] = sums[coefficient]! + gradients[(row * width + coefficient) * size + position]!;
      }
    }
  }
  return count > 0 ? sums.map((sum) => sum / count) : undefined;
}
