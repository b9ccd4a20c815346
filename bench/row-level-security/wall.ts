import pg from 'pg';

/**
 * Imported before the API: it then behaves as with row-level security. Each statement runs in a transaction that names the organization.
 * The organization is constant here, which costs nothing; the service would take it from the caller.
 */
const begin = `BEGIN; SET LOCAL app.organization_id = '${process.env.ORGANIZATION_ID}'`;

type Query = (this: unknown, query: unknown, ...more: unknown[]) => unknown;
const clients = pg.Client.prototype as unknown as { query: Query };
const { query: send } = clients;
const textOf = (query: unknown) => (typeof query === 'string' ? query : (query as { text?: string }).text);

clients.query = function (query, ...more) {
  if (textOf(query) === 'BEGIN') return send.call(this, begin, ...more);
  return send.call(this, query, ...more);
};

const pools = pg.Pool.prototype as unknown as { query: (query: unknown, values?: unknown) => Promise<unknown> };
pools.query = async function (this: pg.Pool, query, values) {
  const client = await this.connect();
  try {
    await send.call(client, begin);
    const result = await send.call(client, query, values);
    await send.call(client, 'COMMIT');
    return result;
  } finally {
    client.release();
  }
};
