import type { Agent, components, RunRecord } from '../clients/typescript/src/index.js';
import { bold, dim } from './style.js';

type SimulationRecord = RunRecord<'simulations'>;
type Outcome = NonNullable<SimulationRecord['summary']>['outcomes'][number];
type CaseStudy = components['schemas']['CaseStudy'];

const barWidth = 40;
const wholeNumber = new Intl.NumberFormat('en-US');
const percent = (share: number, digits = 1) => `${(100 * share).toFixed(digits)}%`;
const signedPoints = (share: number) => `${share >= 0 ? '+' : '−'}${(100 * Math.abs(share)).toFixed(1)}`;

export function progressBar(done: number, total: number): string {
  const filled = Math.round((barWidth * done) / total);
  return `  ${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)} ${wholeNumber.format(done)} of ${wholeNumber.format(total)} agents`;
}

/** Returns the outcomes and outcome groups, first the headline of the workflow, then the groups. */
export function sharesByInterest({ headline_outcome: id }: CaseStudy, { summary }: SimulationRecord): Outcome[] {
  const shares = [...(summary?.outcome_groups ?? []), ...(summary?.outcomes ?? [])];
  return [...shares.filter((share) => share.id === id), ...shares.filter((share) => share.id !== id)];
}

/** The parts of the error of a share and of its difference from the baseline, as standard errors in percentage points. */
export function errorsReport({ label, errors, difference_errors }: Outcome): string[] {
  const parts = (one: Outcome['errors']) =>
    Object.entries(one)
      .map(([part, error]) => `${part} ${error === null || error === undefined ? 'unknown' : (100 * error).toFixed(2)}`)
      .join(', ');
  return [
    `  ${label}: ${parts(errors)} points`,
    `  ${label}, difference from the baseline: ${parts(difference_errors)} points`,
  ];
}

/** Bars of the shares with 95% intervals, the baseline shares, and the paired differences. */
export function sharesReport(outcomes: readonly Outcome[]): string[] {
  const width = Math.max(...outcomes.map(({ label }) => label.length));
  return outcomes.flatMap((outcome) => {
    const { label, share, baseline_share, difference } = outcome;
    const [interval, [low, high]] = [outcome.interval, outcome.difference_interval].map(rangeOf) as [Range, Range];
    return [
      `  ${bold(label.padEnd(width))}  ${bar(share, interval)} ${bold(percent(share).padStart(6))}  ${dim(`95%: ${percent(interval[0])} to ${percent(interval[1])}`)}`,
      `  ${dim('baseline'.padStart(width))}  ${dim(bar(baseline_share))} ${dim(percent(baseline_share).padStart(6))}  ${signedPoints(difference)} points ${dim(`(${signedPoints(low)} to ${signedPoints(high)})`)}`,
    ];
  });
}

type Range = readonly [number, number];

/** The interval of a figure of independent agents, which always have one. */
function rangeOf(interval: readonly number[] | null): Range {
  const [low, high] = interval ?? [];
  if (low === undefined || high === undefined) throw new Error('The summary has a figure without interval.');
  return [low, high];
}

/** Draws the interval over the end of the bar. */
function bar(share: number, [low, high]: Range = [share, share]): string {
  const cell = (index: number) => {
    const middle = (index + 0.5) / barWidth;
    if (middle >= low && middle <= high && high > low) return '▒';
    return middle < share ? '█' : '·';
  };
  return Array.from({ length: barWidth }, (_, index) => cell(index)).join('');
}

export function flowsReport({ agent_count, summary }: SimulationRecord): string[] {
  const labels = new Map(summary?.outcomes.map(({ id, label }) => [id, label]));
  const flows = [...(summary?.flows ?? [])].sort((a, b) => b.count - a.count);
  if (flows.length === 0) return ['  No agent switches.'];
  return flows.map(({ from, to, count }) => {
    const change = `${labels.get(from) ?? from} → ${labels.get(to) ?? to}`;
    return `  ${change.padEnd(28)} ${wholeNumber.format(count).padStart(6)} simulated agents  ${dim(percent(count / agent_count))}`;
  });
}

const kinds: Record<string, string> = {
  stated_preference: 'stated choices in a survey, not observed travel',
};

export function evidenceReport({ evidence }: CaseStudy): string[] {
  const { data, fits, hold_out } = evidence;
  const fit = fits.find(({ sample }) => sample === 'train');
  const rSquared = (nullModel: string) => fit?.null_models.find(({ id }) => id === nullModel)?.mcfadden_r2;
  const [equalShares, constantsOnly] = [rSquared('equal_shares'), rSquared('constants_only')];
  if (!fit || equalShares === undefined || constantsOnly === undefined)
    throw new Error('The evidence lacks the fit on the training data.');
  const shares = hold_out.outcomes.map(
    ({ outcome, observed, predicted }) => `${outcome} ${percent(predicted)} (observed ${percent(observed)})`,
  );
  return [
    `  Data: ${data.title}, ${kinds[data.kind] ?? data.kind}.`,
    `  Fitted to ${wholeNumber.format(fit.observations)} choices. McFadden R² in-sample: ${equalShares.toFixed(2)} compared with equal shares, ${constantsOnly.toFixed(2)} compared with constants only.`,
    `  Held-out: ${wholeNumber.format(hold_out.observations)} choices of ${hold_out.respondents} other respondents. McFadden R² ${hold_out.mcfadden_r2?.toFixed(3)} compared with constants only.`,
    `  Predicted held-out shares: ${shares.join(', ')}.`,
  ];
}

export function agentReport(agent: Agent): string[] {
  const [first = '', ...rest] = agent.transcript ?? [];
  return [`  ${bold(agent.agent_id ?? '')}  ${first}`, ...rest.map((sentence) => `      ${sentence}`)];
}

/** One agent that switched, one that kept its baseline outcome, and one with a third outcome, where they exist. */
export function pickAgents(agents: readonly Agent[]): Agent[] {
  const switched = agents.find(({ outcome, baseline_outcome }) => outcome !== baseline_outcome);
  const stayed = agents.find((agent) => agent !== switched && agent.outcome === agent.baseline_outcome);
  const other = agents.find((agent) => agent.outcome !== switched?.outcome && agent.outcome !== stayed?.outcome);
  return [switched, stayed, other].filter((agent) => agent !== undefined);
}
