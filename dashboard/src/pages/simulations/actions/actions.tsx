import { useState } from 'react';
import { Button } from '../../../components/button';
import { CopyButton } from '../../../components/copy-button';
import type { Simulation } from '../../../results/figure';
import { useTier } from '../../../session/session';
import { ShareButton } from '../../../share-links/share-button';
import { AnnotationDialog } from './annotation-dialog';
import { DeleteDialog } from './delete-dialog';
import { RerunDialog } from './rerun-dialog';

type OpenDialog = 'rerun' | 'annotation' | 'delete';

/** What a user can do with a simulation. */
export function Actions({ simulation, title }: { simulation: Simulation; title: string }) {
  const [open, setOpen] = useState<OpenDialog>();
  const { tier } = useTier();
  const close = () => setOpen(undefined);
  const isFinished = simulation.status !== 'queued' && simulation.status !== 'running';
  // A link opens in the tier of the simulation, even if the reader works in the other one.
  const link = `${window.location.origin}/simulations/${simulation.id}?tier=${tier}`;
  return (
    <div className="row result-screen-only">
      <Button look="primary" size="small" onClick={() => setOpen('rerun')}>
        Run again with a change
      </Button>
      <Button size="small" onClick={() => setOpen('annotation')}>
        Name and notes
      </Button>
      <CopyButton text={link} label="Copy the link" />
      <ShareButton size="small" run={simulation} />
      {isFinished && (
        <Button size="small" look="plain" onClick={() => setOpen('delete')}>
          Delete
        </Button>
      )}
      {open === 'rerun' && <RerunDialog simulation={simulation} onClose={close} />}
      {open === 'annotation' && <AnnotationDialog simulation={simulation} onClose={close} />}
      {open === 'delete' && <DeleteDialog id={simulation.id} title={title} onClose={close} />}
    </div>
  );
}
