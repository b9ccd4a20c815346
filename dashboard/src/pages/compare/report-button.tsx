import { api, body } from '../../api/client';
import { DownloadButton } from '../../components/buttons';

/** Downloads the report of a comparison, an HTML page to print or to send. */
export function ReportButton({ simulationId, withId }: { simulationId: string; withId: string }) {
  const params = { path: { id: simulationId }, query: { with: withId } };
  return (
    <DownloadButton
      size="small"
      fileName={`${simulationId}-compared.html`}
      load={() => body<Blob>(api.GET('/v1/simulations/{id}/report', { params, parseAs: 'blob' }))}
    >
      Download the report
    </DownloadButton>
  );
}
