import type { ApiResponse } from './api-client.js';
import { cookieOf, newEmail, type AuthService, type IdentityRecord } from './auth-service.js';
import { newestWithLink, tokenIn } from './mail-server.js';

export interface MemberRecord {
  user_id: string;
  email: string;
  name: string;
  role: string;
  scopes: string[];
  created_at: string;
  last_login_at: string | null;
}

export interface InvitationRecord {
  id: string;
  email: string;
  role: string;
  scopes: string[];
  invited_by: string;
  expires_at: string;
}

/** A signed-in user. */
export interface SignedIn {
  userId: string;
  email: string;
  cookie: string;
}

const readOnly = { role: 'member', scopes: ['simulations:read', 'case_studies:read'] };

/** Requests with sessions of users of organizations. */
export class MembersClient {
  constructor(readonly service: AuthService) {}

  /** Signs up the owner of a new organization. */
  async newOwner(): Promise<SignedIn> {
    const { response, cookie } = await this.service.signIn();
    return signedIn(response, cookie);
  }

  invite(by: SignedIn, request: object = {}, headers: Record<string, string> = {}) {
    const json = { email: newEmail(), ...readOnly, ...request };
    return this.service.withSession<InvitationRecord>('/v1/invitations', by.cookie, { method: 'POST', json, headers });
  }

  /** Invites a user and returns the token of the email. */
  async newToken(by: SignedIn, request: object = {}): Promise<string> {
    const { status, body, text } = await this.invite(by, request);
    if (status !== 201) throw new Error(`invite responded ${status}: ${text}`);
    return this.tokenFor(body.data.email);
  }

  tokenFor(email: string): string {
    const mail = newestWithLink(this.service.mail.mailsTo(email));
    if (!mail) throw new Error(`no mail came for ${email}`);
    return tokenIn(mail);
  }

  accept(token: string, body: object = {}): Promise<ApiResponse<IdentityRecord>> {
    return this.service.post('/v1/invitations/accept', { token, ...body });
  }

  /** Invites a user who accepts. */
  async join(by: SignedIn, request: object = {}): Promise<SignedIn> {
    const response = await this.accept(await this.newToken(by, request));
    return signedIn(response, cookieOf(response));
  }

  async list(by: SignedIn): Promise<MemberRecord[]> {
    return (await this.service.withSession<MemberRecord[]>('/v1/members', by.cookie)).body.data;
  }

  async invitations(by: SignedIn): Promise<InvitationRecord[]> {
    return (await this.service.withSession<InvitationRecord[]>('/v1/invitations', by.cookie)).body.data;
  }

  update(by: SignedIn, { userId }: Pick<SignedIn, 'userId'>, json: object) {
    return this.service.withSession<MemberRecord>(`/v1/members/${userId}`, by.cookie, { method: 'PATCH', json });
  }

  remove(by: SignedIn, { userId }: Pick<SignedIn, 'userId'>) {
    return this.service.withSession<{ user_id: string; deleted: true }>(`/v1/members/${userId}`, by.cookie, {
      method: 'DELETE',
    });
  }

  me({ cookie }: SignedIn) {
    return this.service.withSession('/v1/auth/me', cookie);
  }
}

function signedIn({ status, body, text }: ApiResponse<IdentityRecord>, cookie: string): SignedIn {
  const user = body.data?.user;
  if (!user) throw new Error(`the sign-in responded ${status}: ${text}`);
  return { userId: user.user_id, email: user.email, cookie };
}
