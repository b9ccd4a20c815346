import type { Prisma } from '../../platform/database/generated/client.js';

/** What ends the access of a user, or of a third party who created an account. */
export const endings = [
  'member_removed',
  'owner_demoted',
  'scopes_withdrawn',
  'account_discarded',
  'person_erased',
] as const;
export type Ending = (typeof endings)[number];

/**
 * - `ends`: it always ends.
 * - `asked`: the owner decides about what the user created. The default is `byDefault`.
 * - `exceeding`: the owner decides as well, but only about what needs a scope that the user no longer has.
 * - `remains`: `because` gives the reason.
 */
export type Treatment = 'ends' | 'asked' | 'exceeding' | 'remains';

/** Something that a principal can leave behind: it acts, or gives access, without a request of the principal. */
interface Capability {
  /** The tables that store it. Empty if no database does. */
  models: readonly Prisma.ModelName[];
  at: Readonly<Record<Ending, Treatment>>;
  byDefault?: 'end' | 'keep';
  because?: string;
}

const access = {
  member_removed: 'asked',
  owner_demoted: 'exceeding',
  scopes_withdrawn: 'exceeding',
  account_discarded: 'ends',
  person_erased: 'remains',
} as const;
const content = {
  member_removed: 'asked',
  owner_demoted: 'remains',
  scopes_withdrawn: 'remains',
  account_discarded: 'ends',
  person_erased: 'remains',
} as const;

const endsAt = (...ended: Ending[]) =>
  Object.fromEntries(endings.map((ending) => [ending, ended.includes(ending) ? 'ends' : 'remains'])) as Readonly<
    Record<Ending, 'ends' | 'remains'>
  >;

/** The operator who erases a person does not decide for the customer. */
const operators =
  'It belongs to the organization. Its record names the creator, and the output of the erasure counts it.';
const customers = 'It belongs to the organization and gives access to no one. Its record names the creator.';

/**
 * Everything that a principal can leave behind. `CapabilityEnd` treats all of it in one place. A table of the database that is not in this
 * list and not in `otherModels` does not compile.
 */
export const capabilities = {
  session: {
    models: [],
    at: endsAt('member_removed', 'owner_demoted', 'account_discarded', 'person_erased'),
    because: 'Each request of a session of a member reads the scopes.',
  },
  event_stream: { models: [], at: endsAt(...endings) },
  sign_in_link: {
    models: ['MagicLinkToken'],
    at: endsAt('member_removed', 'account_discarded', 'person_erased'),
    because: 'It signs in the user with the access that the user then has.',
  },
  invitation: { models: ['Invitation'], at: endsAt(...endings) },
  api_keys: { models: ['ApiKey'], at: access, byDefault: 'end', because: operators },
  share_links: { models: ['ShareLink'], at: access, byDefault: 'end', because: operators },
  webhook_endpoints: { models: ['WebhookEndpoint'], at: access, byDefault: 'end', because: operators },
  signing_secret: {
    models: ['WebhookSecret'],
    at: endsAt('account_discarded'),
    because: 'A new secret stops the receivers of the customer until they know it. The owner rotates it.',
  },
  /** `webhook_url` of a run that is not finished. */
  run_notification: {
    models: ['Simulation'],
    at: endsAt('account_discarded'),
    because: 'It is one message about one run, which the creator could read.',
  },
  workflows: { models: ['WorkflowVersion'], at: content, byDefault: 'keep', because: customers },
  datasets: { models: ['Dataset'], at: content, byDefault: 'keep', because: customers },
  populations: { models: ['Population'], at: content, byDefault: 'keep', because: customers },
  calibrations: { models: ['Calibration'], at: content, byDefault: 'keep', because: customers },
} as const satisfies Record<string, Capability>;
export type CapabilityName = keyof typeof capabilities;

type ListedModel = (typeof capabilities)[CapabilityName]['models'][number];

/** The other tables, with the reason why they give access to no one. */
export const otherModels: Readonly<Record<Exclude<Prisma.ModelName, ListedModel>, string>> = {
  Organization: 'The customer itself.',
  User: 'The principal itself. Its password and its known browsers are in the row.',
  RespondentSample: 'Rows of a dataset, which are deleted with it.',
  SimulationResult: 'Results of a run, which belong to the organization.',
  WorkflowDefinition: 'Content of workflow versions.',
  OutboxMessage: 'Work of the service, without a credential.',
  UsageMonth: 'A counter of the organization.',
  IdempotencyRecord: 'Repeats a response, and the secret in it, only to a valid credential of the organization.',
  WebhookEvent: 'Content of deliveries.',
  WebhookDelivery: 'Ends with its endpoint, or with the notification of its run.',
  WebhookAttempt: 'Record of a delivery.',
  WebhookLanePause: 'State of the delivery of webhooks.',
  AuditEntry: 'Record of the past. It is never changed.',
  QueuePause: 'State of the queue. Only operators change it.',
};
