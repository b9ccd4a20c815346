import 'express-serve-static-core';

declare module 'express-serve-static-core' {
  interface Request {
    id: string;
    /** Why the body could not be read, kept until the caller has been let in. */
    bodyError?: unknown;
  }
}
