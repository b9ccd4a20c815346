import type { WorkflowDefinition } from '../definition/definition.schema.js';
import type { LinearModel } from '../equations/linear-model.js';
import { familyOf } from '../families/family-of.js';
import {
  type OmittedErrors,
  sides,
  type StandardErrors,
  type TargetErrors,
  type Uncertainty,
} from '../summary/errors.js';
import { addCurves, emptyCurveSums } from '../summary/moments.js';
import type { Column } from '../columns/column.js';
import type { AgentFigures } from '../equations/agent-figures.js';
import { readSituation } from '../population/situation.js';
import type { AgentGroups } from './simulate-chunk.js';
import type { CompiledSimulation } from './compile.js';
import { type CoefficientShift, coefficientShift, compileWithOmittedTerms, figureShift } from './omitted-terms.js';
import { quadraticForm } from './quadratic-form.js';
import { parameterEffectsOf } from './parameter-effects.js';
import { addByGroup, emptyGradients, type GradientSums, type GroupGradients } from './group-gradients.js';

/** Errors of figures from one pass over the agents. */
interface FigurePass {
  /** Coefficients of the gradients: those of the model, and of the terms that it omits. */
  readonly coefficients: LinearModel['coefficients'];
  /** By the delta method, with the groups in place of the segments. A group without agents among those with derivatives has no errors. */
  readonly uncertainty: Uncertainty;
  /** Sums of the gradients of the outcomes and measures, by grouping. */
  readonly gradients: readonly GroupGradients[];
}

const chunkSize = 500;

/** Agents from which the estimation error is computed: the first agents of the simulation. */
const maxGradientAgents = 2_000;
/** Maximum number of derivatives: agents × coefficients × figures. It bounds the time of models with long curves. */
const maxDerivatives = 1_000_000;
const minGradientAgents = 500;
/** Agents from which the points of curves are computed in a comparison. */
export const maxCurveAgents = 20_000;

/** Number of agents whose derivatives give the estimation error of a simulation, if it has as many. */
export function gradientAgentsOf({ decision, scenario }: WorkflowDefinition): number {
  const family = familyOf(decision);
  const parts = family.outcomes(decision).length + family.measures(decision, scenario.parameters).length;
  const figures = family.curves(decision).reduce((sum, { steps }) => sum + steps.length, parts);
  const width = family.linear(decision).coefficients.length;
  const affordable = Math.max(minGradientAgents, Math.floor(maxDerivatives / (width * figures)));
  return Math.min(maxGradientAgents, affordable);
}

/**
 * Computes the error of figures from the estimated coefficients by the delta method: with the mean gradient g of a figure over the agents and
 * the covariance V of the coefficients, the variance is g'·V·g. The gradients are analytic, so the error has no Monte Carlo noise of its own.
 * Source: Oehlert, "A note on the delta method", American Statistician 46 (1992).
 *
 * @param columns columns of the simulation, for the attributes and assignments of its agents
 * @param agents number of agents: the first agents of the simulation
 * @param groupings groups that have errors of their own
 * @param beforeChunk called before each chunk of agents; it can throw to cancel
 * @param needed whether to compute errors, and curves
 */
export function passOverFigures(
  compiled: CompiledSimulation,
  columns: readonly Column[],
  agents: number,
  groupings: readonly AgentGroups[],
  beforeChunk: () => void = () => undefined,
  { withErrors = true, withCurves = true }: { withErrors?: boolean; withCurves?: boolean } = {},
): FigurePass {
  const { definition } = compiled;
  if (!compiled.decision.figures) throw new Error('figures of interacting agents have no closed form');
  const { decision: described, scenario, outcome_groups: outcomeGroups = [], evidence, adjustments } = definition;
  const matched = adjustments?.targets;
  const family = familyOf(described);
  const ids = family.outcomes(described).map(({ id }) => id);
  const measures = family.measures(described, scenario.parameters).length;
  const points = withCurves ? family.curves(described).reduce((sum, { steps }) => sum + steps.length, 0) : 0;
  const forGradients = withErrors && !compiled.isBaseline ? compileWithOmittedTerms(compiled) : compiled;
  const { coefficients } = family.linear(forGradients.definition.decision);
  const width = coefficients.length;
  const parts = ids.length + measures;
  const figures = parts + points;
  const gradientAgents =
    withErrors && (evidence.covariance || matched?.covariance)
      ? Math.min(agents, gradientAgentsOf(forGradients.definition))
      : 0;
  const curves = emptyCurveSums(points);
  const sums = (size: number) => ({ scenario: new Float64Array(size), baseline: new Float64Array(size) });
  const whole = sums(width * figures);
  const size = width * parts;
  const byGroup = groupings.map((grouping) => emptyGradients(grouping, gradientAgents, size));
  const modelGroups = byGroup.filter(({ grouping }) => grouping.isModelGroup);
  const otherGroups = byGroup.filter(({ grouping }) => !grouping.isModelGroup);
  // Under equal scenarios, all figures and derivatives are equal too.
  const { isBaseline } = compiled;

  const passAgents = points > 0 ? agents : gradientAgents;
  for (let from = 0, to = 0; from < passAgents; from = to) {
    beforeChunk();
    to = Math.min(from + chunkSize, from < gradientAgents ? gradientAgents : passAgents);
    const { situation } = readSituation(compiled, columns, from, to);
    const gradients = from < gradientAgents;
    const { decision } = gradients ? forGradients : compiled;
    const valuesOf = (side: 'scenario' | 'baseline') => {
      const own = decision.figures!(situation, side, { gradients, withoutCurves: !withCurves });
      if (!gradients) return own.values;
      addRows(withCurves ? own.gradients : partGradients(own, parts), to - from, whole[side]);
      addByGroup(otherGroups, side, partGradients(own, parts), from, size);
      if (modelGroups.length > 0) {
        const given = decision.figures!(situation, side, { gradients, givenGroup: true, withoutCurves: true });
        addByGroup(modelGroups, side, partGradients(given, parts), from, size);
      }
      return own.values;
    };
    const scenarioValues = valuesOf('scenario');
    const baselineValues = isBaseline ? scenarioValues : valuesOf('baseline');
    for (let row = 0; withCurves && row < to - from; row++)
      addCurves(curves, scenarioValues, baselineValues, row * figures + parts);
  }

  const members = outcomeGroups.map(({ outcomes }) => outcomes.map((id) => ids.indexOf(id)));
  const byPart = <Errors>(errorsOf: (gradients: FigureGradients) => Errors) => {
    const of = (own: GradientSums, start: number, size: number, count: number) => {
      const both = isBaseline ? { scenario: own.scenario, baseline: own.scenario } : own;
      return errorsOf({ sums: both, start, figures: size, width, count, members, outcomes: ids.length });
    };
    return {
      whole: of(whole, 0, figures, Math.max(1, gradientAgents)),
      groups: byGroup.map(({ counts, sums: own }) =>
        Array.from(counts, (count, group) => (count > 0 ? of(own, group * size, parts, count) : undefined)),
      ),
    };
  };
  const errorsBy = (known: KnownCovariance | undefined): TargetErrors => {
    const covariance = matrixOf(known, coefficients);
    return byPart((gradients) => standardErrors(gradients, covariance));
  };
  const moved = forGradients === compiled ? undefined : coefficientShift(definition, coefficients);
  const insert = (values: Float64Array) => withGroupShares(values, ids.length, members);
  const effectsByPart = () => {
    const sample = Math.min(agents, gradientAgentsOf(definition));
    const known = parameterEffectsOf(
      compiled,
      groupings.reduce((sum, { groups }) => sum + groups, 1),
      (own) => meansByPart(own, columns, sample, groupings, { figures, parts, insert }),
    );
    if (!known) return undefined;
    let next = 1;
    return { whole: known[0]!, groups: groupings.map(({ groups }) => known.slice(next, (next += groups))) };
  };
  const estimation = withErrors && evidence.covariance ? errorsBy(evidence.covariance) : undefined;
  return {
    uncertainty: {
      ...{ method: 'delta', parameterDraws: 0, replicates: null, simulation: undefined },
      estimation: estimation?.whole,
      segments: estimation?.groups,
      curves,
      targets: withErrors && matched ? errorsBy(matched.covariance) : undefined,
      parameterEffects: withErrors ? effectsByPart() : undefined,
      omitted: moved && byPart((gradients) => omittedErrors(gradients, moved)),
    },
    coefficients,
    gradients: byGroup,
  };
}

/** Means of the figures of all agents, then of the outcomes, outcome groups and measures of each group. */
function meansByPart(
  compiled: CompiledSimulation,
  columns: readonly Column[],
  agents: number,
  groupings: readonly AgentGroups[],
  { figures, parts, insert }: { figures: number; parts: number; insert: (values: Float64Array) => Float64Array },
): Float64Array[] {
  const { decision } = compiled;
  const whole = new Float64Array(figures);
  const byGroup = groupings.map((grouping) => emptyGradients(grouping, agents, parts));
  for (let from = 0; from < agents; from += chunkSize) {
    const to = Math.min(from + chunkSize, agents);
    const { situation } = readSituation(compiled, columns, from, to);
    const own = decision.figures!(situation, 'scenario', { gradients: false, withoutCurves: figures === parts });
    addRows(figures === parts ? partsOf(own.values, own, parts) : own.values, to - from, whole);
    for (const isModelGroup of [false, true]) {
      const grouped = byGroup.filter(({ grouping }) => grouping.isModelGroup === isModelGroup);
      if (grouped.length === 0) continue;
      const given = isModelGroup
        ? decision.figures!(situation, 'scenario', { gradients: false, givenGroup: true, withoutCurves: true })
        : own;
      addByGroup(grouped, 'scenario', partsOf(given.values, given, parts), from, parts);
    }
  }
  return [
    insert(whole.map((sum) => sum / agents)),
    ...byGroup.flatMap(({ counts, sums }) =>
      Array.from(counts, (count, group) =>
        insert(sums.scenario.slice(group * parts, (group + 1) * parts).map((sum) => sum / count)),
      ),
    ),
  ];
}

/** Inserts the shares of outcome groups after the outcomes. */
export function withGroupShares(
  values: Float64Array,
  outcomes: number,
  members: readonly (readonly number[])[],
): Float64Array {
  const shares = members.map((own) => own.reduce((sum, k) => sum + values[k]!, 0));
  return Float64Array.from([...values.subarray(0, outcomes), ...shares, ...values.subarray(outcomes)]);
}

const partGradients = (own: AgentFigures, parts: number): Float64Array => partsOf(own.gradients, own, parts);

/** The values or derivatives of the first `parts` figures. */
function partsOf(values: Float64Array, { figures }: AgentFigures, parts: number): Float64Array {
  if (figures === parts) return values;
  const out = new Float64Array((values.length / figures) * parts);
  for (let from = 0, to = 0; to < out.length; from += figures, to += parts)
    for (let part = 0; part < parts; part++) out[to + part] = values[from + part]!;
  return out;
}

interface KnownCovariance {
  readonly coefficients: readonly string[];
  readonly matrix: readonly (readonly number[])[];
}

function addRows(gradients: Float64Array, rows: number, out: Float64Array): void {
  const size = out.length;
  for (let row = 0, at = 0; row < rows; row++) for (let k = 0; k < size; k++, at++) out[k] = out[k]! + gradients[at]!;
}

/** Covariance of the coefficients of the model, size × size. Fixed coefficients have no variance. */
export function covarianceOf(
  { evidence }: WorkflowDefinition,
  coefficients: readonly { readonly id: string }[],
): Float64Array {
  return matrixOf(evidence.covariance, coefficients);
}

/** Covariance of the coefficients due to calibration targets, size × size. Undefined without targets. */
export function targetCovarianceOf(
  { adjustments }: WorkflowDefinition,
  coefficients: readonly { readonly id: string }[],
): Float64Array | undefined {
  return adjustments?.targets && matrixOf(adjustments.targets.covariance, coefficients);
}

/** A covariance in the order of the coefficients, size × size. Coefficients that it lacks have no variance. */
export function matrixOf(
  covariance: KnownCovariance | undefined,
  coefficients: readonly { readonly id: string }[],
): Float64Array {
  const size = coefficients.length;
  const matrix = new Float64Array(size * size);
  const positions = (covariance?.coefficients ?? []).map((id) => coefficients.findIndex((own) => own.id === id));
  covariance?.matrix.forEach((row, i) =>
    row.forEach((value, j) => (matrix[positions[i]! * size + positions[j]!] = value)),
  );
  return matrix;
}

/** Sums of gradients over `count` agents, at least 1. */
interface FigureGradients {
  readonly sums: GradientSums;
  readonly start: number;
  readonly figures: number;
  readonly width: number;
  readonly count: number;
  /** Outcomes of the outcome groups, which come after the outcomes. */
  readonly members: readonly (readonly number[])[];
  readonly outcomes: number;
}

/** Mean gradients of each figure. The next figure overwrites them. */
function* meanGradientsOf({ sums, start, figures, width, count, members, outcomes }: FigureGradients) {
  const gradient = { scenario: blank(width), baseline: blank(width), difference: blank(width) };
  for (let figure = 0; figure < figures + members.length; figure++) {
    const summed = members[figure - outcomes];
    const single = figure < outcomes ? figure : figure - members.length;
    for (let coefficient = 0; coefficient < width; coefficient++) {
      let [scenario, baseline, difference] = [0, 0, 0];
      for (let k = 0; k < (summed ? summed.length : 1); k++) {
        const at = start + coefficient * figures + (summed ? summed[k]! : single);
        scenario += sums.scenario[at]!;
        baseline += sums.baseline[at]!;
        difference = difference + sums.scenario[at]! - sums.baseline[at]!;
      }
      gradient.scenario[coefficient] = scenario / count;
      gradient.baseline[coefficient] = baseline / count;
      gradient.difference[coefficient] = difference / count;
    }
    yield { figure, gradient };
  }
}

function standardErrors(gradients: FigureGradients, covariance: Float64Array): StandardErrors {
  const size = gradients.figures + gradients.members.length;
  const errors = { scenario: blank(size), baseline: blank(size), difference: blank(size) };
  for (const { figure, gradient } of meanGradientsOf(gradients))
    for (const side of sides) errors[side][figure] = Math.sqrt(Math.max(0, quadraticForm(gradient[side], covariance)));
  return errors;
}

function omittedErrors(gradients: FigureGradients, moved: CoefficientShift): OmittedErrors {
  const size = gradients.figures + gradients.members.length;
  const [shifts, errors] = [blank(size), blank(size)];
  for (const { figure, gradient } of meanGradientsOf(gradients)) {
    const { shift, standardError } = figureShift(gradient.difference, moved);
    [shifts[figure], errors[figure]] = [shift, standardError];
  }
  return { shifts, standardErrors: errors };
}

function blank(size: number): Float64Array {
  return new Float64Array(size);
}
