import { markup, type Html } from '../../../common/http/html.js';
import type { Evidence, WorkflowDefinition } from '../../../engine/definition.js';
import type { Interval } from '../../../engine/simulate.js';
import { figure, table, valueWithInterval, type Row } from '../figure.js';
import { change, countOf, number, percent, points, sentences } from '../format-numbers.js';
import { curvePlot, type Line } from '../plots/curve-plot.js';
import { intervalPlot } from '../plots/interval-plot.js';
import { legendOf, seriesByName } from '../plots/series.js';
import { sharesByInterest } from '../../headline.js';
import type { ReportInput } from '../report-input.js';
import type { Section } from '../section.js';
import { evenlySpaced } from './curves.section.js';

type HoldOut = Evidence['hold_out'];
/** The observed, predicted and simulated value of an outcome or effect. */
type Checked = Pick<HoldOut['outcomes'][number], 'observed' | 'observed_standard_error' | 'predicted' | 'simulated'> & {
  label: string;
};

const maxCurves = 3;
const maxEffects = 12;
/** The half-width of a 95% interval, in standard errors. */
const normalQuantile = 1.96;

const kinds: Record<Evidence['data']['kind'], string> = {
  stated_preference: 'Stated preferences: respondents stated what they would do.',
  revealed_preference: 'Revealed preferences: real choices of respondents.',
  experiment: 'Randomized experiment: treatments were assigned at random.',
  panel: 'Panel: the same respondents were observed over time.',
  observational: 'Observational data: conditions were not assigned at random.',
};

const scoreNames: Record<HoldOut['scores'][number]['id'], string> = {
  log_loss: 'Log loss (lower is better)',
  brier: 'Brier score (lower is better)',
  accuracy: 'Accuracy (higher is better)',
  auc: 'Area under the ROC curve (higher is better)',
  mean_absolute_error: 'Mean absolute error (lower is better)',
  root_mean_squared_error: 'Root mean squared error (lower is better)',
};

/** The data and the held-out error of the model. */
export function evidenceSection({ definition, summary }: ReportInput): Section {
  const { data, split, fits, hold_out: held } = definition.evidence;
  const content = markup`<dl>
<dt>Data</dt><dd>${sentences(data.title, data.sample, data.collected)}</dd>
<dt>Citation</dt><dd>${data.citation}</dd>
<dt>Kind</dt><dd>${sentences(kinds[data.kind], data.causal)}</dd>
<dt>Split</dt><dd>${sentences(split.method)} Fitted: ${countOf(split.train_observations)} observations. Held out: ${countOf(split.test_observations)} observations.</dd>
<dt>Population</dt><dd>${sentences(definition.population.description, definition.population.source)}</dd>
</dl>
<h3>Held-out error</h3>
${fits[0]?.sample !== held.fit && held.fit === 'train' && markup`<p>The predictions come from a fit to the fitted observations only. The model of the simulation is fitted to all observations.</p>`}
${outcomeChecks(held, sharesByInterest(definition, summary))}
${effectChecks(held, definition)}
${curveChecks(held)}
${table(
  'Scores on held-out observations',
  ['Score', 'Model', 'Null model'],
  held.scores.map(({ id, value, null_value }) => [
    scoreNames[id],
    number(value),
    null_value === undefined ? '–' : number(null_value),
  ]),
)}`;
  return { id: 'evidence', title: 'Evidence', content };
}

export function limitsSection({ definition }: ReportInput): Section {
  const content = markup`<ul>${definition.evidence.limits.map((limit) => markup`<li>${limit}</li>`)}</ul>`;
  return { id: 'limits', title: 'Limits', content };
}

function outcomeChecks({ outcomes, measures = [] }: HoldOut, named: readonly { id: string; label: string }[]): Html {
  const labelOf = (id: string) => named.find((one) => one.id === id)?.label ?? id;
  const rows = measures.map((one): Row => [
    one.measure.replaceAll('_', ' '),
    ...['observed', 'predicted', 'simulated'].map((name) => numberOr(one[name as 'observed'])),
  ]);
  const means =
    rows.length === 0
      ? undefined
      : table('Means of held-out respondents', ['Mean', 'Observed', 'Predicted', 'Simulated'], rows);
  if (outcomes.length === 0) return markup`${means}`;
  const orderOf = (id: string) => named.findIndex((one) => one.id === id);
  const checks = outcomes
    .map((one) => ({ ...one, label: labelOf(one.outcome) }))
    .sort((a, b) => orderOf(a.outcome) - orderOf(b.outcome));
  return markup`${checksFigure('Held-out respondents: observed, predicted and simulated shares', checks, false)}${means}`;
}

function effectChecks({ effects = [] }: HoldOut, { evidence }: WorkflowDefinition): Html | undefined {
  const ofShares = effects.filter(({ outcome }) => outcome !== undefined);
  const ofMeasures = effects.filter(({ measure }) => measure !== undefined);
  if (effects.length === 0) return undefined;
  const title =
    evidence.data.kind === 'experiment'
      ? 'Effects among held-out respondents'
      : 'Differences between held-out respondents';
  return markup`${
    ofShares.length > 0 && checksFigure(`${title}, in percentage points`, ofShares.slice(0, maxEffects), true)
  }${
    ofMeasures.length > 0 &&
    table(
      title,
      [title, 'Observed', 'Predicted', 'Simulated'],
      ofMeasures
        .slice(0, maxEffects)
        .map((one): Row => [
          one.label,
          change(one.observed),
          change(one.predicted),
          one.simulated === undefined ? '–' : change(one.simulated),
        ]),
    )
  }`;
}

function checksFigure(title: string, checks: readonly Checked[], isDifference: boolean): Html {
  const format = isDifference ? points : percent;
  const intervalOf = ({ observed, observed_standard_error: error }: Checked): Interval | undefined =>
    error === undefined ? undefined : [observed - normalQuantile * error, observed + normalQuantile * error];
  const plot = intervalPlot({
    title,
    rows: checks.map((one) => ({
      label: one.label,
      values: [
        { series: seriesByName.observed, value: one.observed, interval: intervalOf(one) },
        { series: seriesByName.predicted, value: one.predicted },
        ...(one.simulated === undefined ? [] : [{ series: seriesByName.simulated, value: one.simulated }]),
      ],
    })),
    format,
    axis: isDifference ? 'Percentage points' : 'Share of held-out observations',
    isDifference,
  });
  const rows = checks.map((one): Row => [
    one.label,
    valueWithInterval(format(one.observed), intervalOf(one) ?? null, format),
    format(one.predicted),
    one.simulated === undefined ? '–' : format(one.simulated),
  ]);
  const key = legendOf([
    seriesByName.observed,
    seriesByName.predicted,
    ...(checks.some(({ simulated }) => simulated !== undefined) ? [seriesByName.simulated] : []),
  ]);
  return figure(
    title,
    plot,
    [isDifference ? 'Difference' : 'Outcome', 'Observed', 'Predicted', 'Simulated'],
    rows,
    key,
  );
}

function curveChecks({ curves = [] }: HoldOut): Html | undefined {
  if (curves.length === 0) return undefined;
  const shown = curves.slice(0, maxCurves).map(({ label, points: steps }) => {
    const title = `${label}: observed and predicted`;
    const lines: Line[] = [
      { series: seriesByName.predicted, points: steps.map(({ step, predicted }) => ({ step, value: predicted })) },
      {
        series: { ...seriesByName.observed, isHollow: true },
        points: steps.map(({ step, observed }) => ({ step, value: observed })),
      },
    ];
    const rows = evenlySpaced(steps).map((one): Row => [
      String(one.step),
      percent(one.observed),
      percent(one.predicted),
      one.simulated === undefined ? '–' : percent(one.simulated),
    ]);
    return figure(
      title,
      curvePlot(title, lines, 'step', percent),
      ['Step', 'Observed', 'Predicted', 'Simulated'],
      rows,
      legendOf([seriesByName.predicted, seriesByName.observed]),
    );
  });
  return markup`${shown}
${table(
  'Mean absolute error of each curve',
  ['Curve', 'Mean absolute error'],
  curves.map(({ label, mean_absolute_error }): Row => [label, `${(100 * mean_absolute_error).toFixed(1)} points`]),
)}`;
}

const numberOr = (value: number | undefined) => (value === undefined ? '–' : number(value));
