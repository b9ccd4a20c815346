/** The actions in the audit log. Add new actions at the end of their group. */
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
  'workflow.promoted',
  'workflow.published',
  'workflow.deprecated',
  'simulation.deleted',
  'goal.deleted',
  'sensitivity.deleted',
  'population.created',
  'population.deleted',
  'calibration.created',
  'calibration.deleted',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** `leak_report`: a third party that reported a leaked key. */
export const actorKinds = ['key', 'user', 'operator', 'system', 'leak_report'] as const;
export type ActorKind = (typeof actorKinds)[number];
