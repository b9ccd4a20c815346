import { effectText, periodsText, scenarioText, scenarioTexts } from '../../../src/simulations/result-words';
import {
  changeText,
  isOutsideCalibratedRange,
  outsideTheData,
  parametersOf,
  type ParameterValues,
  valueOf,
} from '../parameter-form/parameters';
import {
  figuresOf,
  intervalOf,
  type Figure,
  type Simulation,
  type Summary,
  formatDifference,
  formatDifferenceInterval,
  formatValue,
  formatValueInterval,
} from './figure';
import type { CaseStudy } from '../workflow/use-workflow';

export type Model = Pick<CaseStudy, 'scenario_schema' | 'headline_outcome'>;

/** The parameters that the scenario changes, like “Swissmetro fare 20% lower” or “Civic duty instead of No mailing”. */
function changesOf(model: Pick<CaseStudy, 'scenario_schema'>, scenario: ParameterValues) {
  return parametersOf(model)
    .map((parameter) => ({ parameter, value: valueOf(parameter, scenario) }))
    .filter(({ parameter, value }) => value !== parameter.default)
    .map(({ parameter, value }) => ({
      id: parameter.id,
      value,
      text: `${changeText(parameter, value)}${isOutsideCalibratedRange(parameter, value) ? outsideTheData : ''}`,
    }));
}

/** All changes of a scenario in one phrase, or “Baseline”. */
export const changePhrase = (model: Pick<CaseStudy, 'scenario_schema'>, scenario: ParameterValues): string =>
  scenarioText(scenarioTexts(changesOf(model, scenario), null));

/** A figure in one phrase, like “Swissmetro 59.7% → 63.4%: 3.7 points more (95% interval +2.0 to +5.4)”. */
function figurePhrase(figure: Figure, isBaseline: boolean): string {
  const { label, unit, value, baseline, difference, differenceInterval } = figure;
  const after = unit === 'share' ? '' : ` ${unit}`;
  if (isBaseline) return `${label} ${formatValue(unit, value)}${after}${intervalPhrase(unit, figure.interval)}`;
  return effectText(figure, {
    baseline: formatValue(unit, baseline),
    value: formatValue(unit, value),
    size: formatDifference(unit, Math.abs(difference)).replace(/^\+/, ''),
    interval: differenceInterval && formatDifferenceInterval(unit, differenceInterval).replace(/ points$/, ''),
  });
}

function periodsPhrase(
  figure: Figure,
  { unit, points }: NonNullable<NonNullable<Summary['headline']>['periods']>,
): string {
  const effects = points.map((point) => {
    const own = {
      ...{ label: '', value: point.share, baseline: point.baseline_share, difference: point.difference },
      ...{ interval: intervalOf(point.interval), differenceInterval: intervalOf(point.difference_interval) },
    };
    return { period: point.period, text: figurePhrase({ ...figure, ...own }, false) };
  });
  return periodsText(figure.label, unit, effects);
}

function intervalPhrase(unit: string, interval: Figure['interval']): string {
  return interval === null ? '' : ` (95% interval ${formatValueInterval(unit, interval)})`;
}

interface Headline {
  /** The parameters that the scenario changes, and what it assumes or cannot express. */
  change: string;
  /** The figure of the workflow with its difference from the baseline. */
  result: string;
  isBaseline: boolean;
  figure: Figure;
}

/** The figure that a result shows first: the one that its summary names, or else the headline of the workflow. */
const headlineIdOf = (model: Pick<Model, 'headline_outcome'>, summary: Pick<Summary, 'headline'>) =>
  summary.headline?.outcome ?? model.headline_outcome;

/**
 * The result of a simulation in one sentence. Undefined if it has no result.
 *
 * @param figureId the figure that the user selected in place of the headline
 */
export function headlineOf(
  model: Model,
  { scenario_context, summary, routed_via }: Pick<Simulation, 'scenario_context' | 'summary' | 'routed_via'>,
  figureId?: string,
): Headline | undefined {
  const figure = summary ? figuresOf(summary, figureId ?? headlineIdOf(model, summary)).headline : undefined;
  if (!figure) return undefined;
  const changes = changesOf(model, scenario_context);
  const isBaseline = changes.length === 0;
  const periods = summary?.headline?.outcome === figure.id ? summary.headline.periods : undefined;
  return {
    change: scenarioText(scenarioTexts(changes, routed_via)),
    result: periods ? periodsPhrase(figure, periods) : figurePhrase(figure, isBaseline),
    isBaseline,
    figure,
  };
}
