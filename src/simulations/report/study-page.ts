import { Html, markup } from '../../common/http/html.js';
import { countOf } from './format-numbers.js';
import { renderSection, type Section } from './section.js';
import { style } from './style.js';

/** A study, as far as the head of its report shows it. */
interface ReportedStudy {
  name: string | null;
  completed_at: string | null;
}

export interface StudyPage {
  /** Kind of the study with its article: `a goal`. */
  kind: string;
  study: ReportedStudy;
  /** Title of a study without a name. */
  defaultTitle: string;
  /** Agents and workflow, below the title. */
  facts: string;
  headline: string;
  /** Undefined sections do not apply to the study. */
  sections: readonly (Section | undefined)[];
}

/** Facts of a study of one workflow. */
export function workflowFacts(study: { agent_count: number; workflow_id: string; workflow_version: string }): string {
  return `${countOf(study.agent_count)} simulated agents · ${study.workflow_id} ${study.workflow_version}`;
}

/** Renders the report of a goal or a sensitivity analysis as one self-contained HTML page. */
export function studyPage({ kind, study, defaultTitle, facts, headline, sections }: StudyPage): string {
  const title = study.name ?? defaultTitle;
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}: report of ${kind}</title>
<style>${new Html(style)}</style>
</head>
<body>
<header>
<h1>${title}</h1>
<p class="facts-line">${title !== defaultTitle && `${defaultTitle} · `}${facts} · ${study.completed_at?.slice(0, 10)}</p>
<p class="headline">${headline}</p>
</header>
<main>
${sections.map((section) => section && renderSection(section))}</main>
</body>
</html>
`.text;
}
