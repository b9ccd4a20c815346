import type { WorkflowDefinition } from '../definition/definition.schema.js';
import type { HoldOut, ModelError } from '../definition/evidence.schema.js';
import { hasEditedAlternatives, baselineScenario } from '../definition/resolve-scenario.js';
import type { Scenario } from '../definition/scenario.schema.js';
import { oncePerName, oncePerObject } from '../memoize.js';
import { shareByPeriod } from '../families/conditional-logit/periods/periods.js';
import type { Side } from './errors.js';
import {
  changedParameters,
  type ChangedParameters,
  type ChangedParameter,
  effectsInAll,
  type FigureEffect,
  isTested,
  modelErrorPrior,
} from './changed-parameters.js';
import type { AgentGroup } from './agent-groups.js';
import { experimentError, type FigureError } from './experiment-errors.js';

/** The two scenarios whose figures a summary compares. */
export interface ComparedScenarios {
  readonly scenario: Scenario;
  readonly baseline: Scenario;
  /** Whether the scenario offers other alternatives than the baseline. No held-out data test that. */
  readonly hasOtherAlternatives: boolean;
}

/** A scenario with the baseline of its definition. */
export function comparedWithBaseline(definition: WorkflowDefinition, scenario: Scenario): ComparedScenarios {
  const hasOtherAlternatives = hasEditedAlternatives(definition.decision);
  return { scenario, baseline: baselineScenario(definition), hasOtherAlternatives };
}

/** Error of a group relative to that of all groups, from which the model does not fit the group. */
const misfit = 1.5;

/** Whether the model does not fit a held-out group: its comparison shows an error that is much greater than that of all groups. */
export function hasOwnModelError(
  model: ModelError | undefined,
  kind: 'share' | 'mean',
  id: string,
  { predicted, model_error: own }: { readonly predicted: number; readonly model_error?: number | undefined },
): boolean {
  if (!model || own === undefined) return false;
  const ofAll =
    kind === 'mean'
      ? (model.segment_measures[id] ?? 0) * Math.abs(predicted)
      : (model.segment_shares ?? 0) * Math.sqrt(Math.max(0, predicted * (1 - predicted)));
  return own > misfit * ofAll;
}

interface ModelFigure {
  readonly kind: 'outcome' | 'outcome_group' | 'measure' | 'curve';
  readonly id: string;
  /** Step of a curve. */
  readonly step?: number | undefined;
  readonly side: Side;
  readonly mean: number;
  /** Whether the figure is about the whole population. */
  readonly isWhole: boolean;
  /** Groups that all agents of the figure are in. */
  readonly groups: readonly AgentGroup[];
  /** Effects of the changed parameters, for differences. Default: unknown, or not needed. */
  readonly parameterEffects?: readonly FigureEffect[] | undefined;
  /** Standard error from the coefficients, for differences. Default: unknown. */
  readonly estimation?: number | undefined;
  /** What the terms that the model omits say of a difference. Default: unknown. */
  readonly omitted?: FigureError | undefined;
}

type HeldOutGroup = Pick<HoldOut['segments'][number], 'outcomes' | 'measures' | 'curve_points'>;

/**
 * Errors of the model, from the held-out results of a definition. A share or mean has the error of the whole population or, in a group,
 * that of all groups. The error is greater if the held-out data show a greater one for a group of the agents or for a value of a parameter.
 * A difference has the errors of the changed parameters. Those of parameters that no held-out data test come from a prior.
 */
export class ModelErrors {
  private readonly model;
  /** Alternative of each curve whose points are its shares by period. Series of held-out choices test them as shares. */
  private readonly alternativeOf: ReadonlyMap<string, string>;
  /** The changed parameters. Undefined if unknown, or if the alternatives differ, which no data test. */
  private readonly changed: ChangedParameters | undefined;
  /** Groups that the population is restricted to, by attribute. */
  private readonly restriction: readonly { readonly attribute: string; readonly groups: readonly string[] }[];
  /** Held-out results of these groups. */
  private readonly restricted: readonly HeldOutGroup[];
  /** Held-out results of the parameter values of each scenario. */
  private readonly ofSettings: Record<'scenario' | 'baseline', readonly HeldOutGroup[]>;
  /** Held-out results of groups: all figures of a part of the agents have the same ones. */
  private readonly resultsOf;

  constructor(definition: WorkflowDefinition, compared: ComparedScenarios | undefined) {
    const { decision } = definition;
    this.model = definition.evidence.errors?.model;
    this.alternativeOf = new Map(
      decision.family === 'conditional_logit' && decision.periods
        ? decision.alternatives.map(({ id }) => [shareByPeriod(id), id])
        : [],
    );
    this.changed =
      compared && !compared.hasOtherAlternatives
        ? { ...compared, parameters: changedParameters(definition, compared.scenario, compared.baseline) }
        : undefined;
    const { bySegment, bySetting } = heldOutOf(definition.evidence.hold_out);
    const settingsOf = (values: Scenario = {}) =>
      Object.entries(values).flatMap(([id, value]) => bySetting.get(`${id} ${value}`) ?? []);
    this.ofSettings = { scenario: settingsOf(compared?.scenario), baseline: settingsOf(compared?.baseline) };
    this.resultsOf = oncePerObject((groups: readonly AgentGroup[]) =>
      groups.flatMap(({ attribute, group }) => bySegment.get(`${attribute} ${group}`) ?? []),
    );
    this.restriction = definition.population.restriction?.conditions ?? [];
    this.restricted = this.resultsOf(
      this.restriction.flatMap(({ attribute, groups }) => groups.map((group) => ({ attribute, group }))),
    );
  }

  /** Null if unknown. */
  of(given: ModelFigure): FigureError | null {
    const error = this.errorOf(given);
    return typeof error === 'number' ? { standardError: error, shift: 0 } : error;
  }

  private errorOf(given: ModelFigure): FigureError | number | null {
    const { model } = this;
    if (!model) return null;
    const alternative = given.kind === 'curve' ? this.alternativeOf.get(given.id) : undefined;
    const figure: ModelFigure = alternative === undefined ? given : { ...given, kind: 'outcome', id: alternative };
    const { kind, id, side, mean, isWhole } = figure;
    if (side === 'difference') return this.errorOfChange(figure);
    const own = this.greatestHeldOut(figure);
    if (kind === 'measure')
      return scaled(greatest((isWhole ? model.measures : model.segment_measures)[id] ?? null, own), Math.abs(mean));
    const relative = kind === 'curve' ? model.curves : isWhole ? model.shares : model.segment_shares;
    return scaled(greatest(relative, own), Math.sqrt(Math.max(0, mean * (1 - mean))));
  }

  /**
   * The error of each changed parameter is a fraction of its own effect, and the squares add up. An effect between the arms of an experiment has the
   * error that the experiment shows instead: in all agents none, if the fit reproduces the mean of each arm. The effects of the parameters with omitted
   * terms have the error of these terms together.
   * Source: Rosenblum and van der Laan, "Simple, efficient estimators of treatment effects in randomized trials using generalized linear models
   * to leverage baseline variables", International Journal of Biostatistics 6 (2010).
   */
  private errorOfChange(figure: ModelFigure): FigureError | null {
    const { kind, id, mean, parameterEffects, omitted } = figure;
    const { changed, model } = this;
    // A group without agents among those with effects has none.
    const effects = parameterEffects?.some(({ own }) => Number.isNaN(own)) ? undefined : parameterEffects;
    if (!changed) return null;
    const { parameters } = changed;
    const isCovered = ({ ids }: ChangedParameter) => omitted && model?.omitted?.parameters.includes(ids[0]);
    const others = parameters.filter((parameter) => !isCovered(parameter));
    if (!effects && parameters.length > 1 && others.length > 0) return null;
    const own = effects ? effectsInAll(effects, mean) : [mean];
    let [variance, shift] = others.length < parameters.length ? [omitted!.standardError ** 2, omitted!.shift] : [0, 0];
    parameters.forEach((parameter, k) => {
      if (!others.includes(parameter)) return;
      const relative = kind === 'measure' ? (parameter.measures[id] ?? modelErrorPrior.changes) : parameter.shares;
      const tested = this.experimentErrorOf(parameter, changed, { ...figure, mean: own[k]! });
      const untested = tested ? (effects?.[k]?.untested ?? (isTested(changed) ? 0 : own[k]!)) : own[k]!;
      variance += (relative * untested) ** 2 + (tested?.standardError ?? 0) ** 2;
      shift += tested?.shift ?? 0;
    });
    return { standardError: Math.sqrt(variance), shift };
  }

  /** Undefined if no experiment tests the effect in these agents. */
  private experimentErrorOf(
    { ids: [parameter], arms }: ChangedParameter,
    { scenario, baseline }: ChangedParameters,
    { kind, id, step, mean, isWhole, groups, estimation }: ModelFigure,
  ): FigureError | undefined {
    if (!arms) return undefined;
    if (isWhole && (kind === 'measure' ? arms.measures.includes(id) : arms.shares))
      return { standardError: 0, shift: 0 };
    const others = this.restriction.filter((own) => groups.every(({ attribute }) => attribute !== own.attribute));
    const all = [...groups, ...others.map(({ attribute, groups: [group] }) => ({ attribute, group: group! }))];
    const isKnown = isWhole || (all.length > 0 && others.every((own) => own.groups.length === 1));
    if (estimation === undefined || !isKnown) return undefined;
    return experimentError(arms, {
      ...{ id, step, difference: mean, estimation, groups: isWhole ? [] : all },
      values: [scenario[parameter]!, baseline[parameter]!],
    });
  }

  /** Greatest relative error of a figure in the held-out results of its groups and of the parameter values; 0 without results. */
  private greatestHeldOut({ kind, id, groups, side }: ModelFigure): number {
    const ofSettings = this.ofSettings[side === 'baseline' ? 'baseline' : 'scenario'];
    let most = 0;
    for (const results of [this.restricted, this.resultsOf(groups), ofSettings])
      for (const group of results) most = Math.max(most, relativeOf(group, kind, id));
    return most;
  }
}

const heldOutOf = oncePerObject(({ segments, settings = [] }: HoldOut) => ({
  bySegment: new Map<string, HeldOutGroup>(segments.map((own) => [`${own.attribute} ${own.category}`, own])),
  bySetting: new Map<string, HeldOutGroup>(settings.map((own) => [`${own.parameter} ${own.value}`, own])),
}));

/** The known values of {@link relativeIn} by kind and id. Every part of a summary needs the same ones. */
const relativesOf = oncePerObject((group: HeldOutGroup) => {
  const ofKind = (kind: ModelFigure['kind']) => oncePerName((id) => relativeIn(group, kind, id));
  return {
    outcome: ofKind('outcome'),
    outcome_group: ofKind('outcome_group'),
    measure: ofKind('measure'),
    curve: ofKind('curve'),
  };
});

const relativeOf = (group: HeldOutGroup, kind: ModelFigure['kind'], id: string): number => relativesOf(group)[kind](id);

/** Model error of a figure in a held-out group, relative to √(p·(1 - p)) or to the mean; 0 if the results do not contain it. */
function relativeIn(
  { outcomes, measures = [], curve_points: points = [] }: HeldOutGroup,
  kind: ModelFigure['kind'],
  id: string,
): number {
  if (kind === 'measure') {
    const own = measures.find(({ measure }) => measure === id);
    return own?.predicted ? (own.model_error ?? 0) / Math.abs(own.predicted) : 0;
  }
  const shares =
    kind === 'curve'
      ? points.filter(({ curve }) => curve === id)
      : outcomes.length > 0
        ? outcomes.filter(({ outcome }) => outcome === id)
        : points;
  const errors = shares.flatMap(({ predicted: p, model_error: error = 0 }) =>
    p > 0 && p < 1 ? [error / Math.sqrt(p * (1 - p))] : [],
  );
  if (outcomes.length > 0 && kind !== 'curve') return Math.max(0, ...errors);
  // Points of a curve share one error.
  return errors.length > 0 ? Math.sqrt(errors.reduce((sum, error) => sum + error ** 2, 0) / errors.length) : 0;
}

/** @param heldOut relative error of held-out results; 0 without results */
function greatest(relative: number | null, heldOut: number): number | null {
  if (relative === null) return heldOut > 0 ? heldOut : null;
  return Math.max(relative, heldOut);
}

const scaled = (relative: number | null, scale: number): number | null => (relative === null ? null : relative * scale);
