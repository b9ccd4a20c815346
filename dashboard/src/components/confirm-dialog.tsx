import type { ReactNode } from 'react';
import { Button } from './button';
import { Dialog } from './dialog';
import { ErrorNotice } from './notice';

interface ConfirmDialogProps {
  title: string;
  /** Consequences of the action. */
  description: ReactNode;
  confirmLabel: string;
  onConfirm: () => void;
  onClose: () => void;
  busy?: boolean;
  error?: unknown;
  danger?: boolean;
  /** Inputs of the action. */
  children?: ReactNode;
}

/** Asks before an action that cannot be undone. Shows the failure of the action in place. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, description, confirmLabel, onConfirm, onClose, busy = false, error, danger = false, children } = props;
  return (
    <Dialog open onClose={onClose} title={title} description={description}>
      <div className="stack">
        {children}
        {error !== null && error !== undefined && <ErrorNotice error={error} />}
      </div>
      <div className="dialog-actions">
        <Button onClick={onClose}>Back</Button>
        <Button look={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </div>
    </Dialog>
  );
}
