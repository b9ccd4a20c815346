import { Html, markup } from '../../common/http/html.js';
import { isBaselineScenario } from '../../engine/index.js';
import { countOf } from './format-numbers.js';
import type { ReportInput } from './report-input.js';
import { answerSection } from './sections/answer.section.js';
import { curvesSection } from './sections/curves.section.js';
import { evidenceSection } from './sections/evidence.section.js';
import { flowsSection } from './sections/flows.section.js';
import { questionSection } from './sections/question.section.js';
import { reproduceSection } from './sections/reproduce.section.js';
import { segmentsSection } from './sections/segments.section.js';
import { uncertaintySection } from './sections/uncertainty.section.js';
import { style } from './style.js';

/** Renders the report of a simulation as one self-contained HTML page. */
export function reportPage(input: ReportInput): string {
  const { definition, scenario, agentCount, completedAt } = input;
  const isBaseline = isBaselineScenario(definition, scenario);
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${definition.name}: report of a simulation</title>
<style>${new Html(style)}</style>
</head>
<body>
<header>
<h1>${definition.name}</h1>
<p class="facts-line">${countOf(agentCount)} simulated agents · ${definition.workflow_id} ${definition.version} · ${completedAt.slice(0, 10)}</p>
</header>
<main>
${questionSection(input)}
${answerSection(input, isBaseline)}
${curvesSection(input, isBaseline)}
${flowsSection(input, isBaseline)}
${segmentsSection(input, isBaseline)}
${uncertaintySection(input, isBaseline)}
${evidenceSection(input)}
${reproduceSection(input)}
</main>
</body>
</html>
`.text;
}
