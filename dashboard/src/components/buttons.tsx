import { useState, type ReactNode } from 'react';
import { Button } from './button';
import { useMutation } from '@tanstack/react-query';
import { saveFile } from './save-file';
import { ErrorNotice } from './notice';

/** Copies a text, and states the result in place of the label. */
export function useCopy(text: string, label: string) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  const copy = () =>
    void navigator.clipboard.writeText(text).then(
      () => setState('copied'),
      () => setState('failed'),
    );
  return { copy, shown: { idle: label, copied: 'Copied', failed: 'Select the text and copy it' }[state] };
}

export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const { shown, copy } = useCopy(text, label);
  return (
    <Button size="small" onClick={copy}>
      <span aria-live="polite">{shown}</span>
    </Button>
  );
}

interface DownloadButtonProps {
  fileName: string;
  load: () => Promise<Blob>;
  size?: 'small';
  children: ReactNode;
}

/** Loads a file from the API and saves it. Shows an error after the button. */
export function DownloadButton({ fileName, load, size, children }: DownloadButtonProps) {
  const download = useMutation({ mutationFn: async () => saveFile(await load(), fileName) });
  return (
    <>
      <Button size={size} busy={download.isPending} onClick={() => download.mutate()}>
        {children}
      </Button>
      {download.error && <ErrorNotice error={download.error} />}
    </>
  );
}
