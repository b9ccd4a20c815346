import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { Button } from '../../components/button';
import { Dialog } from '../../components/dialog';
import { ErrorNotice } from '../../components/notice';
import { deleteRun, nounOf, runKey, type Run } from '../../runs/run';

/** Asks before a run is deleted, because no one can restore it. */
export function DeleteDialog({ run, title, onClose }: { run: Run; title: string; onClose: () => void }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: () => deleteRun(run),
    onSuccess: async () => {
      await navigate('/runs');
      queryClient.removeQueries({ queryKey: runKey(run) });
      void queryClient.invalidateQueries({ queryKey: ['runs', 'list'] });
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Delete this ${nounOf(run.object)}?`}
      description="Everyone in your organization loses its result. You cannot undo this. The quota is not refunded."
    >
      <p dir="auto">
        <strong>{title}</strong>
      </p>
      {remove.error && <ErrorNotice error={remove.error} />}
      <div className="dialog-actions">
        <Button onClick={onClose}>Keep it</Button>
        <Button look="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
          Delete the {nounOf(run.object)}
        </Button>
      </div>
    </Dialog>
  );
}
