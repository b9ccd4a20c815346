import { CopyButton } from '../../../components/copy-button';
import { formatCount } from '../../../format/numbers';
import { repeatedRequest } from '../repeated-request';
import { Downloads } from './downloads';
import type { ResultInput } from './result-input';
import { Section } from './section';

/** The request that creates the same simulation again. */
function curlOf({ simulation }: ResultInput): string {
  const request = repeatedRequest(simulation, simulation.scenario_context);
  // In a POSIX shell, a quotation mark inside single quotes is written '\''.
  const body = JSON.stringify(request, null, 2).replaceAll("'", String.raw`'\''`);
  return [
    `curl ${window.location.origin}/v1/simulations \\`,
    `  -H "Authorization: Bearer $API_KEY" \\`,
    `  -H "Idempotency-Key: $(uuidgen)" \\`,
    `  -H "Content-Type: application/json" \\`,
    `  -d '${body}'`,
  ].join('\n');
}

/** Everything that someone needs to get the same result again. */
export function ReproduceSection(input: ResultInput) {
  const { simulation } = input;
  const curl = curlOf(input);
  return (
    <Section
      title="Reproduce and download"
      intro="The same workflow version, parameters, agents and seed give exactly the same result. Equal digests mean equal results."
    >
      <dl className="result-facts">
        <dt>Simulation</dt>
        <dd>
          <code>{simulation.id}</code>
        </dd>
        <dt>Workflow</dt>
        <dd>
          <code>
            {simulation.workflow_id} {simulation.workflow_version}
          </code>
        </dd>
        <dt>Agents</dt>
        <dd>{formatCount(simulation.agent_count)}</dd>
        <dt>Seed</dt>
        <dd>
          <code>{simulation.seed}</code>
        </dd>
        <dt>Digest</dt>
        <dd>
          <code>{simulation.digest}</code>
        </dd>
      </dl>
      <Downloads id={simulation.id} />
      <details className="result-details result-screen-only">
        <summary>Create the same simulation with curl</summary>
        <pre className="result-code" tabIndex={0}>
          {curl}
        </pre>
        <CopyButton text={curl} label="Copy the command" />
      </details>
    </Section>
  );
}
