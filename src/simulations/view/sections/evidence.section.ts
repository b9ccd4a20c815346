import { isRandomized, type Evidence, type WorkflowDefinition } from '../../../../model/definition.js';
import type { Interval } from '../../../../model/simulate.js';
import { sharesByInterest } from '../../headline.js';
import {
  facts,
  figure,
  heading,
  row,
  table,
  text,
  valueCell,
  seriesById,
  section,
  intervalsFigure,
} from '../blocks.js';
import { type HeldOutRespondents, heldOutRespondents, populationOf } from '../held-out-population.js';
import { change, countOf, formats, number, percent, sentences } from '../format-numbers.js';
import type { ViewInput } from '../view-input.js';
import type { Block, Section } from '../view.schema.js';
import { evenlySpaced } from './answer.section.js';

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

export function evidenceSection(input: ViewInput): Section {
  const { definition, summary } = input;
  const { data, split, fits, hold_out: held } = definition.evidence;
  const blocks = [
    facts([
      ['Data', sentences(data.title, data.sample, data.collected)],
      ['Citation', data.citation],
      ['Kind', sentences(kinds[data.kind], data.causal)],
      [
        'Split',
        `${sentences(split.method)} Fitted: ${countOf(split.train_observations)} observations. Held out: ${countOf(split.test_observations)} observations.`,
      ],
      ['Population', sentences(definition.population.description, definition.population.source)],
    ]),
    heading('Held-out error'),
    fits[0]?.sample !== held.fit &&
      held.fit === 'train' &&
      text(
        'The predictions come from a fit to the fitted observations only. The model of the simulation is fitted to all observations.',
      ),
    hasPeriods(definition) &&
      text(
        'Each held-out respondent makes a series of choices. Shares are predicted from the choice before the series. Scores predict each choice given the earlier ones.',
      ),
    ...respondentsOf(input).flatMap((respondents) =>
      outcomeChecks(respondents, sharesByInterest(definition, summary), summary.measures),
    ),
    ...effectChecks(held, definition),
    ...curveChecks(held, summary.curves),
    table(
      'Scores on held-out observations',
      ['Score', 'Model', 'Null model'],
      held.scores.map(({ id, value, null_value }) => row(scoreNames[id], number(value), numberOr(null_value))),
    ),
  ];
  return section({ id: 'evidence', title: 'Evidence', part: 'certainty' }, ...blocks);
}

const hasPeriods = ({ decision }: WorkflowDefinition) =>
  decision.family === 'conditional_logit' && decision.periods !== undefined;

type Named = readonly { id: string; label: string }[];

/** The held-out respondents of the agents of the view, then all of them. */
function respondentsOf(input: ViewInput): HeldOutRespondents[] {
  const { definition } = input;
  const population = populationOf(input);
  const all = heldOutRespondents(definition, []);
  if (population.length === 0) return all;
  return [...heldOutRespondents(definition, population), ...all];
}

function outcomeChecks({ name, outcomes, measures = [] }: HeldOutRespondents, named: Named, means: Named): Block[] {
  const respondents = `eld-out respondents${name === null ? '' : ` of “${name}”`}`;
  const labelOf = (id: string) => named.find((one) => one.id === id)?.label ?? id;
  const rows = measures.map(({ measure, observed, predicted, simulated }) =>
    row(means.find(({ id }) => id === measure)?.label ?? measure, ...[observed, predicted, simulated].map(numberOr)),
  );
  const checkedMeans =
    rows.length > 0 ? [table(`Means of h${respondents}`, ['Mean', 'Observed', 'Predicted', 'Simulated'], rows)] : [];
  if (outcomes.length === 0) return checkedMeans;
  const orderOf = (id: string) => named.findIndex((one) => one.id === id);
  const checks = outcomes
    .map((one) => ({ ...one, label: labelOf(one.outcome) }))
    .sort((a, b) => orderOf(a.outcome) - orderOf(b.outcome));
  return [checksFigure(`H${respondents}: observed, predicted and simulated shares`, checks, false), ...checkedMeans];
}

function effectChecks({ effects = [] }: HoldOut, { evidence, scenario }: WorkflowDefinition): Block[] {
  const isAssigned = scenario.parameters
    .filter(({ id }) => effects.some(({ parameter }) => parameter === id))
    .every((parameter) => isRandomized(parameter, evidence));
  const ofShares = effects.filter(({ outcome }) => outcome !== undefined).slice(0, maxEffects);
  const ofMeasures = effects.filter(({ measure }) => measure !== undefined).slice(0, maxEffects);
  const title = isAssigned ? 'Effects among held-out respondents' : 'Differences between held-out respondents';
  const rows = ofMeasures.map(({ label, observed, predicted, simulated }) =>
    row(label, change(observed), change(predicted), simulated === undefined ? '–' : change(simulated)),
  );
  return [
    ...(ofShares.length > 0 ? [checksFigure(`${title}, in percentage points`, ofShares, true)] : []),
    ...(rows.length > 0 ? [table(title, [title, 'Observed', 'Predicted', 'Simulated'], rows)] : []),
  ];
}

function checksFigure(title: string, checks: readonly Checked[], isDifference: boolean): Block {
  const formatName = isDifference ? 'points' : 'percent';
  const format = formats[formatName];
  const intervalOf = ({ observed, observed_standard_error: error }: Checked): Interval | null =>
    error === undefined
      ? null
      : [
          Math.max(isDifference ? -1 : 0, observed - normalQuantile * error),
          Math.min(1, observed + normalQuantile * error),
        ];
  const { observed, predicted, simulated } = seriesById;
  const isSimulated = checks.some((one) => one.simulated !== undefined);
  return intervalsFigure(
    title,
    {
      axis: isDifference ? 'Percentage points' : 'Share of held-out observations',
      format: formatName,
      series: isSimulated ? [observed, predicted, simulated] : [observed, predicted],
    },
    [isDifference ? 'Difference' : 'Outcome', 'Observed', 'Predicted', 'Simulated'],
    checks.map((one) => ({
      label: one.label,
      values: [
        { series: 'observed', value: one.observed, interval: intervalOf(one) },
        { series: 'scenario', value: one.predicted, interval: null },
        ...(one.simulated === undefined
          ? []
          : [{ series: 'simulated' as const, value: one.simulated, interval: null }]),
      ],
      cells: [
        valueCell(one.observed, intervalOf(one), format),
        format(one.predicted),
        one.simulated === undefined ? '–' : format(one.simulated),
      ],
    })),
  );
}

function curveChecks({ curves = [] }: HoldOut, named: readonly { id: string; step_unit: string }[]): Block[] {
  if (curves.length === 0) return [];
  const shown = curves.slice(0, maxCurves).map(({ curve, label, points: steps }) =>
    figure(
      `${label}: observed and predicted`,
      {
        type: 'curves',
        axis: named.find(({ id }) => id === curve)?.step_unit ?? 'step',
        format: 'percent',
        series: [seriesById.predicted, seriesById.observed],
        lines: [
          {
            series: 'scenario',
            points: steps.map(({ step, predicted }) => ({ step, value: predicted, interval: null })),
          },
          {
            series: 'observed',
            points: steps.map(({ step, observed }) => ({ step, value: observed, interval: null })),
          },
        ],
        marked: null,
        outside: [],
      },
      ['Step', 'Observed', 'Predicted', 'Simulated'],
      evenlySpaced(steps).map((one) =>
        row(
          String(one.step),
          percent(one.observed),
          percent(one.predicted),
          one.simulated === undefined ? '–' : percent(one.simulated),
        ),
      ),
    ),
  );
  return [
    ...shown,
    table(
      'Mean absolute error of each curve',
      ['Curve', 'Mean absolute error'],
      curves.map(({ label, mean_absolute_error }) => row(label, `${(100 * mean_absolute_error).toFixed(1)} points`)),
    ),
  ];
}

const numberOr = (value: number | undefined) => (value === undefined ? '–' : number(value));
