/** The actions in the audit log, besides the deletion of each kind of run. Add new actions at the end of their group. */
export const auditActions = [
  'api_key.created',
  'api_key.rotated',
  'api_key.revoked',
  'api_key.leaked',
  'webhook_endpoint.created',
  'webhook_endpoint.updated',
  'webhook_endpoint.deleted',
  'webhook_endpoint.disabled',
  'webhook_endpoint.secret_rotated',
  'signing_secret.rotated',
  'organization.plan_changed',
  'user.exported',
  'user.erased',
  'member.joined',
  'member.updated',
  'member.removed',
  'invitation.created',
  'invitation.revoked',
  'workflow.promoted',
  'workflow.published',
  'workflow.deprecated',
  'workflow.restored',
  'population.created',
  'population.deleted',
  'calibration.created',
  'calibration.deleted',
  'share_link.created',
  'share_link.revoked',
  'dataset.created',
  'dataset.deleted',
] as const;
export type AuditAction = (typeof auditActions)[number] | `${string}.deleted`;

/** `leak_report`: a third party that reported a leaked key. */
export const actorKinds = ['key', 'user', 'operator', 'system', 'leak_report'] as const;
export type ActorKind = (typeof actorKinds)[number];
