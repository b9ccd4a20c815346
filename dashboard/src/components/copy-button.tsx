import { useState } from 'react';
import { Button } from './button';

/** Copies a text, and says so. */
export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setState('copied'),
      () => setState('failed'),
    );
  const labels = { idle: label, copied: 'Copied', failed: 'Select the text and copy it' };
  return (
    <Button size="small" onClick={() => void copy()}>
      <span aria-live="polite">{labels[state]}</span>
    </Button>
  );
}
