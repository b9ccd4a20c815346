import type { Agent, CaseStudy, Outcome, SimulationRecord } from './service-client.js';
import { bold, dim } from './style.js';

const barWidth = 40;
const wholeNumber = new Intl.NumberFormat('en-US');
const percent = (share: number, digits = 1) => `${(100 * share).toFixed(digits)}%`;
const signedPoints = (share: number) => `${share >= 0 ? '+' : '−'}${(100 * Math.abs(share)).toFixed(1)}`;

export function progressBar(done: number, total: number): string {
  const filled = Math.round((barWidth * done) / total);
  return `  ${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)} ${wholeNumber.format(done)} of ${wholeNumber.format(total)} agents`;
}

/** The shares as bars with their 95% intervals, each beside the calibrated baseline and with the paired difference. */
export function sharesReport(outcomes: readonly Outcome[]): string[] {
  const width = Math.max(...outcomes.map(({ label }) => label.length));
  return outcomes.flatMap((outcome) => {
    const { label, share, interval, baseline_share, difference, difference_interval } = outcome;
    const [low, high] = difference_interval;
    return [
      `  ${bold(label.padEnd(width))}  ${bar(share, interval)} ${bold(percent(share).padStart(6))}  ${dim(`95%: ${percent(interval[0])} to ${percent(interval[1])}`)}`,
      `  ${dim('baseline'.padStart(width))}  ${dim(bar(baseline_share))} ${dim(percent(baseline_share).padStart(6))}  ${signedPoints(difference)} points ${dim(`(${signedPoints(low)} to ${signedPoints(high)})`)}`,
    ];
  });
}

/** A bar of the share; the interval is drawn over its end. */
function bar(share: number, [low, high]: readonly [number, number] = [share, share]): string {
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
  if (flows.length === 0) return ['  Nobody switched.'];
  return flows.map(({ from, to, count }) => {
    const what = `${labels.get(from) ?? from} → ${labels.get(to) ?? to}`;
    return `  ${what.padEnd(28)} ${wholeNumber.format(count).padStart(6)} people  ${dim(percent(count / agent_count))}`;
  });
}

export function evidenceReport({ evidence }: CaseStudy): string[] {
  const { data, fits, hold_out } = evidence;
  const fit = fits.find(({ sample }) => sample === 'train');
  const r2 = fit?.null_models.find(({ id }) => id === 'equal_shares')?.mcfadden_r2;
  if (!fit || r2 === undefined) throw new Error('the evidence has no fit beside equal shares');
  const shares = hold_out.outcomes.map(
    ({ outcome, observed, predicted }) => `${outcome} ${percent(predicted)} (was ${percent(observed)})`,
  );
  return [
    `  Fitted to ${wholeNumber.format(fit.observations)} real choices of ${data.title}; McFadden R² ${r2.toFixed(2)}.`,
    `  Foretold ${hold_out.respondents} people it had never seen: ${shares.join(', ')}.`,
  ];
}

export function agentReport(agent: Agent): string[] {
  const [first = '', ...rest] = agent.transcript;
  return [`  ${bold(agent.agent_id)}  ${first}`, ...rest.map((sentence) => `      ${sentence}`)];
}

/** Three people worth hearing: one who was won over, one who stayed, and one who chose something else. */
export function pickAgents(agents: readonly Agent[]): Agent[] {
  const switched = agents.find(({ outcome, baseline_outcome }) => outcome !== baseline_outcome);
  const stayed = agents.find((agent) => agent !== switched && agent.outcome === agent.baseline_outcome);
  const other = agents.find((agent) => agent.outcome !== switched?.outcome && agent.outcome !== stayed?.outcome);
  return [switched, stayed, other].filter((agent) => agent !== undefined);
}
