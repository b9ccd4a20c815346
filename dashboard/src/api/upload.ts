import { currentTier } from '../session/tier';
import { ApiFailure } from './api-failure';
import { failureOf } from './client';

interface UploadOptions {
  type: string;
  idempotencyKey: string;
  /** Called with the sent part, 0 to 1. */
  onProgress: (part: number) => void;
}

/** Sends a file to the API, and resolves to `data` of the response. `fetch` cannot report the progress of a request. */
export function upload<Data>(path: string, file: Blob, { type, idempotencyKey, onProgress }: UploadOptions) {
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
      const content = contentOf(request.responseText);
      if (request.status >= 200 && request.status < 300) return resolve((content as { data: Data }).data);
      const retryAfter = request.getResponseHeader('retry-after');
      const headers: HeadersInit = retryAfter === null ? {} : { 'retry-after': retryAfter };
      reject(failureOf(new Response(null, { status: request.status, headers }), content));
    };
    request.send(file);
  });
}

function contentOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
