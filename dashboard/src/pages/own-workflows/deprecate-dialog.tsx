import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { deprecate, type OwnWorkflow } from './own-workflow';

export function DeprecateDialog({ workflow, onClose }: { workflow: OwnWorkflow; onClose: () => void }) {
  const queryClient = useQueryClient();
  const deprecation = useMutation({
    mutationFn: () => deprecate(workflow.workflow_id),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ['case-studies'] });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      danger
      title={`Deprecate ${workflow.name}?`}
      description="New simulations of all its versions are rejected immediately. Queued simulations still run, and results remain. To offer the workflow again, publish a higher version."
      confirmLabel="Deprecate workflow"
      busy={deprecation.isPending}
      error={deprecation.error}
      onConfirm={() => deprecation.mutate()}
      onClose={onClose}
    />
  );
}
