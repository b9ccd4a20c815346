import type { AppError } from '../common/errors/app-error.js';
import type { CredentialHolder } from '../common/identity/caller.js';
import type { Taken } from '../platform/rate-limit/sliding-window.js';

/** The result of a valid credential. */
export interface Identified {
  caller: CredentialHolder;
  /** The rate limit result, if the request was already counted. */
  taken?: Taken | undefined;
  /** The reason to reject the request despite the valid credential. */
  refusal?: AppError | undefined;
}
