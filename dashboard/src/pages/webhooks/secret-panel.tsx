import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useIdempotencyKey } from '../../api/use-idempotency-key';
import { Button } from '../../components/button';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { ErrorNotice } from '../../components/notice';
import { SecretText } from '../../components/secret-text';

interface SecretPanelProps {
  title: string;
  description: string;
  queryKey: string;
  read: () => Promise<{ secret: string }>;
  rotate: (idempotencyKey: string) => Promise<{ secret: string }>;
}

/** A secret that signs webhooks. The page requests it only when the user wants to see it. */
export function SecretPanel({ title, description, queryKey, read, rotate }: SecretPanelProps) {
  const [secret, setSecret] = useState<string>();
  const [isRotating, setRotating] = useState(false);
  const [rotations, setRotations] = useState(0);
  const idempotencyKey = useIdempotencyKey([queryKey, rotations]);
  const reading = useMutation({ mutationFn: read, gcTime: 0, onSuccess: (answer) => setSecret(answer.secret) });
  const rotation = useMutation({
    mutationFn: () => rotate(idempotencyKey),
    gcTime: 0,
    onSuccess: (answer) => {
      setSecret(answer.secret);
      setRotations(rotations + 1);
      setRotating(false);
    },
  });
  return (
    <section className="panel stack">
      <div>
        <h2>{title}</h2>
        <p className="muted">
          {description} <a href="/docs">How to verify signatures</a>
        </p>
      </div>
      {secret !== undefined && <SecretText label={title} text={secret} />}
      {reading.error && <ErrorNotice error={reading.error} />}
      <div className="row">
        {secret === undefined ? (
          <Button busy={reading.isPending} onClick={() => reading.mutate()}>
            Show secret
          </Button>
        ) : (
          <Button onClick={() => setSecret(undefined)}>Hide secret</Button>
        )}
        <Button onClick={() => setRotating(true)}>Rotate secret</Button>
      </div>
      {isRotating && (
        <ConfirmDialog
          title="Rotate the secret?"
          description="For 24 hours, deliveries carry a signature of the old and of the new secret. Give your receiver the new secret within this time."
          confirmLabel="Rotate secret"
          busy={rotation.isPending}
          error={rotation.error}
          onConfirm={() => rotation.mutate()}
          onClose={() => setRotating(false)}
        />
      )}
    </section>
  );
}
