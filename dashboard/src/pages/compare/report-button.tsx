import { useMutation } from '@tanstack/react-query';
import { api, body } from '../../api/client';
import { saveFile } from '../../api/save-file';
import { Button } from '../../components/button';
import { ErrorNotice } from '../../components/notice';

/** Downloads the report of a comparison, an HTML page to print or to send. */
export function ReportButton({ simulationId, withId }: { simulationId: string; withId: string }) {
  const report = useMutation({
    mutationFn: async () => {
      const params = { path: { id: simulationId }, query: { with: withId } };
      const page = await body<Blob>(api.GET('/v1/simulations/{id}/report', { params, parseAs: 'blob' }));
      saveFile(page, `${simulationId}-compared.html`);
    },
  });
  return (
    <>
      <Button size="small" busy={report.isPending} onClick={() => report.mutate()}>
        Download the report
      </Button>
      {report.error && <ErrorNotice error={report.error} />}
    </>
  );
}
