import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Chunk } from '../../model/analyses.js';
import type { Scenario, WorkflowDefinition } from '../../model/definition.js';
import { projectFolder } from './operator.js';

export interface SharedWork {
  definition: WorkflowDefinition;
  scenario: Scenario;
  seed: number;
  agentCount: number;
  chunkSize: number;
}

const engine = pathToFileURL(join(projectFolder, 'dist/model/simulate.js')).href;

// Each thread takes the next free chunk, so the assignment of agents to threads is random.
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

/** Threads that share the agents of one simulation. Each thread has its own engine. */
export class ChunkThreads {
  private readonly workers: Worker[];

  constructor(count: number) {
    this.workers = Array.from({ length: count }, () => new Worker(program, { eval: true, workerData: engine }));
  }

  /** All chunks, simulated by the first `count` threads, in order of completion. */
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
