import { api, body } from '../../api/client';
import { DownloadButton } from '../../components/download-button';
import { files, readFile, type Run } from '../../runs/run';

const agentFormats = { csv: 'Agents as CSV', parquet: 'Agents as Parquet', json: 'Agents as JSON' } as const;

/** The files of a run. The tier is in a header of the request, which a link cannot send, so scripts load them. */
export function Downloads({ run }: { run: Run }) {
  const { id } = run;
  const formats = run.object === 'simulation' ? (Object.keys(agentFormats) as (keyof typeof agentFormats)[]) : [];
  return (
    <div className="row">
      {(Object.keys(files) as (keyof typeof files)[]).map((file) => (
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
