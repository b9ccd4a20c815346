import { setTimeout as sleep } from 'node:timers/promises';
import { MeasuredServer } from '../http/measured-server.js';
import type { Stores } from '../http/stores.js';

const pollMs = 100;

export interface ServiceRun {
  seconds: number;
  digest: string;
  /** Maximum resident memory of the API process, and of a worker process. */
  apiMb: number;
  workerMb: number;
}

interface LargeSimulation {
  id: string;
  status: string;
  started_at: string;
  completed_at: string;
  digest: string;
}

/**
 * Runs a large simulation in a service with one API process. All workers are ready before it is created.
 *
 * @param kills whether to kill a worker after the first block and to start another one
 */
export async function runInService(
  { environment, key }: Stores,
  { agents, workers: count, kills = false }: { agents: number; workers: number; kills?: boolean },
): Promise<ServiceRun> {
  const start = (name: 'main' | 'worker') => MeasuredServer.start(`dist/app/${name}.js`, environment, false);
  const [api, ...workers] = await Promise.all([start('main'), ...Array.from({ length: count }, () => start('worker'))]);
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const call = async <T>(path: string, init: RequestInit = {}): Promise<T> => {
    const response = await fetch(`${api.url}/v1/${path}`, { ...init, headers });
    const body = (await response.json()) as { data: T };
    if (!response.ok) throw new Error(`${response.status}: ${JSON.stringify(body)}`);
    return body.data;
  };
  const peak = { api: 0, worker: 0 };
  let isKilled = !kills;
  try {
    const body = JSON.stringify({
      ...{ workflow_id: 'swissmetro-mode-choice', agent_count: agents, seed: 1 },
      scenario_context: { swissmetro_cost_factor: 0.8 },
    });
    const { id } = await call<LargeSimulation>('large-simulations', { method: 'POST', body });
    for (;;) {
      await sleep(pollMs);
      // The list has no results.
      const [run] = await call<(LargeSimulation & { progress: { blocks_done: number } })[]>('runs?limit=1');
      peak.api = Math.max(peak.api, await api.residentBytes());
      for (const worker of workers) peak.worker = Math.max(peak.worker, await worker.residentBytes());
      if (!isKilled && run!.progress.blocks_done > 0) {
        isKilled = true;
        await workers.pop()!.kill();
        workers.push(await start('worker'));
      }
      if (['queued', 'running'].includes(run!.status)) continue;
      if (run!.status !== 'completed') throw new Error(`${id} is ${run!.status}`);
      const { started_at, completed_at, digest } = run!;
      const seconds = (Date.parse(completed_at) - Date.parse(started_at)) / 1_000;
      return { seconds, digest, apiMb: peak.api / 1e6, workerMb: peak.worker / 1e6 };
    }
  } finally {
    await Promise.all([api, ...workers].map((server) => server.stop()));
  }
}
