import { effectText, periodsText, scenarioText, scenarioTexts } from '../../../src/simulations/result-words';
import {
  changeText,
  isOutsideCalibratedRange,
  outsideTheData,
  parametersOf,
  valueOf,
  type ParameterValues,
} from '../parameter-form';
import { figureIn, formatOf, intervalOf, type CaseStudy, type Figure, type Simulation, type Summary } from './figure';

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
  const { label, unit, value, interval, differenceInterval } = figure;
  const [values, differences] = [formatOf(unit, false), formatOf(unit, true)];
  const after = unit === 'share' ? '' : ` ${unit}`;
  if (isBaseline)
    return `${label} ${values.value(value)}${after}${interval ? ` (95% interval ${values.interval(interval)})` : ''}`;
  return effectText(figure, {
    baseline: values.value(figure.baseline),
    value: values.value(value),
    size: differences.value(Math.abs(figure.difference)).replace(/^\+/, ''),
    interval: differenceInterval && differences.interval(differenceInterval).replace(/ points$/, ''),
  });
}

/** A share in the periods that the headline is about. */
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

export interface Headline {
  /** The parameters that the scenario changes, and what it assumes or cannot express. */
  change: string;
  /** The figure of the workflow with its difference from the baseline. */
  result: string;
}

/** The figure that the summary names, or else the headline of the workflow, in one sentence. Undefined without a result. */
export function headlineOf(
  model: Model,
  { scenario_context, summary, routed_via }: Pick<Simulation, 'scenario_context' | 'summary' | 'routed_via'>,
): Headline | undefined {
  const figure = summary && figureIn(summary, summary.headline?.outcome ?? model.headline_outcome);
  if (!figure) return undefined;
  const changes = changesOf(model, scenario_context);
  const periods = summary.headline?.outcome === figure.id ? summary.headline.periods : undefined;
  return {
    change: scenarioText(scenarioTexts(changes, routed_via)),
    result: periods ? periodsPhrase(figure, periods) : figurePhrase(figure, changes.length === 0),
  };
}
