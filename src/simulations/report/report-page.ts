import { Html, markup } from '../../common/http/html.js';
import { countOf } from './format-numbers.js';
import { headlineTexts } from './headline-text.js';
import { referenceOf, type Reference } from './reference.js';
import type { ReportInput } from './report-input.js';
import { changedParameters, changesText } from './scenario-changes.js';
import { renderSection, type Section } from './section.js';
import { adjustmentsSection } from './sections/adjustments.section.js';
import { agentsSection } from './sections/agents.section.js';
import { answerSection } from './sections/answer.section.js';
import { curvesSection } from './sections/curves.section.js';
import { downloads } from './sections/downloads.js';
import { effectsSection } from './sections/effects.section.js';
import { elasticitiesSection } from './sections/elasticities.section.js';
import { evidenceSection, limitsSection } from './sections/evidence.section.js';
import { flowsSection } from './sections/flows.section.js';
import { questionSection, scenarioSection } from './sections/question.section.js';
import { reproduceSection } from './sections/reproduce.section.js';
import { segmentsSection } from './sections/segments.section.js';
import { trustBox } from './sections/trust.js';
import { uncertaintySection } from './sections/uncertainty.section.js';
import { welfareSection } from './sections/welfare.section.js';
import { style } from './style.js';

/** Renders the report of a simulation, or of a comparison of two simulations, as one self-contained HTML page. */
export function reportPage(input: ReportInput): string {
  const reference = referenceOf(input);
  const sections = [
    questionSection(input),
    scenarioSection(input, reference),
    adjustmentsSection(input, 'simulation'),
    answerSection(input, reference),
    curvesSection(input, reference),
    flowsSection(input, reference),
    segmentsSection(input, reference),
    effectsSection(input),
    elasticitiesSection(input),
    welfareSection(input),
    agentsSection(input, reference),
    uncertaintySection(input, reference),
    evidenceSection(input),
    limitsSection(input),
    reproduceSection(input),
  ].filter((section) => section !== undefined);
  const { compared } = input;
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${titleOf(input)}: ${compared ? 'comparison of two simulations' : 'report of a simulation'}</title>
<style>${new Html(style)}</style>
</head>
<body>
${header(input, reference)}
<main>
${trustBox(input, reference)}
${contents(sections)}
${sections.map(renderSection)}</main>
</body>
</html>
`.text;
}

function header(input: ReportInput, reference: Reference | null): Html {
  const { definition, agentCount, completedAt, compared } = input;
  const agents = `${countOf(compared?.comparedAgents ?? agentCount)} simulated agents`;
  const [headline, ...others] = headlineTexts(input, reference);
  return markup`<header>
<h1>${titleOf(input)}</h1>
<p class="facts-line">${titleOf(input) !== definition.name && `${definition.name} · `}${agents} · ${definition.workflow_id} ${definition.version} · ${completedAt.slice(0, 10)}</p>
${reference !== null && changes(input, reference)}
${input.selection !== null && markup`<p><strong>Only agents with:</strong> ${input.selection.join('; ')}</p>`}
<p class="headline">${headline}</p>
${others.map((text) => markup`<p class="measure">${text}</p>`)}
${!input.isShared && downloads(input)}
</header>`;
}

/** The name of the simulation. A comparison has two names, so that it has the name of the workflow. */
const titleOf = ({ name, definition, compared }: ReportInput) => (compared ? null : name) ?? definition.name;

const named = (simulation: Pick<ReportInput, 'name'> | null) => (simulation?.name ? ` (${simulation.name})` : '');

function changes(input: ReportInput, reference: Reference): Html {
  const changed = changedParameters(input, reference);
  if (!reference.isSimulation)
    return markup`<p><strong>Scenario:</strong> ${changesText(changed, input.scenario, reference)}</p>`;
  if (changed.length === 0) return markup`<p>Both simulations have the same parameter values.</p>`;
  return markup`<p><strong>Simulation A${named(input.compared)}:</strong> ${changesText(changed, reference.scenario, reference)}<br>
<strong>Simulation B${named(input)}:</strong> ${changesText(changed, input.scenario, reference)}</p>`;
}

function contents(sections: readonly Section[]): Html {
  const entries = sections.map(({ id, title }) => markup`<li><a href="#${id}">${title}</a></li>`);
  return markup`<nav aria-label="Contents"><div class="panel"><h2>Contents</h2><ol>${entries}</ol></div></nav>`;
}
