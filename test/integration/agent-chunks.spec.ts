import { chunkBytes } from '../../src/simulations/results/agent-chunks.service.js';
import type { Column } from '../../model/analyses.js';
import { isTextFormat } from '../../src/simulations/results/write-agents.js';
import {
  agentCount,
  agents,
  expectAgentsOfEngine,
  longSource,
  newAgentChunks,
  readChunks,
  readTable,
  source,
  textOf,
} from '../support/agent-chunks.js';

const lineEnd = 10;

describe('the agents of results', () => {
  const chunks = newAgentChunks();
  afterAll(() => chunks.onApplicationShutdown());

  it('100 agents are those of the engine, for 5 concurrent readers', () => expectAgentsOfEngine(chunks, 100, 5));

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
    await expectAgentsOfEngine(chunks, agentCount, 1);
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
});
