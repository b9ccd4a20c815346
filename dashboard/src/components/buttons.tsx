import { type ReactNode, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { Button, ErrorNotice } from './notice';

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

/** Time until the browser has started to save the file. */
const releaseMs = 60_000;

/** Saves content as a file of the user. A plain link cannot do it, because requests name the tier in a header. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), releaseMs);
}
