import { actorName, furtherDetails, objectName, type AuditEvent } from './audit-event';

const event = (changes: Partial<AuditEvent>): AuditEvent => ({
  id: '019aa0f5-5b6e-7c3a-9d55-2f0d7c1f4a10',
  created_at: '2026-11-21T12:00:00Z',
  action: 'api_key.created',
  subject: '019aa0f5-0000-7c3a-9d55-2f0d7c1f4a10',
  actor: { kind: 'user', id: 'user-1' },
  details: { name: 'Reports', scopes: ['keys:read', 'keys:write'] },
  request_id: null,
  address: null,
  ...changes,
});

describe('an audit event in words', () => {
  const names = { userId: 'user-1', keyNames: new Map([['key-1', 'Reports']]) };

  it('The actor is the user, a named key, or the kind of an actor outside the organization', () => {
    expect(actorName(event({}), names)).toBe('You');
    expect(actorName(event({ actor: { kind: 'user', id: 'abcdefgh-1' } }), names)).toBe('User abcdefgh…');
    expect(actorName(event({ actor: { kind: 'key', id: 'key-1' } }), names)).toBe('API key “Reports”');
    expect(actorName(event({ actor: { kind: 'operator', id: null } }), names)).toBe('The operator');
  });

  it('The object has its name from the details, or else its id', () => {
    expect(objectName(event({}))).toBe('Reports');
    expect(objectName(event({ action: 'webhook_endpoint.deleted', subject: 'we_1', details: {} }))).toBe('we_1');
    expect(objectName(event({ action: 'organization.plan_changed', details: { from: 'sandbox', to: 'growth' } }))).toBe(
      'sandbox → growth',
    );
    expect(
      objectName(event({ action: 'workflow.promoted', subject: 'train-choice', details: { version: '1.0.0' } })),
    ).toBe('train-choice 1.0.0');
  });

  it('Further details list only known fields with a value', () => {
    expect(furtherDetails(event({}))).toEqual([{ label: 'Scopes', value: 'keys:read, keys:write' }]);
    expect(furtherDetails(event({ details: { expires_at: null, unknown: { a: 1 } } }))).toEqual([]);
  });
});
