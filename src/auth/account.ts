import type { Organization, User } from '../platform/database/generated/client.js';

/** A person and their organization, as they stand in the live database. */
export type Account = User & { organization: Organization };

export interface Session {
  /** What the cookie holds, and nothing else. */
  token: string;
  /** When it ends unless it is used before. */
  expiresAt: Date;
}

/** What a successful verify, sign-up or login comes to. */
export interface SignIn {
  account: Account;
  session: Session;
}
