import { CopyButton } from '../../components/copy-button';
import type { Simulation } from '../../results/figure';
import { repeatedRequest } from './repeated-request';

/** The request that creates the same simulation again. */
function curlOf(simulation: Simulation): string {
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

export function Reproduction({ simulation }: { simulation: Simulation }) {
  const curl = curlOf(simulation);
  return (
    <details>
      <summary>Create the same simulation with curl</summary>
      <pre className="run-code" tabIndex={0}>
        {curl}
      </pre>
      <CopyButton text={curl} label="Copy the command" />
    </details>
  );
}
