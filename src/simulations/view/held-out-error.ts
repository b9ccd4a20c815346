import { hasOwnModelError, modelErrorPrior } from '../../../model/analyses.js';
import type { WorkflowDefinition, Scenario } from '../../../model/definition.js';
import type { Headline } from '../headline.js';
import { countOf, number } from './format-numbers.js';
import { type Condition, heldOutRespondents, isAbout, nameOfSegment } from './held-out-population.js';

type HoldOut = WorkflowDefinition['evidence']['hold_out'];
type Segment = HoldOut['segments'][number];

interface Check {
  observed: number;
  predicted: number;
}

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * States the held-out error of the headline figure in one sentence, or of the nearest figure that the held-out data contain. For a part of the
 * agents, states the error of each of its groups.
 */
export function heldOutSentence(
  definition: WorkflowDefinition,
  found: Headline,
  population: readonly Condition[],
): string {
  if (population.length > 0) return groupSentences(definition, found, population);
  const held = definition.evidence.hold_out;
  const data = `In ${countOf(held.observations)} observations that were not used for fitting`;
  const own = checkOf(definition, found, held);
  return `${data}, ${own ? predictionText(found, own) : (curveError(held) ?? scoreOf(held))}.`;
}

/**
 * States the error of predicted differences of the headline figure. They matter more for a scenario than shares do.
 *
 * @param changed parameters with another value than in the reference
 * @param population agents of the figure
 */
export function heldOutDifferences(
  definition: WorkflowDefinition,
  found: Headline,
  changed: readonly { id: string; label: string }[],
  population: readonly Condition[],
): string {
  const { evidence, outcome_groups: groups = [] } = definition;
  const untested = changed.filter(({ id }) => !evidence.hold_out.effects?.some(({ parameter }) => parameter === id));
  if (untested.length > 0) {
    const names = untested.map(({ label }) => `“${label}”`).join(', ');
    const covered = evidence.errors?.model?.omitted?.parameters ?? [];
    const error = untested.every(({ id }) => covered.includes(id))
      ? 'The interval contains what the model may omit: interactions, and another form of the effect.'
      : `The interval assumes the error of the workflows whose effects were tested: about ${number(100 * modelErrorPrior.changes)}% of an effect.`;
    return `The effect of ${names} is not tested on held-out people. ${error}`;
  }
  const { id, label } = found.figure;
  const members = groups.find((group) => group.id === id)?.outcomes ?? [id];
  const own = (evidence.hold_out.effects ?? []).filter(
    ({ parameter, outcome, measure, among }) =>
      isAbout(among, population) &&
      changed.some((one) => one.id === parameter) &&
      (found.kind === 'mean' ? measure === id : !measure && isOf(outcome, members)),
  );
  if (own.length === 0) {
    const where = population.length > 0 ? ' in this group' : '';
    return `The held-out data contain no comparison of “${label}” between two scenarios${where}.`;
  }
  const error = meanOf(own.map(({ observed, predicted }) => Math.abs(observed - predicted)));
  const size = found.kind === 'mean' ? `${number(error)} ${found.figure.unit}` : pointsOf(error, 1);
  return own.length === 1
    ? `One difference of “${label}” between held-out groups was predicted with an error of ${size}.`
    : `${own.length} differences of “${label}” between held-out groups were predicted with a mean error of ${size}.`;
}

/** An effect on a point of a curve names no outcome: it belongs to all of them. */
const isOf = (outcome: string | undefined, members: readonly string[]) =>
  outcome === undefined || members.includes(outcome);

/** Groups whose held-out value of a figure is outside the interval of the model, with both values. At most three. */
export function misfitText(definition: WorkflowDefinition, found: Headline, attributes: readonly string[]): string {
  const { segments } = definition.evidence.hold_out;
  const shown = segments.flatMap((segment) => {
    const own = attributes.includes(segment.attribute) ? checkOf(definition, found, segment) : undefined;
    return own && isMisfit(definition, found, own) ? [{ segment, own }] : [];
  });
  const worst = shown
    .sort((a, b) => Math.abs(b.own.observed - b.own.predicted) - Math.abs(a.own.observed - a.own.predicted))
    .slice(0, maxMisfits);
  return worst
    .map(
      ({ segment, own }) =>
        `In the held-out data of “${nameOfSegment(definition, segment)}”, ${predictionText(found, own)}.`,
    )
    .join(' ');
}

const maxMisfits = 3;

function groupSentences(definition: WorkflowDefinition, found: Headline, population: readonly Condition[]): string {
  const known = heldOutRespondents(definition, population).flatMap((respondents) => {
    const own = checkOf(definition, found, respondents);
    return own ? [{ ...respondents, own }] : [];
  });
  if (known.length === 0)
    return 'The held-out data have too few observations of this group, so its own error is not known. The interval has the error of other groups.';
  return known
    .map(({ name, observations, own }) => {
      const warning = isMisfit(definition, found, own) ? 'The model does not fit this group well. ' : '';
      return `${warning}In ${countOf(observations)} observations of “${name}” that were not used for fitting, ${predictionText(found, own)}.`;
    })
    .join(' ');
}

const isMisfit = ({ evidence }: WorkflowDefinition, { kind, figure }: Headline, own: GroupCheck) =>
  hasOwnModelError(evidence.errors?.model, kind, figure.id, own);

interface GroupCheck extends Check {
  model_error?: number | undefined;
}

/** The check of the headline figure. The held-out results of all respondents contain no outcome groups, but their outcomes. */
function checkOf(
  { outcome_groups: groups }: WorkflowDefinition,
  { kind, figure: { id } }: Headline,
  { outcomes, measures = [] }: { outcomes: Segment['outcomes']; measures?: Segment['measures'] },
): GroupCheck | undefined {
  if (kind === 'mean') return measures.find(({ measure }) => measure === id);
  const own = outcomes.find(({ outcome }) => outcome === id);
  if (own) return own;
  const members = groups?.find((group) => group.id === id)?.outcomes ?? [];
  const parts = members.map((member) => outcomes.find(({ outcome }) => outcome === member));
  if (parts.length === 0 || parts.includes(undefined)) return undefined;
  const sumOf = (side: keyof Check) => parts.reduce((sum, part) => sum + part![side], 0);
  return { observed: sumOf('observed'), predicted: sumOf('predicted') };
}

/** Both values with enough digits to show their difference. */
function predictionText({ kind, figure }: Headline, { observed, predicted }: Check): string {
  const scale = kind === 'share' ? 100 : 1;
  const digits = digitsOf(scale * (observed - predicted), scale * observed);
  const shown = (value: number) => (scale * value).toFixed(digits);
  const error = Math.abs(Number(shown(observed)) - Number(shown(predicted)));
  return kind === 'share'
    ? `the model predicted ${shown(predicted)}% for “${figure.label}”, and ${shown(observed)}% were observed: an error of ${pointsOf(error / 100, digits)}`
    : `the model predicted ${shown(predicted)} ${figure.unit} on average, and ${shown(observed)} were observed: an error of ${error.toFixed(digits)}`;
}

/** Decimals: one for shares of several points; otherwise two digits of the difference, at most four decimals. */
function digitsOf(difference: number, value: number): number {
  const least = Math.abs(value) >= 100 ? 0 : 1;
  const size = Math.abs(difference);
  if (size === 0) return least + 1;
  return Math.min(4, Math.max(least, 1 - Math.floor(Math.log10(size))));
}

const pointsOf = (difference: number, digits: number) =>
  `${(100 * Math.abs(difference)).toFixed(digits)} percentage points`;

function curveError({ curves = [] }: HoldOut): string | undefined {
  if (curves.length === 0) return undefined;
  const error = pointsOf(meanOf(curves.map(({ mean_absolute_error }) => mean_absolute_error)), 1);
  return curves.length === 1
    ? `the model predicted the curve “${curves[0]!.label}” with a mean error of ${error}`
    : `the model predicted ${curves.length} curves with a mean error of ${error}`;
}

function scoreOf({ scores }: HoldOut): string {
  const { id, value, null_value: ofNull } = scores[0]!;
  const name = id.replaceAll('_', ' ');
  const comparison = ofNull === undefined ? '' : `, compared with ${number(ofNull)} for a model without attributes`;
  return `the model has a ${name} of ${number(value)}${comparison}`;
}

type Effect = NonNullable<WorkflowDefinition['evidence']['hold_out']['effects']>[number];

/** Half of a 95% interval, in standard errors. */
const normalQuantile = 1.96;

/** Difference that held-out respondents show between two values of a parameter, with half of its 95% interval. */
export interface Contrast {
  readonly observed: number;
  readonly margin: number;
}

export interface ContrastRequest {
  readonly scenario: Scenario;
  readonly reference: Scenario;
  readonly changed: readonly { readonly id: string }[];
  readonly population: readonly Condition[];
}

/**
 * The held-out contrast of a figure between the values of the only changed parameter. Undefined if the held-out data do not compare these values
 * in these agents, and without a standard error.
 */
export function contrastOf(
  definition: WorkflowDefinition,
  { kind, figure }: Headline,
  { scenario, reference, changed, population }: ContrastRequest,
): Contrast | undefined {
  const [parameter, ...others] = changed;
  if (!parameter || others.length > 0) return undefined;
  const [value, other] = [scenario[parameter.id]!, reference[parameter.id]!];
  for (const effect of definition.evidence.hold_out.effects ?? []) {
    const { parameter: id, option, against, among, observed, observed_standard_error: error } = effect;
    const sign = isIn(value, option) && isIn(other, against) ? 1 : isIn(value, against) && isIn(other, option) ? -1 : 0;
    if (id !== parameter.id || sign === 0 || error === undefined || !isAbout(among, population)) continue;
    if (isOfFigure(definition, effect, kind, figure.id, scenario))
      return { observed: sign * observed, margin: normalQuantile * error };
  }
  return undefined;
}

export const excludesZero = ({ observed, margin }: Contrast): boolean => Math.abs(observed) > margin;

/** Whether a value is one of the values that the evidence names: `one_to_one or two_to_one`, `48`, `at least 0.09 and at most 0.75`. */
function isIn(value: string | number, named: string): boolean {
  if (named.split(' or ').includes(String(value))) return true;
  const parts = named.split(' and ').map((part) => /^at (least|most) (-?[\d.]+)$/.exec(part));
  return (
    typeof value === 'number' &&
    parts.every((part) => part !== null && (part[1] === 'least' ? value >= Number(part[2]) : value <= Number(part[2])))
  );
}

function isOfFigure(
  { decision }: WorkflowDefinition,
  { outcome, measure, step }: Effect,
  kind: Headline['kind'],
  id: string,
  scenario: Scenario,
): boolean {
  if (kind === 'mean') return measure === id;
  if (outcome !== undefined) return outcome === id;
  // A point of the demand curve is the share that pays this price.
  return (
    step !== undefined && decision.family === 'willingness_to_pay' && id === 'pays' && scenario[decision.price] === step
  );
}
