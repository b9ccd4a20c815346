import { useState } from 'react';
import { Button, type ButtonProps } from '../components/button';
import { ShareDialog } from './share-dialog';

interface ShareButtonProps extends Pick<ButtonProps, 'size'> {
  /** A simulation, a parameter sweep or a goal. */
  run: { id: string; status: string };
}

/** Opens the share links of a run. Only completed runs can be shared. */
export function ShareButton({ run, ...rest }: ShareButtonProps) {
  const [isOpen, setOpen] = useState(false);
  if (run.status !== 'completed') return null;
  return (
    <>
      <Button {...rest} onClick={() => setOpen(true)}>
        Share the report
      </Button>
      {isOpen && <ShareDialog runId={run.id} onClose={() => setOpen(false)} />}
    </>
  );
}
