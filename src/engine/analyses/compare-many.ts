import { columnNamed } from '../columns/column-named.js';
import type { WorkflowDefinition } from '../definition/definition.schema.js';
import { familyOf } from '../families/family-of.js';
import { haveSameAgents } from '../simulation/compare-runs.js';
import { ErrorBudget, type Estimated } from '../summary/error-budget.js';
import { type Figure, readFigures } from '../summary/figures.js';
import type { Interval } from '../summary/intervals.js';
import { momentsOfAll } from '../summary/moments.js';
import type { ErrorParts } from '../summary/summary.js';
import { CoefficientErrors } from './coefficient-errors.js';
import { probabilityGreater, rankNormals, type Ranking } from './rank-normals.js';
import type { ManyRequest, RankedRun } from './ranked-run.js';

export interface RankedFigure {
  readonly value: number;
  readonly interval: Interval | null;
  readonly errors: ErrorParts;
}

export interface PairedDifference {
  readonly difference: number;
  readonly interval: Interval | null;
  readonly errors: ErrorParts;
  /** Probability that the figure is greater than that of the reference. Null if the simulation error is unknown. */
  readonly probabilityGreater: number | null;
}

export type ManyComparison =
  | {
      readonly ok: true;
      readonly figure: { readonly id: string; readonly label: string; readonly kind: Figure['kind'] };
      readonly agents: number;
      /** In the order of the runs. */
      readonly figures: readonly RankedFigure[];
      readonly differences: readonly PairedDifference[];
      /** Null if the errors of the figures are unknown. */
      readonly ranking: Ranking | null;
    }
  | {
      readonly ok: false;
      readonly reason: 'different_definition' | 'different_agents' | 'different_agent_count' | 'unknown_figure';
      /** Position of the simulation with the problem. */
      readonly run: number;
    };

/**
 * Compares one figure of several simulations with the same agents and random errors, and ranks the simulations. Differences are paired by
 * agent. The errors of the figures are correlated: they share agents, respondents and coefficients. The ranking uses their joint normal
 * distribution. Errors of interacting agents are combined as if the simulations were independent, which is conservative.
 */
export function compareMany(request: ManyRequest): ManyComparison {
  const { runs, figure: id, reference } = request;
  const [first] = runs as [RankedRun, ...RankedRun[]];
  const { interacting } = familyOf(first.definition.decision);
  const sizes = runs.map(({ columns }) => columnNamed(columns, 'outcome').values.length);
  const shared = Math.min(...sizes);
  for (const [run, { definition, columns }] of runs.entries()) {
    const reject = (reason: Extract<ManyComparison, { ok: false }>['reason']) => ({ ok: false, reason, run }) as const;
    if (!hasSameModel(first.definition, definition)) return reject('different_definition');
    if (interacting && sizes[run] !== sizes[0]) return reject('different_agent_count');
    if (!haveSameAgents(first.columns, columns, shared)) return reject('different_agents');
  }
  const found = runs.map(({ definition, columns }) => readFigures(definition, columns).find((own) => own.id === id));
  const missing = found.indexOf(undefined);
  if (missing >= 0) return { ok: false, reason: 'unknown_figure', run: missing };
  const figures = found as Figure[];
  const rows = (request.rows ?? Int32Array.from({ length: shared }, (_, row) => row)).filter((row) => row < shared);
  const values = figures.map(({ scenario }) => Float64Array.from(rows, (row) => scenario[row]!));
  const estimation = interacting ? undefined : new CoefficientErrors(request, figures, shared);
  const budgetOf = (own: number, other = own) =>
    new ErrorBudget(first.definition, {
      parameterDraws: 0,
      replicates: first.summary.uncertainty.replicates,
      compared: {
        scenario: runs[own]!.scenario,
        baseline: runs[other]!.scenario,
        hasOtherAlternatives: runs[own]!.definition !== runs[other]!.definition,
      },
    });
  const errorsOf = (own: number, other: number | undefined): RankedFigure => {
    const { kind, bounds } = figures[own]!;
    const side = other === undefined ? 'scenario' : 'difference';
    const compared = other === undefined ? values[own]! : values[other]!;
    const moments = momentsOfAll({ scenario: values[own]!, baseline: compared })[side];
    const repeated = interacting ? repeatedErrors(runs, id, own, other, request.rows !== undefined) : undefined;
    const estimated: Estimated = {
      ...{ kind, id, bounds, side, moments, position: 0 },
      agents: rows.length,
      isWhole: request.rows === undefined,
      fraction: rows.length / shared,
      estimation: repeated ? (repeated.estimation ?? undefined) : estimation?.of('estimation', own, other),
      targets: estimation?.of('targets', own, other),
      repeatedRuns: repeated?.simulation,
    };
    return { value: moments.mean, ...budgetOf(own, other).of(estimated) };
  };
  const levels = figures.map((_, run) => errorsOf(run, undefined));
  const isEqual = (run: number) => run === reference || figures[run] === figures[reference];
  const paired = figures.map((_, run) => (isEqual(run) ? undefined : errorsOf(run, reference)));
  const modelVariances = paired.map((own) => (own?.errors.model ?? 0) ** 2);
  const covariance = interacting
    ? independentCovariance(levels, modelVariances)
    : jointCovariance(
        levels,
        values,
        (i, j) => estimation!.covariance(i, j),
        budgetOf(reference).samplingError(1, rows.length / shared) ?? 0,
        modelVariances,
      );
  const means = levels.map(({ value }) => value);
  const { label, kind } = figures[0]!;
  return {
    ok: true,
    figure: { id, label, kind },
    agents: rows.length,
    figures: levels,
    differences: paired.map((own, run) => ({
      difference: own?.value ?? 0,
      interval: own ? own.interval : [0, 0],
      errors: own?.errors ?? withoutErrors(levels[run]!.errors),
      probabilityGreater: covariance ? (own ? probabilityGreater(means, covariance, run, reference) : 0.5) : null,
    })),
    ranking: covariance ? rankNormals(means, covariance, request.objective) : null,
  };
}

/**
 * Whether two definitions have the same agents and coefficients. Their alternatives can differ, because an edit of the alternatives changes
 * neither.
 */
function hasSameModel(a: WorkflowDefinition, b: WorkflowDefinition): boolean {
  if (a === b) return true;
  const partsOf = ({ workflow_id, population, scenario, evidence, decision, adjustments }: WorkflowDefinition) =>
    JSON.stringify([
      ...[workflow_id, population, scenario, evidence, adjustments?.targets],
      familyOf(decision).linear(decision).coefficients,
    ]);
  return partsOf(a) === partsOf(b);
}

/** Errors of interacting agents, from their repeated runs. Errors of a selection of them are unknown. */
function repeatedErrors(
  runs: readonly RankedRun[],
  id: string,
  own: number,
  other: number | undefined,
  isSelection: boolean,
): { estimation: number | null; simulation: number | null } {
  const errorsAt = (run: number) => {
    const { outcomes, outcome_groups: groups, measures } = runs[run]!.summary;
    return [...outcomes, ...groups, ...measures].find((figure) => figure.id === id)!.errors;
  };
  const combined = (part: 'simulation' | 'estimation') => {
    const errors = [errorsAt(own)[part], other === undefined ? 0 : errorsAt(other)[part]];
    return isSelection || errors.includes(null) ? null : Math.hypot(...(errors as number[]));
  };
  return { estimation: combined('estimation'), simulation: combined('simulation') };
}

/** Covariance of the errors of all figures as if they were independent. @param modelVariance variance of the model error of differences */
function independentCovariance(levels: readonly RankedFigure[], modelVariances: readonly number[]): number[][] | null {
  if (levels.some(({ errors }) => errors.simulation === null)) return null;
  const variances = levels.map(
    ({ errors: { simulation, estimation, population } }, k) =>
      simulation! ** 2 + (estimation ?? 0) ** 2 + (population ?? 0) ** 2 + modelVariances[k]!,
  );
  return levels.map((_, i) => levels.map((_, j) => (i === j ? variances[i]! : 0)));
}

/**
 * Covariance of the errors of all figures: simulation and population errors follow from the covariance of the values over agents, and the
 * estimation error from the common coefficients. A known model error of the difference from the reference adds to the other figure.
 *
 * @param populationError population error of a mean of values with the standard deviation 1
 * @param modelVariances variance of the model error of each difference from the reference; 0 if unknown, and for the reference
 */
function jointCovariance(
  levels: readonly RankedFigure[],
  values: readonly Float64Array[],
  estimationOf: (i: number, j: number) => number,
  populationError: number,
  modelVariances: readonly number[],
): number[][] | null {
  const agents = values[0]!.length;
  if (agents < 2 || levels.some(({ errors }) => errors.simulation === null)) return null;
  const perAgent = 1 / agents + populationError ** 2;
  const size = values.length;
  const covariance = Array.from({ length: size }, () => new Array<number>(size).fill(0));
  for (let i = 0; i < size; i++) {
    for (let j = i; j < size; j++) {
      let sum = 0;
      const [own, other] = [values[i]!, values[j]!];
      for (let row = 0; row < agents; row++) sum += (own[row]! - levels[i]!.value) * (other[row]! - levels[j]!.value);
      const total = (sum / (agents - 1)) * perAgent + estimationOf(i, j) + (i === j ? modelVariances[i]! : 0);
      covariance[i]![j] = total;
      covariance[j]![i] = total;
    }
  }
  return covariance;
}

/** Errors of a difference of equal figures. */
function withoutErrors(errors: ErrorParts): ErrorParts {
  return Object.fromEntries(Object.keys(errors).map((part) => [part, 0])) as unknown as ErrorParts;
}
