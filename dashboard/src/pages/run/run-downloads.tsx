import { api, body } from '../../api/client';
import { CopyButton, DownloadButton } from '../../components/buttons';
import type { Simulation } from '../../results/figure';
import type { Run } from '../../runs/run';
import { repeatedRequest } from './repeated-request';

/** The files of a run. The tier is in a header of the request, which a link cannot send, so scripts load them. */
function filesOf({ id, object }: Run): { label: string; suffix: string; load: () => Promise<Blob> }[] {
  const path = { id };
  const isSimulation = object === 'simulation';
  const file = (name: 'table' | 'report' | 'manifest', query: { format?: 'csv'; interactive?: 'true' } = {}) =>
    body<Blob>(api.GET(`/v1/runs/{id}/${name}`, { params: { path, query }, parseAs: 'blob' }));
  const agents = (format: 'csv' | 'parquet' | 'json') => ({
    suffix: `-agents.${format}`,
    load: () =>
      body<Blob>(api.GET('/v1/simulations/{id}/results', { params: { path, query: { format } }, parseAs: 'blob' })),
  });
  return [
    { label: 'Table as CSV', suffix: '.csv', load: () => file('table', { format: 'csv' }) },
    { label: 'Report (HTML)', suffix: '-report.html', load: () => file('report') },
    ...(isSimulation
      ? [
          {
            ...{ label: 'Interactive report in one file', suffix: '-interactive.html' },
            load: () => file('report', { interactive: 'true' }),
          },
        ]
      : []),
    { label: 'Manifest', suffix: '-manifest.json', load: () => file('manifest') },
    ...(isSimulation
      ? [
          { label: 'Agents as CSV', ...agents('csv') },
          { label: 'Agents as Parquet', ...agents('parquet') },
          { label: 'Agents as JSON', ...agents('json') },
        ]
      : []),
  ];
}

export function Downloads({ run }: { run: Run }) {
  return (
    <div className="row">
      {filesOf(run).map(({ label, suffix, load }) => (
        <DownloadButton key={suffix} size="small" fileName={`${run.id}${suffix}`} load={load}>
          {label}
        </DownloadButton>
      ))}
    </div>
  );
}

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
