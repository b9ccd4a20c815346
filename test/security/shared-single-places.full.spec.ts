import { randomUUID } from 'node:crypto';
import type { ApiClient } from '../support/api-client.js';
import { publishWorkflow, testDefinition } from '../support/definitions.js';
import { newAddress } from '../support/new-address.js';
import { newCaller, sharedClient } from '../support/shared-service.js';
import { createShareLink, tokenOf } from '../support/share-links.js';

const dryRun = (api: ApiClient, definition: unknown = testDefinition(`checked-${randomUUID()}`)) =>
  publishWorkflow(api, definition, { dry_run: true });

describe('an organization that checks many definitions', () => {
  it('One organization saturating checks while another is served: the other waits for a few of them, not for all', async () => {
    const [greedy, other] = await Promise.all([newCaller(), newCaller()]);
    // Three are checked concurrently.
    const requested = 12;
    let finished = 0;
    const flood = Promise.all(
      Array.from({ length: requested }, async () => {
        const { status } = await dryRun(greedy);
        finished += 1;
        return status;
      }),
    );
    // The response comes after the checks of the greedy organization wait.
    await greedy.call('/v1/usage');
    expect((await dryRun(other)).status).toBe(200);
    expect(finished).toBeLessThan(requested / 2);
    expect(new Set(await flood)).toEqual(new Set([200]));
  });

  it('Dry runs of publications have a limit of their own, which rejects neither publications nor other requests', async () => {
    const limit = 10;
    const api = await newCaller({ plan: 'sandbox' });
    const invalid = {};
    for (let sent = 0; sent < limit; sent += 1) {
      expect((await dryRun(api, invalid)).body.error).toBe('invalid_definition');
    }
    const rejected = await dryRun(api, invalid);
    expect(rejected).toMatchObject({ status: 429, body: { error: 'rate_limited' } });
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await publishWorkflow(api, invalid)).body.error).toBe('invalid_definition');
    expect((await api.call('/v1/usage')).status).toBe(200);
  });
});

describe('readers of many share links of one organization', () => {
  it('They have places of their own, so that the owner gets a report while all of them are taken', async () => {
    const owner = await newCaller();
    // More than the places of an organization.
    const links = await Promise.all(Array.from({ length: 80 }, () => createShareLink(owner)));
    const visitor = sharedClient();
    const statuses = new Map<number, number>();
    const reads = links.map(async ({ body }) => {
      const headers = { 'x-forwarded-for': newAddress() };
      const { status } = await visitor.call(`/v1/shared/${tokenOf(body.data)}/report`, { headers });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      return status;
    });
    await Promise.any(reads.map(async (read) => expect(await read).toBe(429)));
    const report = await owner.call(`/v1/simulations/${links[0]!.body.data.run_id}/report`);
    expect(report.status).toBe(200);
    await Promise.all(reads);
    expect([...statuses.keys()].toSorted()).toEqual([200, 429]);
  });
});
