import { isContradicted, type WorkflowDefinition } from '../../definition.js';
import { zScore95 } from '../../math/student.js';
import { narrowerTexts } from '../../summary/errors.js';
import { countText } from '../../authoring/variables/names.js';
import { namedFigures } from './figures.js';
import type { CalibrationResult, FitWarning } from './result.schema.js';

const fewClusters = 50;
/**
 * Events per coefficient below which the estimates of a binary outcome are unreliable, and say almost nothing. Source: Peduzzi and others,
 * "A simulation study of the number of events per variable in logistic regression analysis", Journal of Clinical Epidemiology 49 (1996).
 */
const fewEvents = 10;
const hardlyAnyEvents = 5;
/** A prior and the data that differ by more standard deviations contradict each other. */
const contradiction = 3;
/** With more of the information, the prior determines the estimate. */
const dominantShare = 0.5;
/** An interval of more than this many points hardly limits an effect. */
const wideInterval = 0.2;
/** Half a point of a share: the same tolerance as the check of the baseline. */
const shareTolerance = 0.005;

/**
 * States what limits the conclusions from a fit, in plain words, most important first.
 *
 * @param hasModelledGroups whether the standard errors are those of a model with random intercepts of the groups
 */
export function fitWarnings(result: Omit<CalibrationResult, 'warnings'>, hasModelledGroups = false): FitWarning[] {
  return [
    ...heldOutWarnings(result),
    ...eventWarnings(result),
    ...clusterWarnings(result, hasModelledGroups),
    ...effectWarnings(result),
  ];
}

/**
 * Names the figures of the simulated baseline that differ from the data by more than the error of their estimation and simulation explains: the
 * model lacks something, or the synthetic population differs from the respondents.
 */
export function baselineWarnings(definition: WorkflowDefinition): FitWarning[] {
  const { baseline } = definition.evidence;
  const figures = namedFigures(definition);
  return (baseline?.figures ?? []).flatMap(
    ({ id, observed, observed_standard_error: ofSample = 0, simulated, standard_error: error = 0 }) => {
      const figure = figures.get(id);
      if (!figure) return [];
      const { label, unit } = figure;
      // The estimates reproduce all respondents, but not the part of them in the baseline scenario.
      const deviation = baseline!.respondents === 'all' ? error : Math.hypot(error, ofSample);
      const tolerance = unit === null ? shareTolerance : 0.01 * Math.abs(observed);
      if (Math.abs(observed - simulated) <= zScore95 * deviation + tolerance) return [];
      return {
        code: 'baseline_differs',
        message: `A simulation of the baseline gives ${valueText(simulated, unit)} for “${label}”, but the data have ${valueText(observed, unit)}: the error of the estimates does not explain the difference. The formula may lack a term${definition.population.people ? '' : ', or the synthetic population differs from the respondents'}.`,
      };
    },
  );
}

/** Names the effects of an experiment that contradict the model. A workflow with one is not published. */
export function contrastWarnings(definition: WorkflowDefinition): FitWarning[] {
  const figures = namedFigures(definition);
  return (definition.evidence.contrasts ?? []).filter(isContradicted).map((contrast) => {
    const { label, outcome, measure, observed, stated, interval } = contrast;
    const unit = figures.get(outcome ?? measure ?? '')?.unit ?? null;
    const [low, high] = interval;
    return {
      code: 'experiment_contradicted',
      message: `${label}: the data show ${changeText(observed, unit)}, but the model states ${changeText(stated, unit)} (95% interval ${changeText(low, unit)} to ${changeText(high, unit)}). Variables that were measured after the treatment, or a missing interaction, can cause this. The model cannot be published.`,
    };
  });
}

/** Names the coefficients whose prior the data contradict, and those about which the data say less than their prior. */
export function priorWarnings({ decision, evidence }: Pick<WorkflowDefinition, 'decision' | 'evidence'>): FitWarning[] {
  const labels = new Map(decision.coefficients.map(({ id, label }) => [id, label]));
  const contradicted = evidence.estimates.flatMap(({ coefficient, prior }) => {
    if (prior?.estimate_without === undefined || prior.share <= 0 || prior.share >= 1) return [];
    // The share of the information gives the standard error of the data alone.
    const ofData = prior.sd * Math.sqrt(prior.share / (1 - prior.share));
    const distance = Math.abs(prior.estimate_without - prior.mean) / Math.hypot(prior.sd, ofData);
    if (distance <= contradiction) return [];
    return {
      code: 'prior_contradicted',
      message: `${labels.get(coefficient)}: the data alone give ${Number(prior.estimate_without.toPrecision(3))}, ${distance.toFixed(1)} standard deviations from the mean of the prior (${prior.mean}). Check its sign and unit, or use a wider prior.`,
    };
  });
  const dominated = evidence.estimates.flatMap(({ coefficient, prior }) =>
    prior && (prior.share > dominantShare || prior.estimate_without === undefined)
      ? {
          code: 'prior_dominates',
          message:
            `${labels.get(coefficient)}: ${Math.round(100 * prior.share)}% of the information comes from the prior. ` +
            (prior.estimate_without === undefined
              ? 'Without priors, the data give no finite estimate.'
              : 'The prior contributes more information than the data.'),
        }
      : [],
  );
  return [...contradicted, ...dominated];
}

function heldOutWarnings({ held_out: { scores, figures } }: Pick<CalibrationResult, 'held_out'>): FitWarning[] {
  const worse = scores.filter(({ id, model, constants_only: other, is_lower_better: isLower }) => {
    if (other === null || (id !== 'log_loss' && id !== 'root_mean_squared_error')) return false;
    return isLower ? model > other : model < other;
  });
  const off = figures.filter(({ interval, predicted, unit }) => {
    const tolerance = unit === null ? shareTolerance : 0.01 * Math.abs(predicted);
    return interval && (predicted < interval[0] - tolerance || predicted > interval[1] + tolerance);
  });
  return [
    ...(worse.length > 0
      ? [
          {
            code: 'worse_than_constants',
            message: `On the held-out rows, the model predicts single rows worse than a model without variables (${worse.map(({ label }) => label.toLowerCase()).join(', ')}). Remove variables, or use more data: differences between groups may be random.`,
          },
        ]
      : []),
    ...off.map(({ label, observed, predicted, unit }) => ({
      code: 'held_out_differs',
      message: `On the held-out rows, “${label}” is ${valueText(observed, unit)}, but the model predicts ${valueText(predicted, unit)}: the difference is larger than random error explains.`,
    })),
  ];
}

/** Counts the responses with the rarer of two outcomes. */
function eventWarnings({
  baseline,
  fit: { observations, coefficients },
}: Omit<CalibrationResult, 'warnings'>): FitWarning[] {
  const shares = (baseline?.figures ?? []).filter(({ unit }) => unit === null);
  const rarer = shares.length === 2 ? shares.reduce((a, b) => (b.observed < a.observed ? b : a)) : undefined;
  if (!rarer) return [];
  const events = Math.round(rarer.observed * observations);
  const perCoefficient = events / coefficients;
  if (perCoefficient >= fewEvents) return [];
  return [
    {
      code: 'few_events',
      message: `The data have ${countText(events, 'response')} “${rarer.label}” for ${countText(coefficients, 'coefficient')}: ${Number(perCoefficient.toPrecision(2))} per coefficient. ${
        perCoefficient < hardlyAnyEvents
          ? 'They are too few to say anything about single coefficients. Use fewer variables, or more data.'
          : `With fewer than ${fewEvents}, estimates are unreliable. Use fewer variables, or more data.`
      }`,
    },
  ];
}

function clusterWarnings(
  { fit: { clusters, coefficients } }: Pick<CalibrationResult, 'fit'>,
  hasModelledGroups: boolean,
): FitWarning[] {
  if (clusters === null || clusters >= fewClusters) return [];
  if (hasModelledGroups)
    return [
      {
        code: 'few_clusters',
        message: `The data have ${countText(clusters, 'group')}. With fewer than ${fewClusters}, the standard deviation of the random intercepts is uncertain, and standard errors are probably somewhat too small.`,
      },
    ];
  const isTooFew = clusters <= coefficients;
  return [
    {
      code: isTooFew ? 'too_few_clusters' : 'few_clusters',
      message: isTooFew
        ? `The data have ${countText(clusters, 'group')} for ${countText(coefficients, 'coefficient')}. Standard errors that allow for groups need more groups than coefficients, so the standard errors ignore the groups and are probably too small.`
        : `The data have ${countText(clusters, 'group')}. With fewer than ${fewClusters}, standard errors are uncertain. The intervals use a correction for few groups and are wider.`,
    },
  ];
}

function effectWarnings({ effects }: Pick<CalibrationResult, 'effects'>): FitWarning[] {
  return effects.flatMap((effect) => {
    const { label, figure_label: figure, unit, simulated, interval, held_out, largest_part } = effect;
    const warnings: FitWarning[] = [];
    if (!effect.is_distinguishable)
      warnings.push({
        code: 'effect_not_distinguishable',
        message: `${label}: the difference of “${figure}” (${changeText(simulated, unit)}) cannot be distinguished from 0. The data do not show that it exists, nor that it does not.`,
      });
    else if (interval && unit === null && interval[1] - interval[0] > wideInterval)
      warnings.push({
        code: 'wide_interval',
        message: `${label}: the 95% interval of the difference of “${figure}” is ${changeText(interval[0], unit)} to ${changeText(interval[1], unit)}.${largest_part ? ` ${narrowerTexts[largest_part]}` : ''}`,
      });
    const isCertain = held_out?.interval && held_out.interval[0] * held_out.interval[1] > 0;
    if (isCertain && simulated * held_out.observed < 0)
      warnings.push({
        code: 'effect_reversed',
        message: `${label}: the held-out rows show ${changeText(held_out.observed, unit)}, but the model states ${changeText(simulated, unit)}. Variables of the formula that were measured after the change, or a missing interaction, can cause this.`,
      });
    else if (
      held_out?.interval &&
      (held_out.predicted < held_out.interval[0] || held_out.predicted > held_out.interval[1])
    )
      warnings.push({
        code: 'effect_differs_held_out',
        message: `${label}: the held-out rows with these values differ by ${changeText(held_out.observed, unit)}, but the prediction for the same rows is ${changeText(held_out.predicted, unit)}. They can differ in other columns too: the simulated difference of the same agents is ${changeText(simulated, unit)}.`,
      });
    return warnings;
  });
}

function valueText(value: number, unit: string | null): string {
  return unit === null ? `${(100 * value).toFixed(1)}%` : `${Number(value.toPrecision(3))} ${unit}`;
}

function changeText(value: number, unit: string | null): string {
  const rounded = Number(unit === null ? (100 * value).toFixed(1) : value.toPrecision(3));
  const digits = unit === null ? Math.abs(rounded).toFixed(1) : String(Math.abs(rounded));
  return `${rounded > 0 ? '+' : rounded < 0 ? '−' : ''}${digits} ${unit ?? 'points'}`;
}
