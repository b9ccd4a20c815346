import { Logger } from '@nestjs/common';
import { newId, newPrefixedId } from '../../src/common/crypto.js';
import { SecretBox } from '../../src/common/secret-box.js';
import { Databases } from '../../src/platform/database/databases.service.js';
import {
  formatWebhookSecret,
  WebhookSecrets,
  type SealedSecret,
} from '../../src/webhooks/endpoints/webhook-secrets.service.js';
import { writeEvent } from '../../src/webhooks/events/webhook-events.service.js';
import { WebhookHousekeeping } from '../../src/webhooks/webhook-housekeeping.service.js';
import { unusedCredential } from '../support/current-credential.js';
import { startStores, type Stores } from '../support/stores.js';

const dayMs = 24 * 3_600_000;

describe('stored webhook data', () => {
  const [oldKey, newKey] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const [first, second] = [1, 2].map((byte) => formatWebhookSecret(Buffer.alloc(32, byte))) as [string, string];
  let stores: Stores;
  let databases: Databases;
  let organizationId: string;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    stores = await startStores();
    databases = new Databases(stores.settings);
  });
  afterAll(async () => {
    await databases.onApplicationShutdown();
    await stores.stop();
  });
  beforeEach(async () => {
    organizationId = newId();
    await databases.for('sandbox').organization.create({ data: { id: organizationId, name: 'W', planTier: 'growth' } });
  });

  const secretsWith = (key: Buffer, previous: Buffer[] = []) =>
    new WebhookSecrets(databases, new SecretBox(key, previous), unusedCredential());
  const rowOf = async (owner: string): Promise<SealedSecret> => {
    const { rows } = await databases
      .sql('sandbox')
      .query<SealedSecret>('SELECT * FROM webhook_secrets WHERE owner = $1', [owner]);
    if (!rows[0]) throw new Error('the secret does not exist');
    return rows[0];
  };
  const createOwner = async (secrets: WebhookSecrets) => {
    const owner = { organizationId, owner: newPrefixedId('we') };
    await databases.transaction('sandbox', (sql) => secrets.write(sql, owner, first));
    return owner;
  };

  it('The database contains webhook secrets only in encrypted form', async () => {
    const { owner } = await createOwner(secretsWith(oldKey));
    const { sealed } = await rowOf(owner);
    expect(Buffer.from(sealed).includes(first.slice(6))).toBe(false);
    expect(Buffer.from(sealed).includes(Buffer.alloc(32, 1))).toBe(false);
  });

  it('Deliveries are signed with both secrets for exactly 24 hours after a rotation', async () => {
    const secrets = secretsWith(oldKey);
    const owner = await createOwner(secrets);
    await databases.transaction('sandbox', (sql) => secrets.rotate(sql, owner, second));
    const row = await rowOf(owner.owner);
    const { rows } = await databases
      .sql('sandbox')
      .query<{ left: number }>(
        'SELECT extract(epoch FROM previous_until - now())::float8 AS left FROM webhook_secrets WHERE owner = $1',
        [owner.owner],
      );
    expect(Math.abs((rows[0]?.left ?? 0) - dayMs / 1_000)).toBeLessThan(60);
    const until = row.previous_until?.getTime() ?? 0;
    expect(secrets.open(row, new Date(until - 1))).toEqual([second, first]);
    expect(secrets.open(row, new Date(until))).toEqual([second]);
    expect(await secrets.read('sandbox', owner)).toBe(second);
  });

  it('Concurrent first reads of the signing secret of an organization return one secret', async () => {
    const secrets = secretsWith(oldKey);
    const returned = await Promise.all(
      Array.from({ length: 20 }, () => secrets.ofOrganization('sandbox', organizationId)),
    );
    expect(new Set(returned).size).toBe(1);
  });

  it('After a change of the master key, secrets are encrypted with the new key, and the old key is no longer needed', async () => {
    const before = secretsWith(oldKey);
    const owner = await createOwner(before);
    await databases.transaction('sandbox', (sql) => before.rotate(sql, owner, second));
    const after = secretsWith(newKey, [oldKey]);
    expect(await after.read('sandbox', owner)).toBe(second);
    await after.reseal('sandbox');
    const withNewKey = secretsWith(newKey);
    expect(withNewKey.open(await rowOf(owner.owner), new Date())).toEqual([second, first]);
    await expect(before.read('sandbox', owner)).rejects.toThrow('there is no key');
  });

  it('Re-encryption counts and skips secrets that cannot be decrypted and processes all others', async () => {
    const before = secretsWith(oldKey);
    const { sealed } = await rowOf((await createOwner(secretsWith(Buffer.alloc(32, 3)))).owner);
    const undecryptable = Array.from({ length: 120 }, (_, index) => ({
      owner: `we_${String(index).padStart(4, '0')}`,
      organizationId,
      sealed: new Uint8Array(sealed),
    }));
    await databases.for('sandbox').webhookSecret.createMany({ data: undecryptable });
    const [one, rotated, expired] = [await createOwner(before), await createOwner(before), await createOwner(before)];
    const update = (owner: string, set: string, values: unknown[] = []) =>
      databases.sql('sandbox').query(`UPDATE webhook_secrets SET ${set} WHERE owner = $1`, [owner, ...values]);
    await update(rotated.owner, `previous_sealed = $2, previous_until = now() + interval '1 h'`, [sealed]);
    await update(expired.owner, `previous_sealed = $2, previous_until = now() - interval '1 h'`, [sealed]);
    const after = secretsWith(newKey, [oldKey]);
    expect(await after.reseal('sandbox')).toEqual({ resealed: 2, unopened: undecryptable.length + 2 });
    expect(await after.reseal('sandbox')).toEqual({ resealed: 0, unopened: undecryptable.length + 2 });
    const withNewKey = secretsWith(newKey);
    for (const { owner } of [one, rotated, expired])
      expect(withNewKey.open(await rowOf(owner), new Date())).toEqual([first]);
    expect(await rowOf(expired.owner)).toMatchObject({ previous_sealed: null });
    await databases.for('sandbox').webhookSecret.deleteMany({ where: { organizationId } });
  });

  it('Events are deleted with their deliveries after 30 days unless a delivery is pending', async () => {
    const write = async (status: 'pending' | 'succeeded') => {
      const event = {
        organizationId,
        type: 'simulation.completed',
        simulationId: newPrefixedId('sim'),
        body: '{}',
        origin: undefined,
      };
      const target = { endpointId: null, url: 'https://example.com', lane: 'x' };
      const [delivery] = await writeEvent(databases.sql('sandbox'), event, [target], 0);
      await databases
        .for('sandbox')
        .webhookDelivery.updateMany({ where: { id: delivery?.id ?? '' }, data: { status } });
    };
    await write('pending');
    await write('succeeded');
    const remaining = () => databases.for('sandbox').webhookDelivery.findMany({ where: { organizationId } });
    const housekeeping = new WebhookHousekeeping(databases, secretsWith(oldKey, [newKey]), stores.settings);
    const age = (time: string) =>
      databases.sql('sandbox').query('UPDATE webhook_events SET created_at = now() - $1::interval', [time]);
    await age('29 days 23 hours 59 minutes');
    await housekeeping.cleanUp('sandbox');
    expect(await remaining()).toHaveLength(2);
    await age('30 days');
    await housekeeping.cleanUp('sandbox');
    expect(await remaining()).toMatchObject([{ status: 'pending' }]);
  });
});
