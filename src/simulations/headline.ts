import { shareByPeriod, shareOfParameters } from '../../model/analyses.js';
import {
  changedPeriods,
  isChoice,
  type Parameter,
  periodsOf,
  type Scenario,
  type WorkflowDefinition,
} from '../../model/definition.js';
import type { CurveSummary, MeasureSummary, OutcomeSummary } from '../../model/simulate.js';
import type { HeadlineRecord, FiguresRecord, SummaryRecord } from './summary.schema.js';

export type HeadlinePeriods = NonNullable<HeadlineRecord['periods']>;
type PeriodShare = HeadlinePeriods['points'][number];
type Point = Pick<CurveSummary['points'][number], Exclude<keyof PeriodShare, 'period'>>;

/**
 * Shares of an outcome or outcome group in the first and the last period with other values than the reference, then in the last period of all,
 * so that the effect of a temporary change is not hidden by its end. Undefined if agents decide once or the scenarios are equal.
 */
export function headlinePeriods(
  definition: WorkflowDefinition,
  outcome: string,
  { scenario, reference }: { scenario: Scenario; reference: Scenario },
  curves: readonly Pick<CurveSummary, 'id' | 'points'>[] = [],
): HeadlinePeriods | undefined {
  const periods = periodsOf(definition);
  const changed = changedPeriods(definition, scenario, reference);
  const { decision, outcome_groups: groups = [] } = definition;
  if (!periods || changed.length === 0 || decision.family !== 'conditional_logit') return undefined;
  const members = groups.find(({ id }) => id === outcome)?.outcomes ?? [outcome];
  const alternatives = decision.alternatives.map(({ id }) => id);
  const pointsOf = (id: string) => curves.find((curve) => curve.id === shareByPeriod(id))?.points ?? [];
  const shown = [...new Set([changed[0]!, changed.at(-1)!, periods.number])];
  const points = shown.flatMap((period): PeriodShare[] => {
    const pointOf = (id: string) => pointsOf(id)[period - 1];
    const own = members.flatMap((id) => pointOf(id) ?? []);
    const others = alternatives.filter((id) => !members.includes(id)).flatMap((id) => pointOf(id) ?? []);
    return own.length === members.length ? [{ period, ...sumOf(own, others) }] : [];
  });
  return points.length === shown.length ? { unit: singular(periods.unit), points } : undefined;
}

/** Sum of the shares of some alternatives. Its interval is known for one alternative, and for all but one. */
function sumOf(own: readonly Point[], others: readonly Point[]): Point {
  const total = (read: (point: Point) => number) => own.reduce((sum, point) => sum + read(point), 0);
  const single = own.length === 1 ? own[0] : undefined;
  const other = others.length === 1 ? others[0] : undefined;
  const known = (read: (point: Point) => Point['interval'], whole: number): Point['interval'] => {
    if (single) return read(single);
    const ends = other && read(other);
    return ends ? [whole - ends[1], whole - ends[0]] : null;
  };
  return {
    share: total(({ share }) => share),
    interval: known(({ interval }) => interval, 1),
    baseline_share: total(({ baseline_share: share }) => share),
    difference: total(({ difference }) => difference),
    difference_interval: known(({ difference_interval: interval }) => interval, 0),
  };
}

/** `purchases` → `purchase`. */
const singular = (unit: string): string => unit.replace(/s$/, '');

type Named = Pick<WorkflowDefinition, 'headline_outcome'>;

/** The figure of interest of a workflow: an outcome, an outcome group or a measure. */
export type Headline =
  | { readonly kind: 'share'; readonly figure: OutcomeSummary }
  | { readonly kind: 'mean'; readonly figure: MeasureSummary };

type Figures = Pick<FiguresRecord, 'outcomes' | 'outcome_groups' | 'measures'>;

/** What a scenario changes, and what its question asks for. */
export interface HeadlineRequest {
  scenario: Scenario;
  /** The scenario with which the results are compared. */
  reference: Scenario;
  /** The outcome, outcome group or measure that the question names; null or undefined if it names none or there is no question. */
  asked: string | null | undefined;
}

/**
 * Chooses the figure that a result shows first: the one that the question names, or else the share that the changed parameters belong to, or
 * else the headline of the workflow, or what the scenario offers in its place.
 *
 * @param figures the figures of the result; ids of other figures are ignored
 */
export function chooseHeadline(
  definition: WorkflowDefinition,
  request: HeadlineRequest,
  figures: Figures & { curves?: readonly Pick<CurveSummary, 'id' | 'points'>[] },
): HeadlineRecord {
  const headline = chooseFigure(definition, request, figures);
  const periods = headlinePeriods(definition, headline.outcome, request, figures.curves);
  return { ...headline, ...(periods && { periods }) };
}

function chooseFigure(
  definition: WorkflowDefinition,
  { scenario, reference, asked }: HeadlineRequest,
  figures: Figures,
): HeadlineRecord {
  const known = new Set([...sharesOf(figures), ...figures.measures].map(({ id }) => id));
  if (asked && known.has(asked)) return { outcome: asked, why: 'asked' };
  const share = shareOfParameters(definition, mainlyChanged(definition, scenario, reference));
  if (share !== undefined && known.has(share)) return { outcome: share, why: 'parameter' };
  const main = headlineOf(definition, figures).figure.id;
  const product = replacementOf(definition, main);
  return product !== undefined && known.has(product)
    ? { outcome: product, why: 'adjustment' }
    : { outcome: main, why: 'workflow' };
}

/** Changes that are smaller than this part of the largest one do not decide what a result is about. */
const leastChange = 0.01;

/** The changed parameters, without those that hardly move compared with the others. */
function mainlyChanged({ scenario: { parameters } }: WorkflowDefinition, scenario: Scenario, reference: Scenario) {
  const sizeOf = (parameter: Parameter) => {
    const [value, other] = [scenario[parameter.id], reference[parameter.id]];
    if (value === other) return 0;
    return isChoice(parameter) ? 1 : Math.abs(Number(value) - Number(other)) / (parameter.maximum - parameter.minimum);
  };
  const sizes = parameters.map(sizeOf);
  const largest = Math.max(...sizes);
  return parameters.filter((_, k) => sizes[k]! > leastChange * largest).map(({ id }) => id);
}

/** The first added alternative, if the scenario offers added ones in place of the main outcome. */
function replacementOf({ decision }: WorkflowDefinition, main: string): string | undefined {
  if (decision.family !== 'conditional_logit') return undefined;
  const { alternatives } = decision;
  const isReplaced = alternatives.some(({ id, offered_in: side }) => id === main && side === 'baseline');
  return isReplaced ? alternatives.find(({ offered_in: side }) => side === 'scenario')?.id : undefined;
}

/**
 * Returns the headline of a summary. Without one, it is the figure that `headline_outcome` of the workflow names, or else the first outcome.
 * Summaries of engines before 2.0.0 have no outcome groups, so that a group is then replaced by the first outcome too.
 */
export function headlineOf(
  { headline_outcome }: Named,
  summary: Figures & Partial<Pick<FiguresRecord, 'headline'>>,
): Headline {
  const id = summary.headline?.outcome ?? headline_outcome;
  const share = sharesOf(summary).find((one) => one.id === id);
  if (share) return { kind: 'share', figure: share };
  const mean = summary.measures.find((one) => one.id === id);
  if (mean) return { kind: 'mean', figure: mean };
  return { kind: 'share', figure: summary.outcomes[0]! };
}

/** Agents that the scenario moves to, from and within the headline. */
export interface HeadlineFlows {
  label: string;
  gained: number;
  lost: number;
  /** Agents that change between two outcomes of the headline group. They do not change its share. */
  within: number;
}

/** Counts the agents that the scenario moves to, from and within the headline. Returns null if the headline is a measure. */
export function headlineFlows(
  definition: Pick<WorkflowDefinition, 'headline_outcome' | 'outcome_groups'>,
  summary: SummaryRecord,
): HeadlineFlows | null {
  const { kind, figure } = headlineOf(definition, summary);
  if (kind === 'mean') return null;
  const group = definition.outcome_groups?.find(({ id }) => id === figure.id);
  const members = new Set(group?.outcomes ?? [figure.id]);
  const count = (isFrom: boolean, isTo: boolean) =>
    summary.flows
      .filter(({ from, to }) => members.has(from) === isFrom && members.has(to) === isTo)
      .reduce((sum, flow) => sum + flow.count, 0);
  return { label: figure.label, gained: count(false, true), lost: count(true, false), within: count(true, true) };
}

/** Returns the outcomes and outcome groups with the headline first, then the groups, then the other outcomes. */
export function sharesByInterest(definition: Named, summary: FiguresRecord): OutcomeSummary[] {
  const { figure } = headlineOf(definition, summary);
  const shares = sharesOf(summary);
  return [...shares.filter(({ id }) => id === figure.id), ...shares.filter(({ id }) => id !== figure.id)];
}

const sharesOf = ({ outcome_groups, outcomes }: Pick<Figures, 'outcomes' | 'outcome_groups'>) => [
  ...outcome_groups,
  ...outcomes,
];
