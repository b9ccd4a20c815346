import type { AppError } from '../common/errors/app-error.js';
import type { CredentialHolder } from '../common/identity/caller.js';
import type { Taken } from '../platform/rate-limit/sliding-window.js';

/** What a good credential comes to. */
export interface Identified {
  caller: CredentialHolder;
  /** How the request was counted, where that is known already. */
  taken?: Taken | undefined;
  /** Why the request is refused although the credential is good. */
  refusal?: AppError | undefined;
}
