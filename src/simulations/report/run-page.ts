import { Html, markup } from '../../common/http/html.js';
import type { Reported, RunKind } from '../run.kind.js';
import { countOf } from './format-numbers.js';
import { renderSection, type Section } from './section.js';
import { adjustmentsSection } from './sections/adjustments.section.js';
import { style } from './style.js';

/** Renders the report of a run as one self-contained HTML page. */
export function runPage(kind: RunKind, reported: Reported<object, object>): string {
  const { definition, run } = reported;
  if (!kind.view) throw new Error(`another page shows a ${kind.noun}`);
  const {
    headline,
    sections: [first, ...others],
  } = kind.view(reported);
  const adjustments = adjustmentsSection({ definition, adjustments: run.adjustments }, kind.noun);
  const sections = [first, adjustments, ...others, reproductionSection(kind, reported)];
  const title = run.name ?? definition.name;
  const facts = `${countOf(run.agentCount)} simulated agents · ${run.workflow}`;
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}: report of a ${kind.noun}</title>
<style>${new Html(style)}</style>
</head>
<body>
<header>
<h1>${title}</h1>
<p class="facts-line">${title !== definition.name && `${definition.name} · `}${facts} · ${run.completedAt?.slice(0, 10)}</p>
<p class="headline">${headline}</p>
</header>
<main>
${sections.map((section) => section && renderSection(section))}</main>
</body>
</html>
`.text;
}

function reproductionSection({ path, noun }: RunKind, { run, plan, ...reported }: Reported<object, object>): Section {
  const { result, definitionDigest, engineVersion } = reported;
  const evaluations = 'evaluations' in result ? String(result.evaluations) : undefined;
  const facts: [string, string | undefined | null][] = [
    [noun[0]!.toUpperCase() + noun.slice(1), run.id],
    ['Workflow', run.workflow],
    ['Definition', definitionDigest],
    ['Engine', engineVersion ?? 'not recorded'],
    ['Seed', String(run.seed)],
    ['Agents', String(run.agentCount)],
    ['Evaluations', evaluations],
    ['Request', JSON.stringify(plan)],
    ['Result', run.digest],
  ];
  const known = facts.flatMap(([name, value]) => (value ? [[name, value] as const] : []));
  const content = markup`<p><code>GET /v1/${path}/${run.id}/manifest</code> contains the complete model and the request.</p>
<dl class="facts">${known.map(([name, value]) => markup`<dt>${name}</dt><dd><code>${value}</code></dd>`)}</dl>`;
  return { id: 'reproduction', title: 'Reproduction', content };
}
