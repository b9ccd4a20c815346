import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { api, data } from '../../../api/client';
import { Button } from '../../../components/button';
import { Dialog } from '../../../components/dialog';
import { ErrorNotice } from '../../../components/notice';
import { simulationKey } from '../../../results/use-simulation';

/** Asks before a simulation is deleted, because no one can restore it. */
export function DeleteDialog({ id, title, onClose }: { id: string; title: string; onClose: () => void }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: () => data(api.DELETE('/v1/simulations/{id}', { params: { path: { id } } })),
    onSuccess: async () => {
      await navigate('/runs');
      queryClient.removeQueries({ queryKey: simulationKey(id) });
      void queryClient.invalidateQueries({ queryKey: ['runs', 'list'] });
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title="Delete this simulation?"
      description="Everyone in your organization loses its result. You cannot undo this. The quota is not refunded."
    >
      <p dir="auto">
        <strong>{title}</strong>
      </p>
      {remove.error && <ErrorNotice error={remove.error} />}
      <div className="dialog-actions">
        <Button onClick={onClose}>Keep it</Button>
        <Button look="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
          Delete the simulation
        </Button>
      </div>
    </Dialog>
  );
}
