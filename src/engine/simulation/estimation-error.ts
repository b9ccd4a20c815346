import type { WorkflowDefinition } from '../definition/definition.schema.js';
import { familyOf } from '../families/family-of.js';
import type { FigureMoments, StandardErrors } from '../summary/errors.js';
import { CurveSums } from '../summary/moments.js';
import type { Column } from '../columns/column.js';
import { isSameScenario } from '../definition/is-baseline.js';
import { readSituation } from '../population/read-situation.js';
import type { AgentGroups } from './agent-groups.js';
import type { CompiledSimulation } from './compile.js';
import { GroupGradients, type GradientSums } from './group-gradients.js';

/** Figures of all agents and of groups, from one pass over the agents. */
export interface FigurePass {
  /** Standard errors of outcomes, outcome groups, measures and curve points of all agents. Undefined without a covariance. */
  readonly whole: StandardErrors | undefined;
  /** Standard errors of outcomes, outcome groups and measures, by grouping and group. Undefined without a covariance, and for a group
   * without agents among those with derivatives. */
  readonly groups: readonly (readonly (StandardErrors | undefined)[])[] | undefined;
  /** Expected points of the curves, over all agents of the pass. */
  readonly curves: readonly FigureMoments[];
}

const chunkSize = 500;

/** Agents from which the estimation error is computed: the first agents of the simulation. */
const maxGradientAgents = 2_000;
/** Maximum number of derivatives: agents × coefficients × figures. It bounds the time of models with long curves. */
const maxDerivatives = 1_000_000;
const minGradientAgents = 500;
/** Agents from which the points of curves are computed in a comparison. */
export const maxCurveAgents = 20_000;

/**
 * Computes the error of figures from the estimated coefficients by the delta method: with the mean gradient g of a figure over the agents and
 * the covariance V of the coefficients, the variance is g'·V·g. The gradients are analytic, so the error has no Monte Carlo noise of its own.
 * Source: Oehlert, "A note on the delta method", American Statistician 46 (1992).
 *
 * @param columns columns of the simulation, for the attributes and assignments of its agents
 * @param agents number of agents: the first agents of the simulation
 * @param beforeChunk called before each chunk of agents; it can throw to cancel
 */
export function passOverFigures(
  compiled: CompiledSimulation,
  columns: readonly Column[],
  agents: number,
  groupings: readonly AgentGroups[],
  beforeChunk: () => void = () => undefined,
): FigurePass {
  const { definition, decision } = compiled;
  if (!decision.figures) throw new Error('figures of interacting agents have no closed form');
  const { decision: described, scenario, outcome_groups: outcomeGroups = [], evidence } = definition;
  const family = familyOf(described);
  const ids = family.outcomes(described).map(({ id }) => id);
  const measures = family.measures(described, scenario.parameters).length;
  const points = family.curves(described).reduce((sum, { steps }) => sum + steps.length, 0);
  const model = family.linear(described);
  const width = model.coefficients.length;
  const parts = ids.length + measures;
  const figures = parts + points;
  const affordable = Math.max(minGradientAgents, Math.floor(maxDerivatives / (width * figures)));
  const gradientAgents = evidence.covariance ? Math.min(agents, maxGradientAgents, affordable) : 0;
  const curveSums = new CurveSums(points);
  const sums = (size: number) => ({ scenario: new Float64Array(size), baseline: new Float64Array(size) });
  const whole = sums(width * figures);
  const shape = { width, figures, parts };
  const byGroup = groupings.map((grouping) => new GroupGradients(grouping, shape));
  const hasModelGroups = groupings.some(({ isModelGroup }) => isModelGroup);
  // Under equal scenarios, all figures and derivatives are equal too.
  const isBaseline = isSameScenario(compiled.scenario, compiled.baseline);

  const passAgents = points > 0 ? agents : gradientAgents;
  for (let from = 0, to = 0; from < passAgents; from = to) {
    beforeChunk();
    to = Math.min(from + chunkSize, from < gradientAgents ? gradientAgents : passAgents);
    const { situation } = readSituation(compiled, columns, from, to);
    const gradients = from < gradientAgents;
    const valuesOf = (side: 'scenario' | 'baseline') => {
      const own = decision.figures!(situation, side, { gradients });
      if (!gradients) return own.values;
      addRows(own.gradients, to - from, whole[side]);
      const given = hasModelGroups
        ? decision.figures!(situation, side, { gradients, givenGroup: true }).gradients
        : own.gradients;
      byGroup.forEach((sums, k) => sums.add(side, groupings[k]!.isModelGroup ? given : own.gradients, from, to));
      return own.values;
    };
    const scenarioValues = valuesOf('scenario');
    const baselineValues = isBaseline ? scenarioValues : valuesOf('baseline');
    for (let row = 0; row < to - from; row++) curveSums.add(scenarioValues, baselineValues, row * figures + parts);
  }

  const curves = curveSums.moments();
  if (!evidence.covariance) return { whole: undefined, groups: undefined, curves };
  const covariance = covarianceOf(definition, model.coefficients);
  const members = outcomeGroups.map(({ outcomes }) => outcomes.map((id) => ids.indexOf(id)));
  const errorsOf = (own: GradientSums, start: number, size: number, count: number) => {
    const both = isBaseline ? { scenario: own.scenario, baseline: own.scenario } : own;
    return standardErrors(both, start, size, width, count, covariance, members, ids.length);
  };
  return {
    whole: errorsOf(whole, 0, figures, gradientAgents),
    groups: byGroup.map(({ counts, sums: own }) =>
      Array.from(counts, (count, group) =>
        count > 0 ? errorsOf(own, group * width * parts, parts, count) : undefined,
      ),
    ),
    curves,
  };
}

/** Adds the gradients of all rows to `out`. */
function addRows(gradients: Float64Array, rows: number, out: Float64Array): void {
  const size = out.length;
  for (let row = 0, at = 0; row < rows; row++) for (let k = 0; k < size; k++, at++) out[k] = out[k]! + gradients[at]!;
}

/** Covariance of the coefficients of the model, size × size. Fixed coefficients have no variance. */
function covarianceOf(
  { evidence }: WorkflowDefinition,
  coefficients: readonly { readonly id: string }[],
): Float64Array {
  const size = coefficients.length;
  const matrix = new Float64Array(size * size);
  const { covariance } = evidence;
  const positions = (covariance?.coefficients ?? []).map((id) => coefficients.findIndex((own) => own.id === id));
  covariance?.matrix.forEach((row, i) =>
    row.forEach((value, j) => (matrix[positions[i]! * size + positions[j]!] = value)),
  );
  return matrix;
}

/** Standard errors of the figures, from the sums of their gradients over `count` agents, at least 1. */
function standardErrors(
  sums: GradientSums,
  start: number,
  figures: number,
  width: number,
  count: number,
  covariance: Float64Array,
  members: readonly (readonly number[])[],
  outcomes: number,
): StandardErrors {
  const single = Array.from({ length: figures }, (_, figure) => [figure]);
  // Outcome groups come after the outcomes.
  const combined = [...single.slice(0, outcomes), ...members, ...single.slice(outcomes)];
  const gradient = new Float64Array(width);
  const errors = { scenario: blank(combined), baseline: blank(combined), difference: blank(combined) };
  combined.forEach((summed, figure) => {
    for (const side of ['scenario', 'baseline', 'difference'] as const) {
      for (let coefficient = 0; coefficient < width; coefficient++) {
        let sum = 0;
        for (const one of summed) {
          const at = start + coefficient * figures + one;
          if (side !== 'baseline') sum += sums.scenario[at]!;
          if (side !== 'scenario') sum += side === 'difference' ? -sums.baseline[at]! : sums.baseline[at]!;
        }
        gradient[coefficient] = sum / count;
      }
      errors[side][figure] = Math.sqrt(Math.max(0, quadraticForm(gradient, covariance)));
    }
  });
  return errors;
}

function blank(figures: readonly unknown[]): Float64Array {
  return new Float64Array(figures.length);
}

/** g'·V·g. */
function quadraticForm(gradient: Float64Array, matrix: Float64Array): number {
  const size = gradient.length;
  let sum = 0;
  for (let i = 0; i < size; i++) {
    if (gradient[i] === 0) continue;
    let line = 0;
    for (let j = 0; j < size; j++) line += matrix[i * size + j]! * gradient[j]!;
    sum += gradient[i]! * line;
  }
  return sum;
}
