import { isRandomized, type Parameter, type WorkflowDefinition } from '../../../model/definition.js';
import { listOf, change, number, percent, percentBefore, points, range, sentences } from './format-numbers.js';
import { headlineOf, type Headline, headlinePeriods, type HeadlinePeriods } from '../headline.js';
import type { MeasureSummary, OutcomeSummary } from '../../../model/simulate.js';
import { differenceText, effectText, periodsText, type WordedFigure } from '../result-words.js';
import { focusOf } from './asked-groups.js';
import { premiseOf, type Reference, allWarnings, changedCauses } from './scenario-changes.js';
import { askedTradeOffs, tradeOffText } from './trade-off-text.js';
import type { ViewInput } from './view-input.js';
import { populationOf } from './held-out-population.js';

const maxListed = 3;

/** Follows the headline sentence of a scenario whose difference is an association. */
const associationNote = ' The difference is associated with the change and can have other causes.';
/** Follows the headline sentence of a run that compares several values. */
export const associationsNote = ' Differences are associated with the values and can have other causes.';

/** The changed parameters whose values the data did not assign at random. */
export function associatedParameters(
  { evidence }: WorkflowDefinition,
  changed: readonly Parameter[],
): readonly Parameter[] {
  return changed.filter((parameter) => !isRandomized(parameter, evidence));
}

/** States for the trust part that a result is an association. Empty if the values of all changed parameters were assigned. */
export function associationTexts(definition: WorkflowDefinition, changed: readonly Parameter[]): string[] {
  const associated = associatedParameters(definition, changed);
  if (associated.length === 0) return [];
  const names = associated.slice(0, maxListed).map(({ label }) => `“${label}”`);
  const more = associated.length - names.length;
  const listed = listOf(more > 0 ? [...names, `${more} more ${more === 1 ? 'parameter' : 'parameters'}`] : names);
  return [
    `This is an association: in the data, the values of ${listed} were not assigned at random, so a change can have other causes.`,
  ];
}

/**
 * The answer in one sentence, with its premise: the amounts of money or the figure that the question asks for, in the groups that it names.
 * Then the same figure of all agents, and the first measure if the headline is a share.
 */
export function headlineTexts(input: ViewInput, reference: Reference | null): string[] {
  const { definition, summary } = input;
  const premise = premiseOf(input, reference);
  const start = premise && `${premise}: `;
  const tradeOffs = askedTradeOffs(input);
  if (tradeOffs.length > 0) return [`${premise === 'Baseline' ? '' : start}${tradeOffText(tradeOffs)}`];
  const focused = focusOf(input);
  const [first, ...others] = figureTexts(headlineOf(definition, focused.summary), focused, reference);
  const [ofAll] = focused === input ? [] : figureTexts(headlineOf(definition, summary), input, reference);
  const isOutside = allWarnings(input).length > 0;
  const isAssociation = associatedParameters(definition, changedCauses(input, reference)).length > 0;
  const note = `${isAssociation ? associationNote : ''}${isOutside ? ' The result is an extrapolation: a value is outside the data.' : ''}`;
  const isMissing = input.askedGroups?.figures === null;
  const missing = isMissing ? ' These are all agents: the results of the groups are not available.' : '';
  return [`${start}${first}${note}${missing}`, ...(ofAll ? [`All agents: ${ofAll}`] : []), ...others];
}

function figureTexts(found: Headline, input: ViewInput, reference: Reference | null): [string, ...string[]] {
  const [measure] = input.summary.measures;
  if (found.kind === 'mean') return [describeMeasure(found.figure, reference)];
  const periods = shownPeriods(input, found.figure.id, reference);
  const share = periods ? describePeriods(found.figure, periods, reference) : describeShare(found.figure, reference);
  return measure ? [share, describeMeasure(measure, reference)] : [share];
}

/** The figure of the headline, in the first period with a change. */
export function shownFigure(input: ViewInput, reference: Reference | null): Headline {
  const found = headlineOf(input.definition, input.summary);
  if (found.kind === 'mean') return found;
  const { figure, place } = shownShare(input, reference, found.figure);
  return { kind: 'share', figure: { ...figure, label: `${figure.label}${place}` } };
}

/** A share in the first period with a change, and the period in words: ` in purchase 1`. */
export function shownShare(
  input: ViewInput,
  reference: Reference | null,
  figure: OutcomeSummary,
): { figure: OutcomeSummary; place: string } {
  const shown = shownPeriods(input, figure.id, reference);
  if (!shown) return { figure, place: '' };
  const { period, ...point } = shown.points[0]!;
  return { figure: { ...figure, ...point }, place: ` in ${shown.unit} ${period}` };
}

/** The periods that the headline is about. Undefined for the baseline, and if agents decide once. */
function shownPeriods(
  { definition, scenario, summary }: ViewInput,
  share: string,
  reference: Reference | null,
): HeadlinePeriods | undefined {
  if (!reference) return undefined;
  return headlinePeriods(definition, share, { scenario, reference: reference.scenario }, summary.curves);
}

function describePeriods(
  { label }: OutcomeSummary,
  { unit, points: shown }: HeadlinePeriods,
  reference: Reference | null,
): string {
  const effects = shown.map(({ period, ...figure }) => {
    const text = describeShare({ ...figure, label: '' }, reference)
      .replace(/^:/, '')
      .replace(/\.$/, '');
    return { period, text };
  });
  return `${periodsText(label, unit, effects)}.`;
}

type ShareFigure = Pick<OutcomeSummary, 'label' | 'share' | 'interval' | 'difference' | 'difference_interval'>;

const describeShare = ({ share, ...figure }: ShareFigure, reference: Reference | null): string =>
  describe(
    { ...figure, unit: 'share', value: percent(share), baseline: percentBefore(share, figure.difference) },
    { value: percent, change: points, changeUnit: ' points' },
    reference,
  );

const describeMeasure = ({ mean, baseline_mean: baseline, ...figure }: MeasureSummary, reference: Reference | null) =>
  describe(
    { ...figure, value: number(mean), baseline: number(baseline) },
    { value: number, change, changeUnit: '' },
    reference,
  );

type Described = WordedFigure & Pick<OutcomeSummary, 'interval' | 'difference_interval'>;
type Format = (value: number) => string;

function describe(
  figure: Described & { value: string; baseline: string },
  formats: { value: Format; change: Format; changeUnit: string },
  reference: Reference | null,
): string {
  const { label, unit, value, baseline, difference } = figure;
  const after = unit === 'share' ? '' : ` ${unit} on average`;
  const ends = figure.interval && ` (95% interval ${range(figure.interval, formats.value)})`;
  if (reference === null) return `${label} ${value}${after}${ends ?? ''}.`;
  const size = `${formats.change(difference)}${formats.changeUnit}`.replace(/^[+−]/, '');
  const interval = figure.difference_interval && range(figure.difference_interval, formats.change);
  if (!reference.isSimulation) return `${effectText(figure, { value, baseline, size, interval })}.`;
  const effect = differenceText(figure, size, reference.series.label, reference.label);
  return `${label}: ${effect} (${value} and ${baseline}${after}; 95% interval of the difference ${interval ?? 'not known'}).`;
}

/**
 * Why the baseline has another level than the data, with the observed headline figure of both groups of respondents. Empty if the baseline
 * has the mix of the data. A part of the agents has other values than all respondents, so that its text has the reason only.
 */
export function baselineTexts(input: Pick<ViewInput, 'definition' | 'summary' | 'selection'>): string[] {
  const { definition, summary } = input;
  const { baseline } = definition.evidence;
  if (baseline?.reason === undefined) return [];
  const reason = sentences(baseline.reason);
  const { kind, figure } = headlineOf(definition, summary);
  const found = baseline.figures.find(({ id, step }) => id === figure.id && step === undefined);
  if (found?.observed_all === undefined || populationOf(input).length > 0) return [reason];
  const format = kind === 'share' ? percent : number;
  return [
    `${reason} Observed for “${figure.label}”: ${format(found.observed)} among respondents in the baseline scenario, ${format(found.observed_all)} among all respondents.`,
  ];
}
