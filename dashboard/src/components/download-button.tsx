import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { saveFile } from '../api/save-file';
import { Button } from './button';
import { ErrorNotice } from './notice';

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
