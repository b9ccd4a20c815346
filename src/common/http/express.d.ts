import 'express-serve-static-core';
import type { AppError } from '../errors/app-error.js';

declare module 'express-serve-static-core' {
  interface Request {
    id: string;
    /** Why the body could not be read, kept until the caller has been let in. */
    bodyError?: unknown;
    /** Why the path could not be read, kept until the request has been counted. */
    pathError?: AppError;
  }
}
