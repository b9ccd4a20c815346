import * as Radix from '@radix-ui/react-dialog';
import type { ReactNode } from 'react';
import { Button } from './button';
import { ErrorNotice } from './notice';

interface DialogProps {
  open: boolean;
  /** Undefined: the dialog cannot be closed without a choice. */
  onClose?: (() => void) | undefined;
  title: string;
  description?: ReactNode;
  children: ReactNode;
}

export function Dialog({ open, onClose, title, description, children }: DialogProps) {
  const keepOpen = (event: Event) => {
    if (!onClose) event.preventDefault();
  };
  return (
    <Radix.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose?.()}>
      <Radix.Portal>
        <Radix.Overlay className="dialog-overlay" />
        <Radix.Content
          className="dialog"
          onEscapeKeyDown={keepOpen}
          onInteractOutside={keepOpen}
          {...(!description && { 'aria-describedby': undefined })}
        >
          <Radix.Title asChild>
            <h2>{title}</h2>
          </Radix.Title>
          {description && (
            <Radix.Description asChild>
              <p>{description}</p>
            </Radix.Description>
          )}
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

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
        <Button onClick={onClose}>Cancel</Button>
        <Button look={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </div>
    </Dialog>
  );
}
