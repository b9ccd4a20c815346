import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, data } from '../../api/client';
import { useIdempotencyKey } from '../../api/use-idempotency-key';
import { ConfirmDialog } from '../../components/confirm-dialog';
import type { ApiKey, IssuedApiKey } from './api-key';

interface KeyDialogProps {
  apiKey: ApiKey;
  onClose: () => void;
}

export function RotateKeyDialog({
  apiKey,
  onClose,
  onIssued,
}: KeyDialogProps & { onIssued: (key: IssuedApiKey) => void }) {
  const queryClient = useQueryClient();
  const idempotencyKey = useIdempotencyKey(apiKey.key_id);
  const rotation = useMutation({
    mutationFn: () => {
      const params = { path: { key_id: apiKey.key_id }, header: { 'Idempotency-Key': idempotencyKey } };
      return data(api.POST('/v1/api-keys/{key_id}/rotate', { params }));
    },
    gcTime: 0,
    onSuccess: (key) => {
      void queryClient.invalidateQueries({ queryKey: ['api-keys'] });
      onIssued(key);
    },
  });
  return (
    <ConfirmDialog
      title={`Rotate ${apiKey.name}?`}
      description="You get a new key with the same name, scopes and expiry. The old key stops working immediately: programs that use it fail until they have the new key."
      confirmLabel="Rotate key"
      busy={rotation.isPending}
      error={rotation.error}
      onConfirm={() => rotation.mutate()}
      onClose={onClose}
    />
  );
}

export function RevokeKeyDialog({ apiKey, onClose }: KeyDialogProps) {
  const queryClient = useQueryClient();
  const revocation = useMutation({
    mutationFn: () => data(api.DELETE('/v1/api-keys/{key_id}', { params: { path: { key_id: apiKey.key_id } } })),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ['api-keys'] });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      danger
      title={`Revoke ${apiKey.name}?`}
      description="Requests with this key fail immediately. A revoked key cannot be used again."
      confirmLabel="Revoke key"
      busy={revocation.isPending}
      error={revocation.error}
      onConfirm={() => revocation.mutate()}
      onClose={onClose}
    />
  );
}
