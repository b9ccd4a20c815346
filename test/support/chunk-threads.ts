import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Chunk, Scenario, WorkflowDefinition } from '../../src/engine/index.js';
import { projectFolder } from './operator.js';

export interface SharedWork {
  definition: WorkflowDefinition;
  scenario: Scenario;
  seed: number;
  agentCount: number;
  chunkSize: number;
}

const engine = pathToFileURL(join(projectFolder, 'dist/src/engine/index.js')).href;

// A thread takes the next chunk that nobody has, so who does which agents is up to chance.
const program = `
const { parentPort, workerData } = require('node:worker_threads');
parentPort.on('message', async ({ definition, scenario, seed, agentCount, chunkSize, next }) => {
  const { compile, simulateChunk } = await import(workerData);
  const compiled = compile(definition, scenario, seed);
  const chunks = [];
  for (let from; (from = Atomics.add(next, 0, chunkSize)) < agentCount; ) {
    chunks.push(simulateChunk(compiled, from, Math.min(from + chunkSize, agentCount)));
  }
  parentPort.postMessage(chunks);
});`;

/** Threads that share the agents of one simulation, each with an engine of its own. */
export class ChunkThreads {
  private readonly workers: Worker[];

  constructor(count: number) {
    this.workers = Array.from({ length: count }, () => new Worker(program, { eval: true, workerData: engine }));
  }

  /** All chunks, done by the first `count` threads; in the order in which those were done. */
  async chunks(count: number, work: SharedWork): Promise<Chunk[]> {
    const next = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    const chunks: Chunk[] = [];
    await Promise.all(
      this.workers.slice(0, count).map(async (worker) => {
        worker.postMessage({ ...work, next });
        const [done] = (await once(worker, 'message')) as [Chunk[]];
        chunks.push(...done);
      }),
    );
    return chunks;
  }

  async stop(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.terminate()));
  }
}
