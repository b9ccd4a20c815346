import { useState } from 'react';
import { Button, ButtonLink } from '../../components/button';
import { CopyButton } from '../../components/copy-button';
import { isUnfinished, pathOf, type Run } from '../../runs/run';
import { useTier } from '../../session/session';
import { ShareButton } from '../../share-links/share-button';
import { AnnotationDialog } from './annotation-dialog';
import { DeleteDialog } from './delete-dialog';
import { RerunDialog } from './rerun-dialog';

type OpenDialog = 'rerun' | 'annotation' | 'delete';

/** What a user can do with a run. */
export function RunActions({ run, title }: { run: Run; title: string }) {
  const [open, setOpen] = useState<OpenDialog>();
  const { tier } = useTier();
  const close = () => setOpen(undefined);
  // A link opens in the tier of the run, even if the reader works in the other one.
  const link = `${window.location.origin}${pathOf(run)}?tier=${tier}`;
  return (
    <div className="row">
      {run.object === 'simulation' && (
        <Button look="primary" size="small" onClick={() => setOpen('rerun')}>
          Run again with a change
        </Button>
      )}
      {run.object === 'simulation' && (
        <ButtonLink size="small" to={`/goals/new?simulation=${run.id}`}>
          Find the value that reaches a target
        </ButtonLink>
      )}
      {run.object === 'sweep' && (
        <ButtonLink size="small" to={`/sweeps/new?workflow=${encodeURIComponent(run.workflow_id)}`}>
          New sweep
        </ButtonLink>
      )}
      <Button size="small" onClick={() => setOpen('annotation')}>
        Name and notes
      </Button>
      <CopyButton text={link} label="Copy the link" />
      <ShareButton size="small" run={run} />
      {!isUnfinished(run) && (
        <Button size="small" look="plain" onClick={() => setOpen('delete')}>
          Delete
        </Button>
      )}
      {open === 'rerun' && run.object === 'simulation' && <RerunDialog simulation={run} onClose={close} />}
      {open === 'annotation' && <AnnotationDialog run={run} onClose={close} />}
      {open === 'delete' && <DeleteDialog run={run} title={title} onClose={close} />}
    </div>
  );
}
