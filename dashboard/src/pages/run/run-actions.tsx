import { useState } from 'react';
import { Button, ButtonLink } from '../../components/button';
import { CopyButton } from '../../components/copy-button';
import { isUnfinished, pathOf, type Run } from '../../runs/run';
import { useHasScope, useTier } from '../../session/session';
import { ShareButton } from '../../share-links/share-button';
import { addressOf } from '../own-data/dataset';
import { AnnotationDialog } from './annotation-dialog';
import { DeleteDialog } from './delete-dialog';
import { RerunDialog } from './rerun-dialog';

interface RunActionsProps {
  run: Run;
  title: string;
}

/** What a user can do with a run. A member who can only read runs copies links. */
export function RunActions({ run, title }: RunActionsProps) {
  const { tier } = useTier();
  // A link opens in the tier of the run, even if the reader works in the other one.
  const link = `${window.location.origin}${pathOf(run)}?tier=${tier}`;
  const canChange = useHasScope('simulations:write');
  return (
    <div className="row">
      {canChange && <NewRuns run={run} />}
      <CopyButton text={link} label="Copy the link" />
      {canChange && <Changes run={run} title={title} />}
    </div>
  );
}

/** Other runs that start from this one. */
function NewRuns({ run }: { run: Run }) {
  const [isOpen, setOpen] = useState(false);
  if (run.object === 'sweep')
    return (
      <ButtonLink size="small" to={`/sweeps/new?workflow=${encodeURIComponent(run.workflow_id)}`}>
        New sweep
      </ButtonLink>
    );
  if (run.object === 'fit')
    return (
      <ButtonLink size="small" to={addressOf(run.dataset_id, { fit: run.id })}>
        Change or publish
      </ButtonLink>
    );
  if (run.object !== 'simulation') return null;
  return (
    <>
      <Button look="primary" size="small" onClick={() => setOpen(true)}>
        Run again with a change
      </Button>
      <ButtonLink size="small" to={`/goals/new?simulation=${run.id}`}>
        Find the value that reaches a target
      </ButtonLink>
      {isOpen && <RerunDialog simulation={run} onClose={() => setOpen(false)} />}
    </>
  );
}

function Changes({ run, title }: RunActionsProps) {
  const [open, setOpen] = useState<'annotation' | 'delete'>();
  const close = () => setOpen(undefined);
  return (
    <>
      <Button size="small" onClick={() => setOpen('annotation')}>
        Name and notes
      </Button>
      <ShareButton size="small" run={run} />
      {!isUnfinished(run) && (
        <Button size="small" look="plain" onClick={() => setOpen('delete')}>
          Delete
        </Button>
      )}
      {open === 'annotation' && <AnnotationDialog run={run} onClose={close} />}
      {open === 'delete' && <DeleteDialog run={run} title={title} onClose={close} />}
    </>
  );
}
