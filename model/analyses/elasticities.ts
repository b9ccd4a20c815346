import type { WorkflowDefinition } from '../definition/definition.schema.js';
import { familyOf } from '../families/family-of.js';
import {
  type FigurePosition,
  estimateOfMeans,
  meanOf,
  type FigureSource,
  type GroupMembers,
  FigureErrors,
} from './mean-functions.js';
import { expectedFigures } from './evaluated-agents.js';
import { numericParameters, traitsOf } from '../definition/parameter-types.js';
import type { Scenario, NumericParameter } from '../definition/scenario.schema.js';
import { EngineError } from '../engine-error.js';
import { columnNamed } from '../columns/column.js';
import type { Segmentation } from '../summary/segment-groups.js';
import { analyzedGroups, rowsOfGroups, FigureEvaluator, type AnalyzedAgents } from './figure-evaluator.js';
import { useOfParameter, type ParameterUse, derivativeSource, type PointMethod } from './parameter-derivatives.js';
import { smallGroupSize } from '../summary/moments.js';
import type { ArcElasticity, Elasticity, ElasticityKind, NoElasticity, PointElasticity } from './elasticity.js';

/** A figure with elasticities: the share of an outcome or of an outcome group, or the mean of a measure. */
interface ElasticityFigure extends FigurePosition {
  readonly kind: 'outcome' | 'outcome_group' | 'measure';
  readonly id: string;
  readonly label: string;
  /** Ids of the outcomes; empty for a measure. */
  readonly outcomes: readonly string[];
}

/** Returns the figures of a definition in the order of a summary, and the number of expected values of an agent that they need. */
export function elasticityFigures(definition: WorkflowDefinition): { figures: ElasticityFigure[]; size: number } {
  const { figures: all, size } = expectedFigures(definition);
  const figures = all.map(({ kind, id, label, positions }): ElasticityFigure => ({
    ...{ kind, id, label, figures: size, parts: positions },
    outcomes: kind === 'measure' ? [] : positions.map((k) => all[k]!.id),
  }));
  return { figures, size };
}

interface ElasticityRequest extends AnalyzedAgents {
  readonly scenario: Scenario;
  /** Indices of the agents, ascending and at least one. Default: all. */
  readonly rows?: Int32Array | undefined;
  readonly segmentation?: Segmentation | undefined;
  /** Ids of numeric parameters. Default: all. */
  readonly parameters?: readonly string[] | undefined;
}

export interface Elasticities {
  /** Agents from which the elasticities are computed. */
  agent_count: number;
  elasticities: Elasticity[];
}

/**
 * Computes the point and arc elasticities of every expected share and mean with respect to every numeric parameter. Aggregate elasticities are
 * those of the mean over agents, so agents count in proportion to their probability. Source: Ben-Akiva and Lerman, "Discrete choice analysis"
 * (1985), section 5.3.
 *
 * @throws EngineError `invalid_argument` if agents interact, because single figures of agents then have no closed form
 */
export function elasticitiesOf(request: ElasticityRequest): Elasticities {
  const { definition, scenario, segmentation } = request;
  const family = familyOf(definition.decision);
  if (family.interacting) throw new EngineError('invalid_argument', 'Agents of this workflow interact.', {});
  const simulated = columnNamed(request.columns, 'outcome').values.length;
  const grouping = analyzedGroups(simulated, request.rows, segmentation);
  const { figures, size } = elasticityFigures(definition);
  const evaluator = new FigureEvaluator(request, grouping, size);
  const errors = new FigureErrors(definition);
  const groups = membersOf(evaluator, rowsOfGroups(grouping, evaluator.agents), simulated);
  const base = evaluator.source(scenario);
  const elasticities = numericParameters(definition.scenario.parameters)
    .filter(({ id }) => request.parameters?.includes(id) ?? true)
    .flatMap((parameter) => {
      const use = useOfParameter(definition, parameter);
      const derivative = use.hasSteps ? undefined : derivativeSource(evaluator, definition, scenario, use);
      const range = arcRangeOf(parameter, Number(scenario[parameter.id]));
      const arc = range && arcSources(evaluator, scenario, parameter.id, range, base);
      return groups.flatMap((members) =>
        figures.map((figure): Elasticity => {
          const value = meanOf(base, figure, members.rows);
          const point = derivative
            ? pointOf(errors, base, derivative, figure, members, use, scenario)
            : { unavailable: 'steps' as const };
          const arcEstimate = range && arc ? arcOf(errors, arc, range, figure, members, use) : undefined;
          return {
            parameter: parameter.id,
            figure: figure.id,
            figure_kind: figure.kind,
            relation: relationOf(figure, use, definition.decision.family),
            group: segmentation?.groups[members.group]?.id ?? null,
            agent_count: members.agents,
            is_small: members.agents < smallGroupSize,
            value,
            point: 'estimate' in point ? point : null,
            point_unavailable: 'estimate' in point ? null : point.unavailable,
            arc: arcEstimate ?? null,
            arc_unavailable: arcEstimate ? null : range ? 'figure_is_zero' : 'no_range',
          };
        }),
      );
    });
  return { agent_count: groups.reduce((sum, { agents }) => sum + agents, 0), elasticities };
}

/** Groups without agents are omitted. */
function membersOf(evaluator: FigureEvaluator, rowsByGroup: readonly Int32Array[], simulated: number): GroupMembers[] {
  return rowsByGroup.flatMap((rows, group) => {
    if (rows.length === 0) return [];
    const isWhole = rowsByGroup.length === 1 && rows.length === Math.min(evaluator.agents, simulated);
    const gradientCount = evaluator.gradientCounts[group]!;
    return [{ group, rows, gradientCount, agents: rows.length, fraction: rows.length / evaluator.agents, isWhole }];
  });
}

function pointOf(
  errors: FigureErrors,
  base: FigureSource,
  derivative: FigureSource & { readonly method: PointMethod },
  figure: ElasticityFigure,
  members: GroupMembers,
  { parameter }: ParameterUse,
  scenario: Scenario,
): PointElasticity | { unavailable: NoElasticity } {
  if (meanOf(base, figure, members.rows) === 0) return { unavailable: 'figure_is_zero' };
  const value = Number(scenario[parameter.id]);
  const kind: ElasticityKind = value === 0 || parameter.minimum < 0 ? 'semi_elasticity' : 'elasticity';
  const weight = kind === 'elasticity' ? value : 1;
  const estimate = estimateOfMeans(errors, base, derivative, figure, members, (mean, slope) => ({
    value: (weight * slope) / mean,
    byFirst: (-weight * slope) / (mean * mean),
    bySecond: weight / mean,
  }));
  return Number.isFinite(estimate.estimate)
    ? { kind, method: derivative.method, ...estimate }
    : { unavailable: 'not_differentiable' };
}

function arcOf(
  errors: FigureErrors,
  { from, to }: { from: FigureSource; to: FigureSource },
  range: ArcRange,
  figure: ElasticityFigure,
  members: GroupMembers,
  { parameter }: ParameterUse,
): ArcElasticity | undefined {
  const [low, high] = [meanOf(from, figure, members.rows), meanOf(to, figure, members.rows)];
  if (low + high === 0) return undefined;
  const kind: ElasticityKind =
    range.from === 0 || range.to === 0 || parameter.minimum < 0 ? 'semi_elasticity' : 'elasticity';
  const width = range.to - range.from;
  // Relative changes refer to the midpoint of both ends, so that the direction does not matter.
  const weight = kind === 'elasticity' ? (range.from + range.to) / width : 2 / width;
  const estimate = estimateOfMeans(errors, from, to, figure, members, (first, second) => {
    const sum = first + second;
    return {
      value: (weight * (second - first)) / sum,
      byFirst: (-2 * weight * second) / (sum * sum),
      bySecond: (2 * weight * first) / (sum * sum),
    };
  });
  return { kind, ...range, figure_from: low, figure_to: high, ...estimate };
}

function relationOf({ outcomes }: ElasticityFigure, { equations }: ParameterUse, family: string) {
  if (family !== 'conditional_logit') return null;
  return outcomes.some((id) => equations.has(id)) ? ('own' as const) : ('cross' as const);
}

interface ArcRange {
  /** `baseline_to_scenario`: the scenario changes the parameter. `plus_minus_10_percent`: it does not. */
  rule: 'baseline_to_scenario' | 'plus_minus_10_percent';
  from: number;
  to: number;
}

const relativeStep = 0.1;

/** The range from the baseline to the scenario, or from 10% below to 10% above the value. Undefined if the bounds allow no other value. */
function arcRangeOf(parameter: NumericParameter, value: number): ArcRange | undefined {
  const { minimum, maximum } = parameter;
  const { step, rounded } = traitsOf(parameter);
  if (value !== parameter.default) return { rule: 'baseline_to_scenario', from: parameter.default, to: value };
  // 10% of the allowed range, if 10% of the value is nothing.
  const own = Math.max(step, rounded(relativeStep * (value === 0 ? maximum - minimum : Math.abs(value))));
  const [from, to] = [Math.max(minimum, value - own), Math.min(maximum, value + own)];
  return to > from ? { rule: 'plus_minus_10_percent', from, to } : undefined;
}

/** Figures of the agents at both ends of the range, with the other parameters as in the scenario. */
function arcSources(
  evaluator: FigureEvaluator,
  scenario: Scenario,
  parameter: string,
  { from, to }: ArcRange,
  base: FigureSource,
): { from: FigureSource; to: FigureSource } {
  const at = (value: number): FigureSource => {
    if (value === scenario[parameter]) return base;
    return evaluator.source({ ...scenario, [parameter]: value });
  };
  return { from: at(from), to: at(to) };
}
