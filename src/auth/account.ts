import type { Organization, User } from '../platform/database/generated/client.js';

/** A user and the organization, as stored in the live database. */
export type Account = User & { organization: Organization };

export interface Session {
  /** The value of the cookie. It is not stored. */
  token: string;
  /** The name of the session in Redis. */
  key: string;
  /** The time at which the session ends, unless it is used before. */
  expiresAt: Date;
}

/** The result of a successful link verification, sign-up or login. */
export interface SignIn {
  account: Account;
  session: Session;
}
