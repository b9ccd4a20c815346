/** Fields of every event of a request. */
const request = {
  request_id: 'Id of the request',
  address: 'Network address of the client',
};
const caller = {
  ...request,
  organization_id: 'Organization of the credential',
  key_id: 'API key; null for a session',
  user_id: 'User of the session; null for an API key',
  tier: 'Tier of the request',
};
const target = {
  method: 'HTTP method',
  route: 'Pattern of the route',
};
const emailHash = 'Keyed hash of the email address, equal for equal addresses; null if the request contains no address';

/**
 * Every event of the security log with all its fields. `docs/operator/logging.md` contains this list. An event has all of its fields, and no
 * others: {@link SecurityFields}. No field contains a token, a password, a key, a cookie or an email address.
 */
export const securityEvents = {
  'sign_in.link_requested': {
    meaning: 'A sign-in link was sent',
    fields: { ...request, email_hash: emailHash },
  },
  'sign_in.succeeded': {
    meaning: 'A user signed in or signed up',
    fields: {
      ...request,
      sign_in: 'Method: `link`, `password` or `sign_up`',
      email_hash: emailHash,
      user_id: 'User',
      organization_id: 'Organization of the user',
    },
  },
  'sign_in.failed': {
    meaning: 'A sign-in failed',
    fields: { ...request, ...target, code: 'Error code of the response', email_hash: emailHash },
  },
  'session.ended': {
    meaning: 'A user logged out or ended sessions',
    fields: {
      ...request,
      ...target,
      user_id: 'User of the ended sessions',
      organization_id: 'Organization of the user',
      sessions: 'Number of ended sessions',
    },
  },
  'password.changed': {
    meaning: 'A user replaced or reset the password, which ends all other sessions',
    fields: { ...request, ...target, user_id: 'User', organization_id: 'Organization of the user' },
  },
  'request.unauthenticated': {
    meaning: 'A request without a valid credential was rejected (401)',
    fields: { ...request, ...target, code: 'Error code of the response' },
  },
  'request.forbidden': {
    meaning: 'A request with a valid credential was rejected (403)',
    fields: { ...caller, ...target, code: 'Error code of the response' },
  },
  'request.limited': {
    meaning: 'A request without a valid credential exceeded a limit (429)',
    fields: { ...request, ...target, code: 'Error code of the response' },
  },
  'secret.read': {
    meaning:
      'A response contained a secret: an API key at its creation or rotation, a signing secret, or the URL of a share link',
    fields: {
      ...caller,
      ...target,
      subject: 'API key, webhook endpoint, share link or organization that owns the secret',
    },
  },
  'webhook.redelivered': {
    meaning: 'A caller requested the redelivery of webhooks',
    fields: { ...caller, subject: 'Delivery or webhook endpoint' },
  },
  'operator.command': {
    meaning: 'An operator started a command of the operator CLI that uses the databases',
    fields: {
      command: 'Names of the command',
      options: 'Ids, tiers, plans and times of its options. Other values are omitted',
      operator: 'User and machine',
      started_at: 'Time at which the command started',
    },
  },
} as const satisfies Record<string, { meaning: string; fields: Record<string, string> }>;

export type SecurityEvent = keyof typeof securityEvents;

type Value = string | number | boolean | null | Record<string, unknown>;

/** The fields of an event, with their values. */
export type SecurityFields<Event extends SecurityEvent> = Record<keyof (typeof securityEvents)[Event]['fields'], Value>;
