import { hasCategories, type WorkflowDefinition } from '../../definition.js';
import { familyOf } from '../../families/family-of.js';
import { streamKey } from '../../random/stream-key.js';
import { drawCoefficients } from '../../simulation/draw-coefficients.js';
import { groupAgents } from '../../summary/segment-groups.js';
import type { Model } from '../fit-sample.js';
import { optionsText, rowsByValue, rowsOfIndicator, rowsOfOptions } from '../rows/rows.js';
import type { RecipeEffect, RecipeFit } from '../../authoring/recipe/recipe.schema.js';
import { type Group, deviationOf, Comparison, type Compared, type Target, targetsOf } from './compare.js';
import { expectRows, expectRowsWith } from './simulate-rows.js';

/** Value in the held-out data, and its prediction by the fit of the training data. */
export interface HeldOutComparison {
  /**
   * Respondents of the comparison: all held-out respondents, the held-out respondents of one side of an experiment
   * (`arm`), one group of an attribute (`segment`), one value of a parameter (`setting`), or the difference between two
   * sides of an experiment (`effect`).
   */
  readonly scope: 'all' | 'arm' | 'segment' | 'setting' | 'effect';
  /** Attribute of the segment; label of the effect or arm. */
  readonly attribute?: string;
  /** Category, or quarter of a numeric attribute. */
  readonly category?: string;
  /** Name of a quarter. */
  readonly label?: string;
  /** Parameter of the setting or effect. */
  readonly parameter?: string;
  /** Value of the parameter of a setting. */
  readonly value?: number | string;
  /** Outcome groups are compared within groups of respondents only. */
  readonly target: Target | { readonly kind: 'outcome_group'; readonly id: string };
  readonly observed: number;
  /** Standard error of the observed value. */
  readonly observedStandardError: number;
  readonly predicted: number;
  /** Standard error of the prediction from the covariance of the training estimates. */
  readonly estimationStandardError: number;
  /** Held-out responses of the comparison. */
  readonly observations: number;
}

/** Coefficient draws behind the standard errors of the predictions. */
const drawCount = 50;
/** Of a design with more parameters, a value of one parameter does not describe a scenario. */
const maxDesignParameters = 3;

/**
 * Compares every outcome, measure and curve point of the held-out rows with its prediction: over all rows, over the
 * rows of each side of an experiment, over each group of each attribute and each value of a parameter with enough rows,
 * and as differences between the sides. Numeric attributes are grouped by quarters, as in the segments of a summary. The last outcome of two is
 * compared only, because the other one is its complement.
 *
 * @param definition definition with the estimates and the covariance of the training rows
 */
export function heldOutComparisons(
  definition: WorkflowDefinition,
  model: Model,
  { least_segment: leastSegment, effects }: RecipeFit,
): HeldOutComparison[] {
  const { test } = model.rows;
  const compared = new ComparedDraws(definition, model);
  return [
    ...compared.targetsOver(test, { scope: 'all' }),
    ...armsOf(definition, model, effects).flatMap(({ label, rows }) =>
      compared.targetsOver(rows, { scope: 'arm', attribute: label }),
    ),
    ...heldOutGroups(definition, model, effects)
      .filter(({ rows }) => compared.own.countResponses(rows) >= leastSegment)
      .flatMap(({ rows, place }) => compared.targetsOver(rows, place)),
    ...effects.flatMap((effect) => compared.effect(effect)),
  ];
}

/** The comparisons of effects only. */
export function effectComparisons(
  definition: WorkflowDefinition,
  model: Model,
  { effects }: Pick<RecipeFit, 'effects'>,
): HeldOutComparison[] {
  const compared = new ComparedDraws(definition, model);
  return effects.flatMap((effect) => compared.effect(effect));
}

type Place = Pick<HeldOutComparison, 'scope' | 'attribute' | 'category' | 'label' | 'parameter' | 'value'>;

/** Held-out rows with what they have in common. */
export interface HeldOutGroup {
  readonly place: Place;
  readonly rows: Int32Array;
}

/** Held-out rows of each group of each attribute, and of each value of each parameter whose effects are compared. */
export function heldOutGroups(
  definition: WorkflowDefinition,
  model: Model,
  effects: readonly RecipeEffect[],
): HeldOutGroup[] {
  return [...segmentsOf(definition, model), ...settingsOf(definition, model, effects)];
}

/** Comparisons for the estimates and for draws of the coefficients. */
class ComparedDraws {
  private readonly targets: readonly Target[];
  readonly own: Comparison;
  private readonly draws: readonly Comparison[];

  constructor(
    private readonly definition: WorkflowDefinition,
    private readonly model: Model,
  ) {
    const { decision, workflow_id } = definition;
    const { test } = model.rows;
    this.targets = targetsOf(definition);
    this.own = new Comparison(model, this.targets, expectRows(definition, model, test));
    const linear = familyOf(decision).linear(decision);
    const coefficients = drawCoefficients(definition, linear, streamKey(0, workflow_id), drawCount);
    this.draws = expectRowsWith(definition, model, test, coefficients).map(
      (expected) => new Comparison(model, this.targets, expected),
    );
  }

  /** Standard error of a sum of predicted targets, or of its difference between groups, from the draws. */
  private errorOf(targets: readonly number[], groups: readonly Group[]): number {
    return deviationOf(
      this.draws.map((draw) => targets.reduce((sum, target) => sum + draw.predict(target, groups), 0)),
    );
  }

  /** Comparison of each target that the data contain. */
  targetsOver(rows: Int32Array, place: Place): HeldOutComparison[] {
    const isBinary = this.targets.filter(({ kind }) => kind === 'outcome').length === 2;
    const observations = this.own.countResponses(rows);
    const single = this.own.compare(rows).flatMap((compared, k) => {
      const target = this.targets[k]!;
      if (!compared || (isBinary && target.kind === 'outcome' && k === 0)) return [];
      const estimationStandardError = this.errorOf([k], [[rows, 1]]);
      return [comparisonOf(compared, { ...place, target, observations, estimationStandardError })];
    });
    if (place.scope !== 'segment' && place.scope !== 'setting') return single;
    return [...single, ...this.outcomeGroupsOver(rows, { ...place, observations })];
  }

  /** Comparison of each outcome group whose outcomes the data contain. */
  private outcomeGroupsOver(
    rows: Int32Array,
    place: Place & Pick<HeldOutComparison, 'observations'>,
  ): HeldOutComparison[] {
    return (this.definition.outcome_groups ?? []).flatMap(({ id, outcomes }) => {
      const members = outcomes.map((outcome) =>
        this.targets.findIndex((target) => target.kind === 'outcome' && target.id === outcome),
      );
      const compared = this.own.compareSum(rows, members);
      if (!compared) return [];
      const estimationStandardError = this.errorOf(members, [[rows, 1]]);
      return [comparisonOf(compared, { ...place, target: { kind: 'outcome_group', id }, estimationStandardError })];
    });
  }

  /** Comparison of the difference between the two sides of an experiment. */
  effect(effect: RecipeEffect): HeldOutComparison[] {
    const { definition, model, own } = this;
    const { label, parameter } = effect;
    const [rows, others] = sidesOf(definition, model, effect);
    const k = this.targets.findIndex(isTargetOf(effect));
    const compared = rows.length > 0 && others.length > 0 ? own.compareDifference(rows, others, k) : undefined;
    if (!compared) return [];
    const sides: Group[] = [
      [rows, 1],
      [others, -1],
    ];
    const estimationStandardError = this.errorOf([k], sides);
    const observations = own.countResponses(rows) + own.countResponses(others);
    const target = this.targets[k]!;
    return [
      comparisonOf(compared, {
        ...{ scope: 'effect', attribute: label, parameter },
        ...{ target, observations, estimationStandardError },
      }),
    ];
  }
}

function comparisonOf(
  { observed, observed_standard_error: error, predicted }: Compared,
  rest: Omit<HeldOutComparison, 'observed' | 'observedStandardError' | 'predicted'>,
): HeldOutComparison {
  const { target, scope, observations } = rest;
  const isShare = target.kind !== 'measure' && scope !== 'effect';
  // An observed share of 0 or 1 has no estimated variance, and some estimators have no standard error: the binomial
  // variance of the prediction replaces both.
  const binomial = Math.sqrt((predicted * (1 - predicted)) / observations);
  const isUnknown = error === undefined || (isShare && error === 0);
  const observedStandardError = isUnknown ? (isShare ? binomial : 0) : error;
  return { ...rest, observed, predicted, observedStandardError };
}

/** Held-out rows of each side of each experiment among all respondents. Sides that occur twice count once. */
function armsOf(definition: WorkflowDefinition, { rows }: Model, effects: readonly RecipeEffect[]) {
  const sides = effects
    .filter(({ among }) => !among)
    .flatMap(({ parameter, option, against }) => [option, against].map((options) => ({ parameter, options })));
  const byLabel = new Map(
    sides.map(({ parameter, options }) => [`${parameter}: ${optionsText(options)}`, { parameter, options }]),
  );
  return Array.from(byLabel, ([label, { parameter, options }]) => ({
    label,
    rows: rows.test.filter(rowsOfOptions(definition, rows, parameter, options)),
  })).filter(({ rows: own }) => own.length > 0);
}

/** Whether a target is the outcome, the measure or the point of a curve that an effect compares. */
export function isTargetOf({ outcome, measure, curve, step }: RecipeEffect): (target: Target) => boolean {
  return (target) =>
    target.kind === 'curve'
      ? target.id === curve && target.step === step
      : target.id === (target.kind === 'outcome' ? outcome : measure);
}

/** Held-out rows of the two sides of an effect. */
export function sidesOf(
  definition: WorkflowDefinition,
  { rows }: Model,
  { parameter, option, against, among }: RecipeEffect,
): readonly [Int32Array, Int32Array] {
  const members = rows.test.filter(among ? rowsOfIndicator(definition, rows, among) : () => true);
  const side = (options: RecipeEffect['option']) => members.filter(rowsOfOptions(definition, rows, parameter, options));
  return [side(option), side(against)];
}

function segmentsOf({ population }: WorkflowDefinition, { rows }: Model): HeldOutGroup[] {
  return population.attributes.flatMap((attribute, position) => {
    const { groups, groupOf } = groupAgents(attribute, rows.attributes.columns[position]!);
    const isKnown = (row: number) => rows.known[position]?.[row] !== 0;
    return groups.map(({ id: category, label }, group) => ({
      place: {
        ...{ scope: 'segment' as const, attribute: attribute.id, category },
        ...(!hasCategories(attribute) && { label }),
      },
      rows: rows.test.filter((row) => isKnown(row) && groupOf[row] === group),
    }));
  });
}

function settingsOf(
  { scenario }: WorkflowDefinition,
  { rows }: Model,
  effects: readonly RecipeEffect[],
): HeldOutGroup[] {
  const tested = scenario.parameters.filter(({ id }) => effects.some(({ parameter }) => parameter === id));
  if (tested.length > maxDesignParameters) return [];
  return tested.flatMap(({ id: parameter }) =>
    rowsByValue(rows, rows.test, parameter).map(({ value, rows: own }) => ({
      place: { scope: 'setting' as const, parameter, value },
      rows: own,
    })),
  );
}
