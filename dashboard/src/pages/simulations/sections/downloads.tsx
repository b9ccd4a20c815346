import { useMutation } from '@tanstack/react-query';
import { api, body } from '../../../api/client';
import { saveFile } from '../../../api/save-file';
import { Button } from '../../../components/button';
import { ErrorNotice } from '../../../components/notice';

type Download = 'csv' | 'parquet' | 'json' | 'manifest' | 'report';

const labels: Record<Download, string> = {
  csv: 'Agents as CSV',
  parquet: 'Agents as Parquet',
  json: 'Agents as JSON',
  manifest: 'Manifest',
  report: 'Report (HTML)',
};

/** The tier is in a header of the request, which a link cannot send. So the script downloads the file and saves it. */
async function download(id: string, what: Download): Promise<void> {
  const path = { id };
  if (what === 'manifest') {
    const content = await body(api.GET('/v1/simulations/{id}/manifest', { params: { path }, parseAs: 'blob' }));
    return saveFile(content, `${id}-manifest.json`);
  }
  if (what === 'report') {
    const content = await body(api.GET('/v1/simulations/{id}/report', { params: { path }, parseAs: 'blob' }));
    return saveFile(content, `${id}-report.html`);
  }
  const content = await body(
    api.GET('/v1/simulations/{id}/results', { params: { path, query: { format: what } }, parseAs: 'blob' }),
  );
  return saveFile(content, `${id}-agents.${what}`);
}

export function Downloads({ id }: { id: string }) {
  const save = useMutation({ mutationFn: (what: Download) => download(id, what) });
  return (
    <div className="stack result-screen-only">
      <div className="row">
        {(Object.keys(labels) as Download[]).map((what) => (
          <Button
            key={what}
            size="small"
            busy={save.isPending && save.variables === what}
            onClick={() => save.mutate(what)}
          >
            {labels[what]}
          </Button>
        ))}
        <Button size="small" onClick={() => window.print()}>
          Print or save as PDF
        </Button>
      </div>
      {save.error && <ErrorNotice error={save.error} onRetry={() => save.mutate(save.variables)} />}
    </div>
  );
}
