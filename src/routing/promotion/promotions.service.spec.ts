import { testCaller } from '../../../test/support/caller.js';
import type { Settings } from '../../config/settings.js';
import { Promotions } from './promotions.service.js';

const operator = '019a0000-0000-7000-8000-000000000001';
const checked = new Error('the definition is checked');

/** Publishes for all organizations. @param operatorOrganizationId the setting */
function publish(operatorOrganizationId: string | undefined, caller: ReturnType<typeof testCaller>) {
  const publications = { check: () => Promise.reject(checked) };
  const settings = { operatorOrganizationId } as Settings;
  const promotions = new Promotions(
    publications as never,
    ...([null, null, null, null] as never[] as [never, never, never, never]),
    settings,
  );
  return promotions.promote(caller, { definition: {}, visibility: 'public' });
}

describe('publication for all organizations', () => {
  const withScopes = (...scopes: ('*' | 'case_studies:write')[]) => ({ ...testCaller(operator, 'growth'), scopes });

  it('If the operator names an organization, only its wildcard keys publish for all organizations', async () => {
    await expect(publish(operator, withScopes('*'))).rejects.toBe(checked);
    await expect(publish(operator, withScopes('case_studies:write'))).rejects.toMatchObject({
      code: 'insufficient_scope',
    });
    await expect(publish(operator, { ...withScopes('*'), organizationId: 'x' })).rejects.toMatchObject({
      code: 'operator_only',
    });
    await expect(publish(undefined, withScopes('*'))).rejects.toBe(checked);
    await expect(publish(undefined, withScopes('case_studies:write'))).rejects.toMatchObject({
      code: 'insufficient_scope',
    });
  });
});
