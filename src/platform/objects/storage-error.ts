import { AppError } from '../../common/errors/app-error.js';
import { childText, parsedXml } from './xml.js';

/** Codes of responses below 500 that another attempt can avoid. */
const transientCodes = new Set(['RequestTimeTooSkewed', 'RequestTimeout', 'SlowDown']);
const maxMessageLength = 300;

/** An error response of the storage. Its name is the S3 error code, for example `NoSuchKey`. It never contains the signature of the request. */
export class StorageError extends Error {
  constructor(
    readonly statusCode: number,
    code: string,
    message: string,
  ) {
    super(`the storage responded with ${statusCode} ${code}: ${message}`);
    this.name = code;
  }

  get canRetry(): boolean {
    return this.statusCode >= 500 || this.statusCode === 429 || transientCodes.has(this.name);
  }
}

/** Reads the code and the message only, because other elements of the body contain the access key and the signature. */
export function storageErrorOf(statusCode: number, body: string): StorageError {
  const xml = parsedXml(body);
  const code = childText(xml, 'Code') ?? 'UnknownError';
  return new StorageError(statusCode, code, (childText(xml, 'Message') ?? 'no message').slice(0, maxMessageLength));
}

/** A missing object is a bug of this service. All other errors mean that the storage is unavailable. */
export function throwUnavailable(error: unknown): never {
  if (error instanceof Error && error.name === 'NoSuchKey') throw error;
  throw new AppError('service_unavailable', {}, { cause: error });
}
