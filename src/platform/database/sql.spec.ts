import { insert, toColumns, type Sql } from './sql.js';

describe('statements without Prisma', () => {
  it('Rows with the same fields in another order have the same statement, and each value is in its column', async () => {
    const sent: { name: string; text: string; values: unknown[] }[] = [];
    const sql = { query: (query: (typeof sent)[number]) => Promise.resolve(sent.push(query)) } as unknown as Sql;
    await insert(sql, 'keys', toColumns({ id: 1, createdAt: 2, details: ['a'] }, ['details']));
    await insert(sql, 'keys', toColumns({ details: null, createdAt: 4, id: 3 }, ['details']));
    const text = 'INSERT INTO keys (created_at, details, id) VALUES ($1, $2, $3)';
    expect(sent).toEqual([
      { name: 'insert keys', text, values: [2, '["a"]', 1] },
      { name: 'insert keys', text, values: [4, null, 3] },
    ]);
  });
});
