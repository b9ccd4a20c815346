import { join } from 'node:path';
import { RequestThreads } from '../../src/platform/process/request-threads.service.js';
import { TableReplies, tableFormat } from '../../src/simulations/tables/table-replies.service.js';
import type { TableColumn } from '../../src/simulations/tables/table.js';
import { writeTable } from '../../src/simulations/tables/write-table.js';
import { projectFolder } from '../support/operator.js';

const rows = 6_000;
const columns: TableColumn[] = [
  { name: 'label', type: 'STRING', cells: Array.from({ length: rows }, (_, row) => `Label ${row % 9}`) },
  { name: 'share', type: 'DOUBLE', cells: Array.from({ length: rows }, (_, row) => (row % 7 ? row / rows : null)) },
];

describe('large tables', () => {
  const threads = new RequestThreads();
  const tables = new TableReplies(threads, join(projectFolder, 'dist/src/simulations/tables/table.thread.js'));
  afterAll(() => threads.onApplicationShutdown());

  it.each(['json', 'ndjson', 'csv', 'parquet', 'arrow'] as const)(
    'Other requests run while a table is written as %s, and it is complete',
    async (format) => {
      let turns = 0;
      const count = () => {
        turns += 1;
        next = setImmediate(count);
      };
      let next = setImmediate(count);
      const owner = { organizationId: 'organization', tier: 'sandbox' } as const;
      const reply = await tables.reply(owner, tableFormat({ format }, undefined), 'table', { columns: () => columns });
      clearImmediate(next);
      expect(turns).toBeGreaterThan(0);
      const { content, tag } = writeTable({ format, columns });
      expect(Buffer.from((await reply.open()).content as Uint8Array)).toEqual(Buffer.from(content));
      expect(reply.head.tag).toBe(tag);
    },
  );
});
