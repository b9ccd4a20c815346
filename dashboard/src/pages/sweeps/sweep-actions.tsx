import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, body, data } from '../../api/client';
import type { components } from '../../api/generated/schema';
import { Button, ButtonLink } from '../../components/button';
import { Dialog } from '../../components/dialog';
import { DownloadButton } from '../../components/download-button';
import { ErrorNotice } from '../../components/notice';
import { ShareButton } from '../../share-links/share-button';

interface SweepActionsProps {
  sweep: components['schemas']['SweepWithPoints'];
  isUnfinished: boolean;
}

/** Download the table, share the report, cancel the sweep, start another one. */
export function SweepActions({ sweep, isUnfinished }: SweepActionsProps) {
  const [isCanceling, setCanceling] = useState(false);
  const params = { path: { sweep_id: sweep.id } };
  const queryClient = useQueryClient();
  const query = { format: 'csv' } as const;
  const cancel = useMutation({
    mutationFn: () => data(api.POST('/v1/sweeps/{sweep_id}/cancel', { params })),
    onSettled: () => {
      setCanceling(false);
      return queryClient.invalidateQueries({ queryKey: ['sweeps'] });
    },
  });
  return (
    <>
      <DownloadButton
        fileName={`${sweep.id}.csv`}
        load={() =>
          body<Blob>(api.GET('/v1/sweeps/{sweep_id}/table', { params: { ...params, query }, parseAs: 'blob' }))
        }
      >
        Download CSV
      </DownloadButton>
      <ShareButton run={sweep} />
      <ButtonLink to={`/sweeps/new?workflow=${encodeURIComponent(sweep.workflow_id)}`}>New sweep</ButtonLink>
      {isUnfinished && (
        <Button look="danger" onClick={() => setCanceling(true)}>
          Cancel the sweep
        </Button>
      )}
      {cancel.error && <ErrorNotice error={cancel.error} />}
      <Dialog
        open={isCanceling}
        onClose={() => setCanceling(false)}
        title="Cancel the sweep?"
        description="Points that did not finish have no results. The quota of queued points is refunded, and completed points keep their results."
      >
        <div className="dialog-actions">
          <Button onClick={() => setCanceling(false)}>Keep it running</Button>
          <Button look="danger" busy={cancel.isPending} onClick={() => cancel.mutate()}>
            Cancel the sweep
          </Button>
        </div>
      </Dialog>
    </>
  );
}
