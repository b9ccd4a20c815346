import type { components } from '../../api/client';
import { formatDateTime } from '../../format/format';

export type AuditEvent = components['schemas']['AuditEntry'];
export type AuditAction = AuditEvent['action'];

/** Each action as the rest of a sentence after the actor. */
export const actionTexts: Record<AuditAction, string> = {
  'api_key.created': 'created an API key',
  'api_key.rotated': 'rotated an API key',
  'api_key.revoked': 'revoked an API key',
  'api_key.leaked': 'reported an API key as leaked',
  'webhook_endpoint.created': 'added a webhook endpoint',
  'webhook_endpoint.updated': 'changed a webhook endpoint',
  'webhook_endpoint.deleted': 'deleted a webhook endpoint',
  'webhook_endpoint.disabled': 'disabled a webhook endpoint',
  'webhook_endpoint.secret_rotated': 'rotated the secret of a webhook endpoint',
  'signing_secret.rotated': 'rotated the signing secret',
  'simulation.deleted': 'deleted a simulation',
  'sweep.deleted': 'deleted a parameter sweep',
  'goal.deleted': 'deleted a goal',
  'sensitivity.deleted': 'deleted a sensitivity analysis',
  'fit.deleted': 'deleted a fit',
  'survey.deleted': 'deleted a survey',
  'bias_report.deleted': 'deleted a bias report',
  'large_simulation.deleted': 'deleted a large simulation',
  'population.created': 'created a population',
  'population.deleted': 'deleted a population',
  'calibration.created': 'saved a calibration',
  'calibration.deleted': 'deleted a calibration',
  'share_link.created': 'shared a run with a link',
  'share_link.revoked': 'revoked a share link',
  'dataset.created': 'uploaded a dataset',
  'dataset.deleted': 'deleted a dataset',
  'organization.plan_changed': 'changed the plan',
  'user.exported': 'exported the data of a user',
  'user.erased': 'erased a user',
  'member.joined': 'added a user who accepted an invitation',
  'member.updated': 'changed the role or the scopes of a member',
  'member.removed': 'removed a member',
  'invitation.created': 'invited a user',
  'invitation.revoked': 'revoked an invitation',
  'workflow.promoted': 'published a workflow',
  'workflow.published': 'published a public workflow',
  'workflow.deprecated': 'deprecated a workflow',
  'workflow.restored': 'restored a deprecated workflow',
};

export const filterLabel = (action: AuditAction) =>
  actionTexts[action].charAt(0).toUpperCase() + actionTexts[action].slice(1);

/** Times are in the locale of the reader. */
const isTime = /^\d{4}-\d{2}-\d{2}T/;

const text = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : Array.isArray(value) ? value.join(', ') : undefined;

/** Name of the changed object in the details, or its id. */
export function objectName({ action, subject, details }: AuditEvent): string {
  if (action === 'organization.plan_changed') return `${text(details['from'])} → ${text(details['to'])}`;
  const version = text(details['version']);
  if (version !== undefined) return `${subject} ${version}`;
  return text(details['name']) ?? text(details['host']) ?? subject;
}

/** Further facts in the details, such as the changed fields. */
export function furtherDetails({ details }: AuditEvent): { label: string; value: string }[] {
  return Object.entries(labels).flatMap(([field, label]) => {
    const value = text(details[field]);
    return value ? [{ label, value: isTime.test(value) ? formatDateTime(value) : value }] : [];
  });
}

const labels: Record<string, string> = {
  run_id: 'Run',
  scopes: 'Scopes',
  expires_at: 'Expiry',
  new_key_id: 'New key',
  events: 'Events',
  fields: 'Changed fields',
  reason: 'Reason',
  visibility: 'Visibility',
};

export interface ActorNames {
  userId: string | undefined;
  keyNames: ReadonlyMap<string, string>;
}

/** The actor in words. Ids of other users are shortened. */
export function actorName({ actor: { kind, id } }: AuditEvent, { userId, keyNames }: ActorNames): string {
  if (kind === 'user') return id === userId ? 'You' : `User ${id?.slice(0, 8)}…`;
  if (kind === 'key') {
    const name = keyNames.get(id ?? '');
    return name === undefined ? `API key ${id?.slice(0, 8)}…` : `API key “${name}”`;
  }
  return { operator: 'The operator', system: 'The service', leak_report: 'A third party' }[kind];
}
