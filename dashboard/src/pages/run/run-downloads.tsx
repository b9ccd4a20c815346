import { api, body } from '../../api/client';
import { CopyButton, DownloadButton } from '../../components/buttons';
import type { Simulation } from '../../results/figure';
import { files, filesOf, readFile, type Run } from '../../runs/run';
import { repeatedRequest } from './repeated-request';

const agentFormats = { csv: 'Agents as CSV', parquet: 'Agents as Parquet', json: 'Agents as JSON' } as const;

/** The files of a run. The tier is in a header of the request, which a link cannot send, so scripts load them. */
export function Downloads({ run }: { run: Run }) {
  const { id } = run;
  const formats = run.object === 'simulation' ? (Object.keys(agentFormats) as (keyof typeof agentFormats)[]) : [];
  return (
    <div className="row">
      {filesOf(run).map((file) => (
        <DownloadButton
          key={file}
          size="small"
          fileName={`${id}${files[file].suffix}`}
          load={() => readFile(run, file)}
        >
          {files[file].label}
        </DownloadButton>
      ))}
      {formats.map((format) => (
        <DownloadButton
          key={format}
          size="small"
          fileName={`${id}-agents.${format}`}
          load={() =>
            body<Blob>(
              api.GET('/v1/simulations/{id}/results', { params: { path: { id }, query: { format } }, parseAs: 'blob' }),
            )
          }
        >
          {agentFormats[format]}
        </DownloadButton>
      ))}
    </div>
  );
}

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
