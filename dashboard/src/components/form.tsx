import * as Radix from '@radix-ui/react-dialog';
import { type ReactNode, useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useIdempotencyKey } from '../api/use-pages';
import { Button } from './notice';
import { formErrors, type FormErrors } from './field';

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

interface ActionOptions<Result> {
  /** First parts of the keys of the queries that are read again after `onDone`. */
  refresh?: readonly string[];
  onDone?: (result: Result) => unknown;
}

export function useAction<Result, Input = void>(
  send: (input: Input) => Promise<Result>,
  { refresh = [], onDone }: ActionOptions<Result> = {},
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    // Keys and links that are shown once must not stay in memory.
    gcTime: 0,
    onSuccess: (result) => onDone?.(result),
    // Also after a failure: what the page shows may be gone.
    onSettled: () => {
      for (const key of refresh) void queryClient.invalidateQueries({ queryKey: [key] });
    },
  });
}

interface FormOptions<Values, Result> extends ActionOptions<Result> {
  initial: Values;
  /** The idempotency key stays the same while the values stay the same. */
  send: (values: Values, idempotencyKey: string) => Promise<Result>;
  /** Paths of the request that the form shows. Default: the names of the values. */
  fields?: readonly string[];
  codes?: Parameters<typeof formErrors>[2];
}

/** The values of a form, the request that sends them, and its problems by field. */
export function useForm<Values extends object, Result>(options: FormOptions<Values, Result>) {
  const { initial, send, fields = Object.keys(initial), codes } = options;
  const [values, setValues] = useState(initial);
  const idempotencyKey = useIdempotencyKey(values);
  const { mutate, isPending, isSuccess, error, data } = useAction(() => send(values, idempotencyKey), options);
  const errors = formErrors(error, fields, codes);
  const set = (change: Partial<Values>) => setValues((previous) => ({ ...previous, ...change }));
  return {
    ...{ values, set, errors, error, data, isPending, isSuccess },
    submit: () => mutate(),
    text: (name: keyof Values & string) => ({
      value: values[name] as string,
      error: errors.at(name),
      onChange: (value: string) => set({ [name]: value } as Partial<Values>),
    }),
  };
}

export const emailField = { label: 'Email', type: 'email', autoComplete: 'username', required: true } as const;

export const newPassword = {
  type: 'password',
  autoComplete: 'new-password',
  hint: 'At least 10 characters. Several words are easy to remember.',
  required: true,
} as const;

interface FormProps {
  form: { submit: () => void; isPending?: boolean; errors?: Pick<FormErrors, 'notice'> };
  action: string;
  busy?: string;
  look?: 'primary' | 'danger' | 'normal';
  disabled?: boolean;
  className?: string;
  onCancel?: () => void;
  children: ReactNode;
}

export function Form({ form, action, busy = action, look = 'primary', disabled, className, ...props }: FormProps) {
  const { onCancel, children } = props;
  const button = (
    <Button type="submit" look={look} busy={form.isPending} disabled={disabled}>
      {form.isPending ? busy : action}
    </Button>
  );
  return (
    <form
      className={`stack ${className ?? ''}`}
      onSubmit={(event) => {
        event.preventDefault();
        // A dialog is inside the form of its page in React's tree, not in the document.
        event.stopPropagation();
        form.submit();
      }}
    >
      {children}
      {form.errors?.notice}
      {onCancel ? (
        <div className="dialog-actions">
          <Button onClick={onCancel}>Cancel</Button>
          {button}
        </div>
      ) : (
        button
      )}
    </form>
  );
}

interface FormDialogProps extends Omit<FormProps, 'onCancel'> {
  title: string;
  description?: ReactNode;
  onClose: () => void;
}

export function FormDialog({ title, description, onClose, ...form }: FormDialogProps) {
  return (
    <Dialog open onClose={onClose} title={title} description={description}>
      <Form {...form} onCancel={onClose} />
    </Dialog>
  );
}

interface ConfirmDialogProps<Result> extends ActionOptions<Result> {
  title: string;
  /** Consequences of the action. */
  description: ReactNode;
  confirmLabel: string;
  send: () => Promise<Result>;
  onClose: () => void;
  danger?: boolean;
  children?: ReactNode;
}

/** Asks before an action that cannot be undone, and closes after it. Shows its failure in place. */
export function ConfirmDialog<Result>(props: ConfirmDialogProps<Result>) {
  const { title, description, confirmLabel, send, refresh, onClose, onDone = onClose, danger, children } = props;
  const { mutate, isPending, error } = useAction(send, { refresh, onDone });
  return (
    <FormDialog
      {...{ title, description, onClose }}
      form={{ submit: () => mutate(), isPending, errors: formErrors(error, []) }}
      action={confirmLabel}
      look={danger ? 'danger' : 'primary'}
    >
      {children}
    </FormDialog>
  );
}
