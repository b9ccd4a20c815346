import type { WorkflowDefinition } from '../../engine/definition/definition.schema.js';
import { familyOf } from '../../engine/families/family-of.js';
import { streamKey } from '../../engine/random/stream-key.js';
import { drawCoefficients } from '../../engine/simulation/draw-coefficients.js';
import { groupAgents } from '../../engine/summary/segment-groups.js';
import type { Model } from '../fit-sample.js';
import { optionsText, rowsOfIndicator, rowsOfOptions } from '../rows/row-filters.js';
import type { SpecEffect, SpecFit } from '../spec/spec.schema.js';
import { Comparison, type Compared } from './compare.js';
import { expectRows, expectRowsWith, type Target, targetsOf } from './expect-rows.js';

/** Value in the held-out data, and its prediction by the fit of the training data. */
export interface HeldOutComparison {
  /**
   * Respondents of the comparison: all held-out respondents, the held-out respondents of one side of an experiment
   * (`arm`), one group of an attribute (`segment`), or the difference between two sides of an experiment (`effect`).
   */
  readonly scope: 'all' | 'arm' | 'segment' | 'effect';
  /** Attribute of the segment; label of the effect or arm. Undefined for all respondents. */
  readonly attribute?: string;
  /** Category, or quarter of a numeric attribute. */
  readonly category?: string;
  readonly target: Target;
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

/**
 * Compares every outcome, measure and curve point of the held-out rows with its prediction: over all rows, over the
 * rows of each side of an experiment, over each group of each attribute with enough rows, and as differences between
 * the sides. Numeric attributes are grouped by quarters, as in the segments of a summary. The last outcome of two is
 * compared only, because the other one is its complement.
 *
 * @param definition definition with the estimates and the covariance of the training rows
 */
export function heldOutComparisons(
  definition: WorkflowDefinition,
  model: Model,
  { least_segment: leastSegment, effects }: SpecFit,
): HeldOutComparison[] {
  const { test } = model.rows;
  const compared = new ComparedDraws(definition, model);
  return [
    ...compared.targetsOver(test, { scope: 'all' }),
    ...armsOf(definition, model, effects).flatMap(({ label, rows }) =>
      compared.targetsOver(rows, { scope: 'arm', attribute: label }),
    ),
    ...segmentsOf(definition, model)
      .filter(({ rows }) => compared.countResponses(rows) >= leastSegment)
      .flatMap(({ rows, attribute, category }) =>
        compared.targetsOver(rows, { scope: 'segment', attribute, category }),
      ),
    ...effects.flatMap((effect) => compared.effect(effect)),
  ];
}

type Place = Pick<HeldOutComparison, 'scope' | 'attribute' | 'category'>;

/** Comparisons for the estimates and for draws of the coefficients. */
class ComparedDraws {
  private readonly targets: readonly Target[];
  private readonly own: Comparison;
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

  countResponses(rows: Int32Array): number {
    return this.own.countResponses(rows);
  }

  /** Comparison of each target that the data contain. */
  targetsOver(rows: Int32Array, place: Place): HeldOutComparison[] {
    const isBinary = this.targets.filter(({ kind }) => kind === 'outcome').length === 2;
    const observations = this.countResponses(rows);
    return this.own.compare(rows).flatMap((compared, k) => {
      const target = this.targets[k]!;
      if (!compared || (isBinary && target.kind === 'outcome' && k === 0)) return [];
      const estimationStandardError = deviationOf(this.draws.map((draw) => draw.predict(k, [[rows, 1]])));
      return [comparisonOf(compared, { ...place, target, observations, estimationStandardError })];
    });
  }

  /** Comparison of the difference between the two sides of an experiment. */
  effect(effect: SpecEffect): HeldOutComparison[] {
    const { definition, model, own } = this;
    const { label, outcome, measure } = effect;
    const [rows, others] = sidesOf(definition, model, effect);
    const k = this.targets.findIndex(({ kind, id }) =>
      kind === 'outcome' ? id === outcome : kind === 'measure' && id === measure,
    );
    const compared = rows.length > 0 && others.length > 0 ? own.compareDifference(rows, others, k) : undefined;
    if (!compared) return [];
    const estimationStandardError = deviationOf(
      this.draws.map((draw) =>
        draw.predict(k, [
          [rows, 1],
          [others, -1],
        ]),
      ),
    );
    const observations = this.countResponses(rows) + this.countResponses(others);
    const target = this.targets[k]!;
    return [
      comparisonOf(compared, { scope: 'effect', attribute: label, target, observations, estimationStandardError }),
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
function armsOf(definition: WorkflowDefinition, { rows }: Model, effects: readonly SpecEffect[]) {
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

/** Held-out rows of the two sides of an effect. */
function sidesOf(
  definition: WorkflowDefinition,
  { rows }: Model,
  { parameter, option, against, among }: SpecEffect,
): readonly [Int32Array, Int32Array] {
  const members = rows.test.filter(among ? rowsOfIndicator(definition, rows, among) : () => true);
  const side = (options: SpecEffect['option']) => members.filter(rowsOfOptions(definition, rows, parameter, options));
  return [side(option), side(against)];
}

/** Held-out rows of each group of each attribute. */
function segmentsOf({ population }: WorkflowDefinition, { rows }: Model) {
  return population.attributes.flatMap((attribute, position) => {
    const { groups, groupOf } = groupAgents(attribute, rows.attributes.columns[position]!);
    const isKnown = (row: number) => rows.known[position]?.[row] !== 0;
    return groups.map(({ id: category }, group) => ({
      attribute: attribute.id,
      category,
      rows: rows.test.filter((row) => isKnown(row) && groupOf[row] === group),
    }));
  });
}

function deviationOf(values: readonly number[]): number {
  if (values.length < 2) return 0;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1));
}
