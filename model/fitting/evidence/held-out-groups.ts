import type { Decision, HoldOut, ModelError } from '../../definition.js';
import { familyOf } from '../../families/family-of.js';
import type { HeldOutComparison } from './held-out-comparisons.js';
import { groupError } from './model-error.js';
import { decimals6 } from './round.js';

type GroupResults = Pick<HoldOut['segments'][number], 'observations' | 'outcomes' | 'measures' | 'curve_points'>;

/** Results of the held-out data by group of an attribute and by value of a parameter, with the model error of each. */
export function heldOutGroupResults(
  comparisons: readonly HeldOutComparison[],
  model: ModelError,
  decision: Decision,
): Required<Pick<HoldOut, 'segments' | 'settings'>> {
  const places = [...byPlace(comparisons.filter(({ scope }) => scope === 'segment' || scope === 'setting')).values()];
  const resultsOf = (own: Comparisons) => groupResults(own, model, decision);
  return {
    segments: places.flatMap((own) => {
      const [{ attribute, category, label }] = own;
      if (attribute === undefined || category === undefined) return [];
      return [{ attribute, category, ...(label !== undefined && { label }), ...resultsOf(own) }];
    }),
    settings: places.flatMap((own) => {
      const [{ parameter, value }] = own;
      return parameter !== undefined && value !== undefined ? [{ parameter, value, ...resultsOf(own) }] : [];
    }),
  };
}

type Comparisons = [HeldOutComparison, ...HeldOutComparison[]];

function byPlace(comparisons: readonly HeldOutComparison[]): Map<string, Comparisons> {
  const places = new Map<string, Comparisons>();
  for (const comparison of comparisons) {
    const { attribute, category, parameter, value } = comparison;
    const key = JSON.stringify([attribute, category, parameter, value]);
    const own = places.get(key);
    if (own) own.push(comparison);
    else places.set(key, [comparison]);
  }
  return places;
}

function groupResults(own: Comparisons, model: ModelError, decision: Decision): GroupResults {
  const { scope, observations } = own[0];
  const shares = scope === 'segment' ? model.segment_shares : model.shares;
  const means = scope === 'segment' ? model.segment_measures : model.measures;
  const resultOf = (comparison: HeldOutComparison, relative: number | null) => ({
    observed: decimals6(comparison.observed),
    observed_standard_error: decimals6(comparison.observedStandardError),
    predicted: decimals6(comparison.predicted),
    model_error: decimals6(groupError(comparison, relative)),
  });
  const of = (kind: HeldOutComparison['target']['kind']) => own.filter(({ target }) => target.kind === kind);
  const shareOf = (one: HeldOutComparison) => ({ outcome: one.target.id, ...resultOf(one, shares) });
  const outcomes = of('outcome').map(shareOf);
  const measures = of('measure').map((one) => ({
    measure: one.target.id,
    ...resultOf(one, means[one.target.id] ?? null),
  }));
  // Points of a curve replace shares that the data do not contain.
  const ofPoints = scope === 'segment' ? model.segment_shares : model.curves;
  const points = own.flatMap((one) =>
    one.target.kind === 'curve' && outcomes.length === 0
      ? { curve: one.target.id, step: one.target.step, ...resultOf(one, ofPoints) }
      : [],
  );
  return {
    observations,
    outcomes: [...withComplement(outcomes, decision), ...of('outcome_group').map(shareOf)],
    ...(measures.length > 0 && { measures }),
    ...(points.length > 0 && { curve_points: points }),
  };
}

/** Of two outcomes, the comparisons contain only one. */
function withComplement(outcomes: GroupResults['outcomes'], decision: Decision): GroupResults['outcomes'] {
  const [first, second] = familyOf(decision).outcomes(decision);
  const [own] = outcomes;
  if (!own || outcomes.length > 1 || familyOf(decision).outcomes(decision).length !== 2) return outcomes;
  const complement = {
    ...own,
    outcome: own.outcome === first!.id ? second!.id : first!.id,
    observed: decimals6(1 - own.observed),
    predicted: decimals6(1 - own.predicted),
  };
  return own.outcome === first!.id ? [own, complement] : [complement, own];
}
