import 'express-serve-static-core';
import type { AppError } from '../errors/app-error.js';
import type { ClientAddress } from './client-address.js';

declare module 'express-serve-static-core' {
  interface Request extends ClientAddress {
    id: string;
    /** The error of reading the body. It is reported only after the caller is authenticated. */
    bodyError?: unknown;
    /** The error of a malformed request. It is reported only after the rate limit has counted the request. */
    malformed?: AppError;
  }
}
