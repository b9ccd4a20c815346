import { useState } from 'react';
import { useAction } from '../components/form';
import { currentTier } from '../session/tier';
import { errorOf } from '../../../clients/typescript/src/errors.js';
import { ApiFailure, failureOf } from './client';

interface UploadRequest {
  path: string;
  type: string;
  idempotencyKey: string;
}

export function useUpload<Data>(requestOf: (file: File) => UploadRequest, onDone: (data: Data) => unknown) {
  const [sent, setSent] = useState(0);
  const send = useAction(
    (file: File) => {
      setSent(0);
      return upload<Data>(file, requestOf(file), setSent);
    },
    { onDone },
  );
  return { send, sent };
}

/** Sends a file to the API, and resolves to `data` of the response. `fetch` cannot report the progress of a request. */
function upload<Data>(file: Blob, { path, type, idempotencyKey }: UploadRequest, onProgress: (part: number) => void) {
  return new Promise<Data>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', path);
    request.setRequestHeader('content-type', type);
    request.setRequestHeader('idempotency-key', idempotencyKey);
    const tier = currentTier();
    if (tier) request.setRequestHeader('svc-tier', tier);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onerror = () => reject(ApiFailure.unreachable());
    request.onload = () => {
      const { status, responseText } = request;
      if (status >= 200 && status < 300) return resolve((JSON.parse(responseText) as { data: Data }).data);
      const retryAfter = request.getResponseHeader('retry-after');
      const response = new Response(responseText, { status, headers: retryAfter ? { 'retry-after': retryAfter } : {} });
      void errorOf(response).then((error) => reject(failureOf(error) as Error));
    };
    request.send(file);
  });
}
