import { markup } from '../../../common/http/html.js';
import { headlineOutcomeOf } from './headline-figure.js';
import { table, type Row } from '../../report/figure.js';
import { setting } from '../../report/format-numbers.js';
import type { Section } from '../../report/section.js';
import { adjustmentsSection } from '../../report/sections/adjustments.section.js';
import { studyPage, workflowFacts } from '../../report/study-page.js';
import { transportText } from '../../report/transport-text.js';
import { figureSection, findingOf } from './figure.section.js';
import type { Errors } from '../../summary.schema.js';
import type { SensitivityReportInput } from './sensitivity-report-input.js';

/** Renders the report of a sensitivity analysis as one self-contained HTML page. */
export function sensitivityPage(input: SensitivityReportInput): string {
  const { definition, analysis } = input;
  const { figures } = analysis.result;
  const headline = headlineOutcomeOf(input);
  const ordered = [headline, ...figures.filter((own) => own !== headline)];
  return studyPage({
    kind: 'a sensitivity analysis',
    study: analysis,
    defaultTitle: definition.name,
    facts: workflowFacts(analysis),
    headline: findingOf(headline),
    sections: [
      ...ordered.map(figureSection),
      rangesSection(input),
      adjustmentsSection({ definition, adjustments: analysis.adjustments }, 'sensitivity analysis'),
      limitsSection(input),
      reproductionSection(input),
    ],
  });
}

function rangesSection({ definition, analysis }: SensitivityReportInput): Section {
  const labelOf = (name: string) => definition.scenario.parameters.find(({ id }) => id === name)?.label ?? name;
  const rows = analysis.parameters.map(({ name, from, to, options }): Row => [
    labelOf(name),
    options?.join(', ') ?? `${setting(from!)} to ${setting(to!)}`,
    analysis.result.screened_out.includes(name) ? 'screened out' : 'has indices',
  ]);
  const content = table('Ranges of the parameters', ['Parameter', 'Range', 'State'], rows);
  return { id: 'ranges', title: 'Ranges', content };
}

const missingTexts: Record<keyof Errors, string> = {
  simulation: 'simulation, the error of a finite number of agents',
  estimation: 'estimation, the error of the coefficients, which do not vary',
  population: 'population, which is fixed',
  model: 'model, because its form is fixed',
  targets: 'calibration targets, because the constants that match them do not vary',
};

function limitsSection({ definition, analysis }: SensitivityReportInput): Section {
  const { data } = definition.evidence;
  const { includes_coefficients: hasCoefficients, missing_parts: missing } = analysis.result;
  const content = markup`<p>The indices are shares of the variance if all parameters are independent and equally likely everywhere in their ranges. Wider ranges give a parameter larger indices. ${hasCoefficients ? 'The coefficients are correlated, so they are one input: all of them, drawn from their estimated distribution.' : 'The coefficients of the model are fixed.'}</p>
<p>Intervals contain the error of the samples only. The values in the tornado charts have no intervals.</p>
<p><strong>Missing:</strong> ${missing.map((part) => missingTexts[part]).join('; ')}.</p>
${transportText(data)}`;
  return { id: 'limits', title: 'How to read the indices', content };
}

function reproductionSection({ analysis, definitionDigest, engineVersion }: SensitivityReportInput): Section {
  const facts = [
    ['Analysis', analysis.id],
    ['Workflow', `${analysis.workflow_id} ${analysis.workflow_version}`],
    ['Definition', definitionDigest],
    ['Engine', engineVersion ?? 'not recorded'],
    ['Seed', String(analysis.seed)],
    ['Agents', String(analysis.agent_count)],
    ['Evaluations', String(analysis.result.evaluations)],
    ['Result', analysis.digest ?? ''],
  ];
  const content = markup`<p><code>GET /v1/sensitivities/${analysis.id}/manifest</code> contains the complete model and the ranges.</p>
<dl class="facts">${facts.map(([name, value]) => markup`<dt>${name}</dt><dd><code>${value}</code></dd>`)}</dl>`;
  return { id: 'reproduction', title: 'Reproduction', content };
}
