import type { CaseStudy, Summary } from './figure';
import { segmentLabel } from '../workflow/labels';
import { formatDifference, formatValue } from './format-figure';

type HoldOut = CaseStudy['evidence']['hold_out'];

/** A value of the model next to the value in held-out data. */
export interface HeldOutCheck {
  key: string;
  label: string;
  unit: string;
  observed: number;
  /** 95% interval of the observed value. */
  observedInterval: readonly [number, number] | null;
  predicted: number;
  isDifference: boolean;
}

/** Half of a 95% interval, in standard errors. */
const normalQuantile = 1.96;
const maxEffects = 12;

/** The predicted and observed shares, means and effects in held-out data, with the labels of the summary. */
export function heldOutChecks(holdOut: HoldOut, { outcomes, outcome_groups, measures }: Summary) {
  const named = [...outcome_groups, ...outcomes];
  const shares = holdOut.outcomes.map((one) =>
    checkOf(one.outcome, named.find(({ id }) => id === one.outcome)?.label ?? one.outcome, 'share', one, false),
  );
  const means = (holdOut.measures ?? []).map((one) => {
    const measure = measures.find(({ id }) => id === one.measure);
    return checkOf(one.measure, measure?.label ?? one.measure, measure?.unit ?? '', one, false);
  });
  const effects = (holdOut.effects ?? []).slice(0, maxEffects).map((one, index) => {
    const unit = one.measure === undefined ? 'share' : (measures.find(({ id }) => id === one.measure)?.unit ?? '');
    return checkOf(String(index), one.label, unit, one, true);
  });
  return { shares, means, effects };
}

/** Groups of attributes, as a create request names them. */
type Where = Readonly<Record<string, string | readonly string[]>>;

/**
 * The held-out values of the groups that all agents of a simulation are in, for one figure. A group with too few held-out observations has
 * none.
 */
export function heldOutGroups(model: CaseStudy, where: Where, { id, label, unit }: NamedFigure): HeldOutCheck[] {
  return model.evidence.hold_out.segments.flatMap(({ attribute, category, label: name, outcomes, measures = [] }) => {
    const wanted = where[attribute];
    if (!(typeof wanted === 'string' ? wanted.split(',') : wanted)?.includes(category)) return [];
    const own = outcomes.find(({ outcome }) => outcome === id) ?? measures.find(({ measure }) => measure === id);
    const group = segmentLabel(model, attribute, category, name);
    return own ? [checkOf(`${attribute} ${category}`, `${label} (${group})`, unit, own, false)] : [];
  });
}

interface NamedFigure {
  id: string;
  label: string;
  unit: string;
}

function checkOf(
  key: string,
  label: string,
  unit: string,
  { observed, observed_standard_error: error, predicted }: Omit<HoldOut['outcomes'][number], 'outcome'>,
  isDifference: boolean,
): HeldOutCheck {
  const half = error === undefined ? undefined : normalQuantile * error;
  const observedInterval = half === undefined ? null : ([observed - half, observed + half] as const);
  return { key, label, unit, observed, observedInterval, predicted, isDifference };
}

/** The held-out error in one sentence. */
export function heldOutSentence(holdOut: HoldOut, headline: HeldOutCheck | undefined): string {
  if (headline) {
    const format = (value: number) => formatValue(headline.unit, value);
    const inUnit = headline.unit === 'share' || headline.unit === '' ? '' : ` ${headline.unit}`;
    return `In data that were not used for fitting, “${headline.label}” was ${format(headline.observed)}${inUnit}; the model predicts ${format(headline.predicted)}${inUnit}, a difference of ${formatDifference(headline.unit, headline.predicted - headline.observed)}.`;
  }
  const curves = holdOut.curves ?? [];
  if (curves.length > 0) {
    const mean = curves.reduce((sum, one) => sum + one.mean_absolute_error, 0) / curves.length;
    return `In data that were not used for fitting, the predicted curves differ from the observed ones by ${(mean * 100).toFixed(1)} points on average.`;
  }
  if (holdOut.total_variation !== undefined)
    return `In data that were not used for fitting, ${(holdOut.total_variation * 100).toFixed(1)}% of the observations would have to move for the predicted shares to equal the observed ones.`;
  return 'The held-out data contain no shares to compare.';
}
