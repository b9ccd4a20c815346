import { Logger } from '@nestjs/common';
import { newId, newPrefixedId } from '../../src/common/ids.js';
import { SecretBox } from '../../src/common/secret-box.js';
import { Databases } from '../../src/platform/database/databases.service.js';
import { formatWebhookSecret } from '../../src/webhooks/endpoints/webhook-secret.js';
import { WebhookSecrets, type SealedSecret } from '../../src/webhooks/endpoints/webhook-secrets.service.js';
import { writeEvent } from '../../src/webhooks/events/webhook-event.writer.js';
import { WebhookHousekeeping } from '../../src/webhooks/webhook-housekeeping.service.js';
import { startStores, type Stores } from '../support/stores.js';

const day = 24 * 3_600_000;

describe('what webhooks leave in the database', () => {
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
    new WebhookSecrets(databases, new SecretBox(key, previous));
  const rowOf = async (owner: string): Promise<SealedSecret> => {
    const { rows } = await databases
      .sql('sandbox')
      .query<SealedSecret>('SELECT * FROM webhook_secrets WHERE owner = $1', [owner]);
    if (!rows[0]) throw new Error('there is no secret');
    return rows[0];
  };
  const endpoint = async (secrets: WebhookSecrets) => {
    const owner = { organizationId, owner: newPrefixedId('we') };
    await databases.transaction('sandbox', (sql) => secrets.write(sql, owner, first));
    return owner;
  };

  it('a secret is nowhere in it', async () => {
    const { owner } = await endpoint(secretsWith(oldKey));
    const { sealed } = await rowOf(owner);
    expect(Buffer.from(sealed).includes(first.slice(6))).toBe(false);
    expect(Buffer.from(sealed).includes(Buffer.alloc(32, 1))).toBe(false);
  });

  it('for 24 hours after a rotation, and not a moment longer, deliveries are signed with both secrets', async () => {
    const secrets = secretsWith(oldKey);
    const owner = await endpoint(secrets);
    await databases.transaction('sandbox', (sql) => secrets.rotate(sql, owner, second));
    const row = await rowOf(owner.owner);
    const { rows } = await databases
      .sql('sandbox')
      .query<{ left: number }>(
        'SELECT extract(epoch FROM previous_until - now())::float8 AS left FROM webhook_secrets WHERE owner = $1',
        [owner.owner],
      );
    expect(Math.abs((rows[0]?.left ?? 0) - day / 1_000)).toBeLessThan(60);
    const until = row.previous_until?.getTime() ?? 0;
    expect(secrets.open(row, new Date(until - 1))).toEqual([second, first]);
    expect(secrets.open(row, new Date(until))).toEqual([second]);
    expect(await secrets.read('sandbox', owner)).toBe(second);
  });

  it("the organization's own secret is one, however many ask for it at once", async () => {
    const secrets = secretsWith(oldKey);
    const told = await Promise.all(Array.from({ length: 20 }, () => secrets.ofOrganization('sandbox', organizationId)));
    expect(new Set(told).size).toBe(1);
  });

  it('secrets outlive the master key: they are sealed anew, and then the old key is not needed any more', async () => {
    const before = secretsWith(oldKey);
    const owner = await endpoint(before);
    await databases.transaction('sandbox', (sql) => before.rotate(sql, owner, second));
    const after = secretsWith(newKey, [oldKey]);
    expect(await after.read('sandbox', owner)).toBe(second);
    await after.reseal('sandbox');
    const alone = secretsWith(newKey);
    expect(alone.open(await rowOf(owner.owner), new Date())).toEqual([second, first]);
    await expect(before.read('sandbox', owner)).rejects.toThrow('there is no key');
  });

  it('what does not open is counted and left as it is; all that lies behind it is sealed anew', async () => {
    const before = secretsWith(oldKey);
    const { sealed } = await rowOf((await endpoint(secretsWith(Buffer.alloc(32, 3)))).owner);
    const closed = Array.from({ length: 120 }, (_, index) => ({
      ...{ owner: `we_${String(index).padStart(4, '0')}`, organizationId, sealed: new Uint8Array(sealed) },
    }));
    await databases.for('sandbox').webhookSecret.createMany({ data: closed });
    const [one, rotated, expired] = [await endpoint(before), await endpoint(before), await endpoint(before)];
    const column = (owner: string, set: string, values: unknown[] = []) =>
      databases.sql('sandbox').query(`UPDATE webhook_secrets SET ${set} WHERE owner = $1`, [owner, ...values]);
    await column(rotated.owner, `previous_sealed = $2, previous_until = now() + interval '1 h'`, [sealed]);
    await column(expired.owner, `previous_sealed = $2, previous_until = now() - interval '1 h'`, [sealed]);
    const after = secretsWith(newKey, [oldKey]);
    expect(await after.reseal('sandbox')).toEqual({ resealed: 2, unopened: closed.length + 2 });
    expect(await after.reseal('sandbox')).toEqual({ resealed: 0, unopened: closed.length + 2 });
    const alone = secretsWith(newKey);
    for (const { owner } of [one, rotated, expired])
      expect(alone.open(await rowOf(owner), new Date())).toEqual([first]);
    expect(await rowOf(expired.owner)).toMatchObject({ previous_sealed: null });
    await databases.for('sandbox').webhookSecret.deleteMany({ where: { organizationId } });
  });

  it('events go after 30 days with their deliveries; what is still on its way stays', async () => {
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
    const left = () => databases.for('sandbox').webhookDelivery.findMany({ where: { organizationId } });
    const housekeeping = new WebhookHousekeeping(databases, secretsWith(oldKey, [newKey]), stores.settings);
    const age = (time: string) =>
      databases.sql('sandbox').query('UPDATE webhook_events SET created_at = now() - $1::interval', [time]);
    await age('29 days 23 hours 59 minutes');
    await housekeeping.cleanUp('sandbox');
    expect(await left()).toHaveLength(2);
    await age('30 days');
    await housekeeping.cleanUp('sandbox');
    expect(await left()).toMatchObject([{ status: 'pending' }]);
  });
});
