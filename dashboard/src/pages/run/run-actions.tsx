import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ButtonLink } from '../../components/notice';
import { TextArea, TextField } from '../../components/field';
import { ConfirmDialog, FormDialog, useForm } from '../../components/form';
import { annotateRun, runKey, type Run, deleteRun, nounOf, isUnfinished, pathOf } from '../../runs/run';
import { useNavigate, useSearchParams } from 'react-router';
import { ActionMenu, MenuAction, MenuCopy, MenuLink } from '../../components/action-menu';
import { useHasScope, useTier } from '../../session/session';
import { openPanel } from '../../what-if/address';
import { ShareDialog } from '../../share-links/share-dialog';
import { addressOf } from '../own-data/dataset';

const maxNameCharacters = 120;
const maxNotesCharacters = 2_000;

function AnnotationDialog({ run, onClose }: { run: Run; onClose: () => void }) {
  const queryClient = useQueryClient();
  const form = useForm({
    initial: { name: run.name ?? '', notes: run.notes ?? '' },
    send: ({ name, notes }) => annotateRun(run, { name: name.trim() || null, notes: notes.trim() || null }),
    onDone: () => {
      void queryClient.invalidateQueries({ queryKey: runKey(run) });
      void queryClient.invalidateQueries({ queryKey: ['runs', 'list'] });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="Name and notes"
      description="Everyone in your organization sees them."
      action="Save"
    >
      <TextField label="Name" dir="auto" maxLength={maxNameCharacters} {...form.text('name')} />
      <TextArea label="Notes" dir="auto" maxLength={maxNotesCharacters} {...form.text('notes')} />
    </FormDialog>
  );
}

/** Asks before a run is deleted, because no one can restore it. */
function DeleteDialog({ run, title, onClose }: { run: Run; title: string; onClose: () => void }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return (
    <ConfirmDialog
      danger
      title={`Delete this ${nounOf(run.object)}?`}
      description="Everyone in your organization loses its result. You cannot undo this. The quota is not refunded."
      confirmLabel={`Delete the ${nounOf(run.object)}`}
      send={() => deleteRun(run)}
      onDone={async () => {
        await navigate('/runs');
        queryClient.removeQueries({ queryKey: runKey(run) });
        void queryClient.invalidateQueries({ queryKey: ['runs', 'list'] });
      }}
      onClose={onClose}
    >
      <p dir="auto">
        <strong>{title}</strong>
      </p>
    </ConfirmDialog>
  );
}

/** What a user can do with a run: one button, and a menu. A member who can only read runs copies links. */
export function RunActions({ run, title }: { run: Run; title: string }) {
  const { tier } = useTier();
  const [open, setOpen] = useState<'annotation' | 'delete' | 'share'>();
  const close = () => setOpen(undefined);
  // A link opens in the tier of the run, even if the reader works in the other one.
  const link = `${window.location.origin}${pathOf(run)}?tier=${tier}`;
  const canChange = useHasScope('simulations:write');
  return (
    <>
      {canChange && <NextStep run={run} />}
      <ActionMenu label="More">
        {canChange && run.object === 'simulation' && (
          <>
            <MenuLink to={`/goals/new?simulation=${run.id}`}>Find the value that reaches a target</MenuLink>
            <MenuLink to={`/sweeps/new?simulation=${run.id}`}>Try several values</MenuLink>
          </>
        )}
        {canChange && run.status === 'completed' && (
          <MenuAction onSelect={() => setOpen('share')}>Share the report</MenuAction>
        )}
        <MenuCopy text={link} label="Copy the link" />
        {canChange && <MenuAction onSelect={() => setOpen('annotation')}>Name and notes</MenuAction>}
        {canChange && !isUnfinished(run) && <MenuAction onSelect={() => setOpen('delete')}>Delete</MenuAction>}
      </ActionMenu>
      {open === 'annotation' && <AnnotationDialog run={run} onClose={close} />}
      {open === 'delete' && <DeleteDialog run={run} title={title} onClose={close} />}
      {open === 'share' && <ShareDialog run={run} onClose={close} />}
    </>
  );
}

/** The most frequent next step with a run. */
function NextStep({ run }: { run: Run }) {
  const [search] = useSearchParams();
  const button = (to: string, label: string) => (
    <ButtonLink look="primary" size="small" to={to}>
      {label}
    </ButtonLink>
  );
  if (run.object === 'sweep') return button(`/sweeps/new?workflow=${encodeURIComponent(run.workflow_id)}`, 'New sweep');
  if (run.object === 'fit') return button(addressOf(run.dataset_id, { fit: run.id }), 'Change or publish');
  if (run.object !== 'simulation' || run.status !== 'completed') return null;
  const next = new URLSearchParams(search);
  next.set(openPanel, 'open');
  return (
    <ButtonLink look="primary" size="small" className="run-open-what-if" replace to={`?${next.toString()}`}>
      Change values
    </ButtonLink>
  );
}
