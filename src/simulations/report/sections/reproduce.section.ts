import { markup, type Html } from '../../../common/http/html.js';
import type { ReportInput } from '../report-input.js';

/** How to get the same numbers again. */
export function reproduceSection(input: ReportInput): Html {
  const facts = [
    ['Simulation', input.id],
    ['Workflow', `${input.definition.workflow_id} ${input.definition.version}`],
    ['Definition', input.definitionDigest],
    ['Engine', input.engineVersion ?? 'not noted'],
    ['Seed', String(input.seed)],
    ['Agents', String(input.agentCount)],
    ['Results', input.digest],
  ];
  return markup`<section>
<h2>How to reproduce</h2>
<p>The manifest of the simulation, <code>GET /v1/simulations/${input.id}/manifest</code>, holds the whole model. <code>cli simulation reproduce MANIFEST</code> computes every agent again on any machine and checks the digest of the results.</p>
<dl class="facts">${facts.map(([name, value]) => markup`<dt>${name}</dt><dd><code>${value}</code></dd>`)}</dl>
</section>`;
}
