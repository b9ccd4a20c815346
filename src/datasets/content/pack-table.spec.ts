import { randomBytes } from 'node:crypto';
import { datasetTable } from './dataset-table.js';
import { packTable } from './pack-table.js';

const table = (columns: Record<string, string[]>, lines: number[]) => ({
  columns: new Map(Object.entries(columns)),
  lines: Int32Array.from(lines),
});

describe('packTable', () => {
  it('Packed cells are read back unchanged, with any name, any text and the line of each row', async () => {
    const odd = table(
      { a: ['', '"', 'x\ny'], 'name, with ";"': ['ä\t', '\u2028', '\\'], toString: ['=1', '0', '😀'] },
      [2, 5, 9],
    );
    odd.columns.set('__proto__', ['1', '2', '3']);
    const read = datasetTable(await packTable(odd));
    expect([...read.columns]).toEqual([...odd.columns]);
    expect(Array.from(read.lines)).toEqual([2, 5, 9]);
  });

  it('Cells that take more than 32 MB after compression are rejected', async () => {
    // Random text compresses to three quarters.
    const text = randomBytes(45_000_000).toString('base64');
    await expect(packTable(table({ a: [text] }, [2]))).rejects.toThrow(
      /takes \d+ bytes after compression.*: remove columns/,
    );
  });

  it('Cells with more than 200 MB of text are rejected', async () => {
    const text = 'a'.repeat(1_000_000);
    const rows = Array.from({ length: 201 }, () => text);
    await expect(
      packTable(
        table(
          { a: rows },
          rows.map((_, row) => row),
        ),
      ),
    ).rejects.toThrow(/more than 200 MB of text: remove/);
  });
});
