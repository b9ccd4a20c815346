import type { Column } from '../../model/analyses.js';
import { chunkBytes } from '../../src/simulations/results/agent-chunks.service.js';
import { isTextFormat } from '../../src/simulations/results/write-agents.js';
import {
  agentCount,
  agents,
  longSource,
  newAgentChunks,
  readChunks,
  readTable,
  source,
  textOf,
  textOfEngine,
} from '../support/agent-chunks.js';
import { itInFullLevel, rowsOf } from '../support/full-level.js';

const lineEnd = 10;

describe('the agents of results', () => {
  const chunks = newAgentChunks();
  afterAll(() => chunks.onApplicationShutdown());

  // 130 agents are two chunks, and 70 readers are more than the thread has room for, so that it forgets some of them.
  it.each(rowsOf([[100, 5]], [[130, 70]]))(
    '%d agents are those of the engine, for %d concurrent readers',
    async (count, readers) => {
      const expected = textOfEngine(count);
      const all = await Promise.all(Array.from({ length: readers }, () => readChunks(chunks, count)));
      for (const one of all) expect(Buffer.concat(one).toString()).toBe(expected);
    },
  );

  it.each(['json', 'ndjson', 'csv'] as const)('The thread renders %s like the process', async (format) => {
    expect(Buffer.concat(await readChunks(chunks, agentCount, format)).toString()).toBe(textOf(source, format));
  });

  it.each(['json', 'ndjson', 'csv', 'parquet', 'arrow'] as const)(
    'Long transcripts are complete in %s, and no chunk exceeds the memory of a chunk',
    async (format) => {
      const parts = await readChunks(chunks, 200, format, longSource);
      expect(Math.max(...parts.map(({ length }) => length))).toBeLessThanOrEqual(chunkBytes);
      const bytes = Buffer.concat(parts);
      if (isTextFormat(format)) return expect(bytes.toString()).toBe(textOf(longSource, format, 200));
      // At most 17 transcripts are in a chunk.
      expect(parts.length).toBeGreaterThan(200 / 17);
      const lines = textOf(longSource, 'ndjson', 200).trimEnd().split('\n');
      const expected = lines.map((line) => JSON.parse(line) as { index: number; transcript: string[] });
      const { rows } = await readTable(bytes, format);
      expect(rows).toEqual(expected.map(({ index, transcript }) => ({ index, transcript: transcript.join(' ') })));
    },
  );

  it.each(['parquet', 'arrow'] as const)(
    'A file in %s has all stored columns, and the same columns without agents',
    async (format) => {
      const from = { ...source, fields: undefined };
      const cellOf = ({ type, values, categories }: Column, index: number) => {
        const value = values[index]!;
        return type === 'category' ? categories[value] : type === 'bool' ? value !== 0 : value;
      };
      const { columns } = source.decided;
      const expected = Array.from(agents, (index) => ({
        index,
        ...Object.fromEntries(columns.map((column) => [column.name, cellOf(column, index)])),
      }));
      const all = await readTable(Buffer.concat(await readChunks(chunks, agentCount, format, from)), format);
      expect(all.rows).toEqual(expected);
      const none = await readTable(Buffer.concat(await readChunks(chunks, 0, format, from)), format);
      expect(none).toEqual({ names: ['index', ...columns.map(({ name }) => name)], rows: [] });
    },
  );

  it('A reader that stops does not affect the others', async () => {
    for await (const chunk of await chunks.of('organization', agents, source, 'json')) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
    expect(Buffer.concat(await readChunks(chunks)).toString()).toBe(textOfEngine(agentCount));
  });

  it('Ten concurrent readers take turns: when the first is finished, all have read more than half', async () => {
    const progress = Array.from({ length: 10 }, () => 0);
    let atFirstEnd: number[] | undefined;
    const readText = async (reader: number) => {
      for await (const text of await chunks.of('organization', agents, source, 'ndjson'))
        progress[reader]! += text.filter((byte) => byte === lineEnd).length;
      atFirstEnd ??= [...progress];
    };
    await Promise.all(progress.map((_, reader) => readText(reader)));
    expect(Math.min(...(atFirstEnd ?? [0]))).toBeGreaterThan(agentCount / 2);
  });

  itInFullLevel('An agent whose text is longer than the memory of a chunk is complete', async () => {
    const longer = { ...longSource, fields: Array.from({ length: 20 }, () => 'transcript' as const) };
    const parts = await readChunks(chunks, 101, 'csv', longer);
    expect(parts[0]!.length).toBeGreaterThan(chunkBytes);
    expect(Buffer.concat(parts).toString()).toBe(textOf(longer, 'csv', 101));
  });

  itInFullLevel.each(['json', 'parquet', 'arrow'] as const)(
    'Long transcripts in %s leave the event loop free for other requests',
    async (format) => {
      let bytes = 0;
      const forward = async () => {
        for await (const chunk of await chunks.of('organization', agents, longSource, format)) bytes += chunk.length;
      };
      await forward();
      const before = performance.eventLoopUtilization();
      for (let turn = 0; turn < 5; turn++) await forward();
      expect(bytes).toBeGreaterThan(0);
      expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.6);
    },
  );
});
