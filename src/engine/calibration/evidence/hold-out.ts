import { type WorkflowDefinition } from '../../definition/definition.schema.js';
import { type HoldOut } from '../../definition/evidence.schema.js';
import { hasCategories } from '../../definition/population.schema.js';
import { familyOf } from '../../families/family-of.js';
import { constantsDesign, designAt } from '../design/design-parts.js';
import { type Told } from '../family-fit.js';
import { type Model, type SampleFit } from '../fit-sample.js';
import { outcomeProbabilities } from '../metrics/outcome-probabilities.js';
import { optionsText, rowsOfCategory, rowsOfIndicator, rowsOfOptions } from '../rows/choose-rows.js';
import { observationsOf } from '../rows/observations.js';
import { type SpecFit } from '../spec/spec.schema.js';
import { totalLikelihood } from '../total-likelihood.js';
import { type Compared, Comparison } from './compare.js';
import { expectRows, targetsOf, type Target } from './predict-rows.js';
import { decimals6, decimals8 } from './round.js';

/**
 * How well the model predicts the rows it was not fitted to.
 *
 * @param definition with its estimates
 * @param parameters the same estimates, in the order of the fit
 */
export function holdOut(
  definition: WorkflowDefinition,
  model: Model,
  { nulls }: SampleFit,
  parameters: Float64Array,
  asked: SpecFit,
): HoldOut {
  const { bound, rows } = model;
  const targets = targetsOf(definition);
  const comparison = new Comparison(bound, rows, expectRows(definition, rows, rows.test), targets);
  const all = comparison.of(rows.test);
  const outcomes = checksOf(targets, all, 'outcome');
  const measures = checksOf(targets, all, 'measure');
  const effects = effectChecks(definition, model, comparison, asked);
  const curves = curveChecks(definition, targets, all);
  const byShares = nulls.find(({ id }) => id === 'constants_only')!;
  const { logLoss, logLossNull, scores } = scoresOf(model, parameters, byShares.parameters);
  return {
    observations: comparison.answers(rows.test),
    respondents: respondentsOf(model, rows.test),
    scores: [{ id: 'log_loss', value: decimals8(logLoss), null_value: decimals8(logLossNull) }, ...scores],
    mcfadden_r2: decimals8(1 - logLoss / logLossNull),
    ...(outcomes.length > 0 && {
      total_variation: decimals6(
        outcomes.reduce((sum, { observed, predicted }) => sum + Math.abs(observed - predicted), 0) / 2,
      ),
    }),
    outcomes: outcomes.map(({ id, ...compared }) => ({ outcome: id, ...compared })),
    ...(measures.length > 0 && { measures: measures.map(({ id, ...compared }) => ({ measure: id, ...compared })) }),
    segments: segmentChecks(definition, model, comparison, asked),
    ...(effects.length > 0 && { effects }),
    ...(curves.length > 0 && { curves }),
  };
}

/** How many respondents these rows are of; where rows are cells of a count table, how many they count. */
export function respondentsOf({ bound, rows }: Pick<Model, 'bound' | 'rows'>, asked: Int32Array): number {
  const firsts = new Map<number, number>();
  for (const row of asked) {
    const people = (rows.weights?.[row] ?? 1) * (bound.trials?.[row] ?? 1);
    firsts.set(rows.respondents[row]!, Math.max(people, firsts.get(rows.respondents[row]!) ?? 0));
  }
  return [...firsts.values()].reduce((sum, people) => sum + people, 0);
}

function scoresOf(model: Model, parameters: Float64Array, byShares: Float64Array) {
  const { bound, rows, observations } = model;
  const at = observationsOf(observations, rows.test);
  const design = designAt(model.design, at, rows, observations);
  const plain = constantsDesign(design, bound.equations, bound.constants);
  const kernel = bound.kernel(at);
  const answers = at.reduce(
    (sum, k) => sum + (rows.weights?.[observations.row[k]!] ?? 1) * (bound.trials?.[observations.row[k]!] ?? 1),
    0,
  );
  const told = (which: typeof design, values: Float64Array): Told => ({
    at,
    chances: (outcomes, kernelOf) => outcomeProbabilities(which, values, outcomes, kernelOf),
  });
  return {
    logLoss: -totalLikelihood(design, kernel).value(parameters) / answers,
    logLossNull: -totalLikelihood(plain, kernel).value(byShares) / answers,
    scores: bound.scores(told(design, parameters), told(plain, byShares)).map(({ id, value, null_value }) => ({
      id,
      value: decimals8(value),
      ...(null_value !== undefined && { null_value: decimals8(null_value) }),
    })),
  };
}

type Check = Compared & { id: string };

function checksOf(
  targets: readonly Target[],
  compared: readonly (Compared | undefined)[],
  kind: Target['kind'],
): Check[] {
  return targets.flatMap((target, k) => {
    const own = compared[k];
    return target.kind === kind && own ? [{ id: target.id, ...own }] : [];
  });
}

function segmentChecks(
  definition: WorkflowDefinition,
  { rows }: Model,
  comparison: Comparison,
  { segments, least_segment }: SpecFit,
): HoldOut['segments'] {
  return segments.flatMap((id) => {
    const attribute = definition.population.attributes.find((one) => one.id === id)!;
    const categories = hasCategories(attribute) ? attribute.categories : [];
    return categories.flatMap((category) => {
      const group = rows.test.filter(rowsOfCategory(definition, rows, id, category.id));
      const observations = comparison.answers(group);
      if (observations < least_segment) return [];
      const compared = comparison.of(group);
      const measures = checksOf(comparison.targets, compared, 'measure');
      return {
        attribute: id,
        category: category.id,
        observations,
        outcomes: checksOf(comparison.targets, compared, 'outcome').map(({ id: outcome, ...own }) => ({
          outcome,
          ...own,
        })),
        ...(measures.length > 0 && { measures: measures.map(({ id: measure, ...own }) => ({ measure, ...own })) }),
      };
    });
  });
}

function effectChecks(
  definition: WorkflowDefinition,
  { rows }: Model,
  comparison: Comparison,
  { effects }: SpecFit,
): NonNullable<HoldOut['effects']> {
  return effects.flatMap(({ label, parameter, option, against, outcome, measure, among }) => {
    const isAmong = among ? rowsOfIndicator(definition, rows, among) : () => true;
    const people = rows.test.filter(isAmong);
    const [own, others] = [option, against].map((options) =>
      people.filter(rowsOfOptions(definition, rows, parameter, options)),
    ) as [Int32Array, Int32Array];
    const target = comparison.targets.findIndex(
      ({ kind, id }) => (kind === 'outcome' && id === outcome) || (kind === 'measure' && id === measure),
    );
    const compared = own.length > 0 && others.length > 0 ? comparison.between(own, others, target) : undefined;
    if (!compared) return [];
    return {
      label,
      parameter,
      option: optionsText(option),
      against: optionsText(against),
      ...(outcome !== undefined && { outcome }),
      ...(measure !== undefined && { measure }),
      ...(among && { among }),
      observations: comparison.answers(own) + comparison.answers(others),
      ...compared,
    };
  });
}

function curveChecks(
  { decision }: WorkflowDefinition,
  targets: readonly Target[],
  compared: readonly (Compared | undefined)[],
): NonNullable<HoldOut['curves']> {
  const family = familyOf(decision);
  return family.curves(decision).flatMap(({ id, label }) => {
    const points = targets.flatMap((target, k) => {
      const own = compared[k];
      return target.kind === 'curve' && target.id === id && own ? [{ step: target.step, ...own }] : [];
    });
    if (points.length === 0) return [];
    const errors = points.map(({ observed, predicted }) => Math.abs(observed - predicted));
    const mean_absolute_error = decimals6(errors.reduce((sum, error) => sum + error, 0) / errors.length);
    return { curve: id, label, points, mean_absolute_error };
  });
}
