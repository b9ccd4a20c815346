import { markup } from '../../../common/http/html.js';
import type { Interval } from '../../../engine/index.js';
import { table, valueWithInterval, type Row } from '../../report/figure.js';
import { countOf, number, percent, points, range, sentences } from '../../report/format-numbers.js';
import { errorPartsOf } from '../../report/plots/series.js';
import type { Section } from '../../report/section.js';
import { changeText } from '../../setting-words.js';
import { studyPage } from '../../report/study-page.js';
import { transportText } from '../../report/transport-text.js';
import type { EnsembleReportInput, ReportedModel } from './ensemble-report-input.js';
import { labelOf, outcomeSection, type ReportedOutcome } from './outcome.section.js';

/** Renders the report of an ensemble as one self-contained HTML page. */
export function ensemblePage(input: EnsembleReportInput): string {
  const { ensemble, models } = input;
  const counts = [...new Set(models.map(({ agentCount }) => countOf(agentCount)))];
  return studyPage({
    kind: 'an ensemble',
    study: ensemble,
    defaultTitle: `Comparison of ${models.length} workflows`,
    facts: `${counts.join(' or ')} simulated agents in each of ${models.length} workflows`,
    headline: findingText(ensemble.outcomes[0]!),
    sections: [
      ...ensemble.outcomes.map((outcome) => outcomeSection(input, outcome)),
      scenariosSection(input),
      weightsSection(input),
      errorsSection(input),
      reproductionSection(input),
    ],
  });
}

/** The finding in one sentence. */
function findingText(outcome: ReportedOutcome): string {
  const { share, difference, models } = outcome;
  const shares = models.map((own) => own.share);
  const change =
    difference.value === 0
      ? ''
      : `; the difference from the baseline is ${points(difference.value)} points (${intervalText(difference.interval, points)})`;
  return `${labelOf(outcome)}: ${percent(share.value)} (${intervalText(share.interval, percent)}) in the combination of ${models.length} workflows, which range from ${percent(Math.min(...shares))} to ${percent(Math.max(...shares))}${change}.`;
}

function intervalText(interval: Interval | null, format: (end: number) => string): string {
  return interval === null ? 'interval unknown' : `95% interval ${range(interval, format)}`;
}

function scenariosSection({ models }: EnsembleReportInput): Section {
  const rows = models.map((model): Row => [model.name, changesText(model)]);
  const content = table('Scenario of each workflow', ['Workflow', 'Changes from the baseline'], rows);
  return { id: 'scenarios', title: 'Scenarios', content };
}

function changesText({ parameters, scenario }: ReportedModel): string {
  const changed = parameters.filter(({ id, default: baseline }) => scenario[id] !== baseline);
  return changed.map((own) => changeText(own, scenario[own.id])).join(' · ') || 'none';
}

const methodTexts = {
  given: 'The request gave the weights.',
  stacking: 'Stacking: the weights that predict the held-out observations best together (lowest log loss).',
  equal: 'All workflows have the same weight, because no held-out data decide between them.',
};

function weightsSection({ ensemble, models }: EnsembleReportInput): Section {
  const { method, warnings, held_out: heldOut } = ensemble.weights;
  const rows = models.map(({ name }, k): Row => [
    name,
    percent(ensemble.models[k]!.weight),
    ...(heldOut ? [number(heldOut.log_loss[k]!)] : []),
  ]);
  const combined: Row[] = heldOut ? [['Combination', '100.0%', number(heldOut.combined_log_loss)]] : [];
  const head = ['Workflow', 'Weight', ...(heldOut ? ['Held-out log loss'] : [])];
  const content = markup`<p>${methodTexts[method]}${heldOut ? ` ${countOf(heldOut.observations)} held-out observations.` : ''}</p>
${warnings.map((warning) => markup`<p><strong>Warning:</strong> ${sentences(warning)}</p>`)}
${table('Weight of each workflow', head, [...rows, ...combined])}`;
  return { id: 'weights', title: 'Weights', content };
}

function errorsSection({ ensemble, models }: EnsembleReportInput): Section {
  const figures = ensemble.outcomes.flatMap((outcome) => {
    const label = labelOf(outcome);
    return [
      { label, format: percent, ...outcome.share },
      { label: `${label}: difference`, format: points, ...outcome.difference },
    ];
  });
  const parts = errorPartsOf(
    Object.assign({}, ...figures.map(({ errors }) => errors)) as ReportedOutcome['share']['errors'],
  );
  const rows = figures.map(({ label, format, value, interval, errors, between_models: spread }): Row => [
    label,
    valueWithInterval(format(value), interval, format),
    ...parts.map(({ id }) => {
      const error = errors[id] ?? null;
      return error === null ? 'unknown' : inPoints(error);
    }),
    inPoints(spread),
  ]);
  const missing = figures.filter(({ missing_parts }) => missing_parts.length > 0);
  const content = markup`<p>The model error of the combination contains the spread between the workflows and the known model errors of each. All parts are standard errors, in percentage points.</p>
<p><strong>Missing:</strong> ${missing.length === 0 ? 'none.' : `${missing.map(({ label, missing_parts }) => `${label}: ${missing_parts.join(', ')}`).join('; ')}. At least one workflow does not know these parts, so the intervals are too narrow.`}</p>
${models.map(({ name, data }) => transportText(data, name))}
${table('Parts of the error of the combination', ['Figure', 'Value', ...parts.map(({ label }) => label), 'spread between workflows'], rows)}`;
  return { id: 'uncertainty', title: 'Uncertainty', content };
}

const inPoints = (error: number) => (100 * error).toFixed(2);

function reproductionSection({ ensemble, models }: EnsembleReportInput): Section {
  const facts = models.flatMap((model, k) => {
    const { simulation_id, workflow_id, workflow_version } = ensemble.models[k]!;
    return [
      ['Simulation', simulation_id],
      ['Workflow', `${workflow_id} ${workflow_version}`],
      ['Definition', model.definitionDigest],
      ['Engine', model.engineVersion ?? 'not recorded'],
      ['Seed', String(model.seed)],
      ['Agents', String(model.agentCount)],
      ['Results', model.digest],
    ];
  });
  const content = markup`<p><code>GET /v1/ensembles/${ensemble.id}/manifest</code> contains the scenarios, seeds, weights and digests. <code>GET /v1/simulations/{id}/manifest</code> contains the complete model of a simulation.</p>
<dl class="facts">${facts.map(([name, value]) => markup`<dt>${name}</dt><dd><code>${value}</code></dd>`)}</dl>`;
  return { id: 'reproduction', title: 'Reproduction', content };
}
