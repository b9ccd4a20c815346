import { Logger } from '@nestjs/common';
import type { WorkflowCatalog } from '../workflows/workflow-catalog.service.js';
import type { Run, SimulationClaims } from '../simulations/execution/simulation-claims.service.js';
import type { SimulationRuns } from '../simulations/execution/simulation-run.service.js';
import { stopAsked, type EngineTask } from './engine.thread.js';
import type { EnginePool } from './engine-pool.service.js';
import { SimulationRunner } from './simulation-runner.service.js';

Logger.overrideLogger(false);

const now = new Date();
const simulation = { id: 'sim_1', attempt: 1, workflowId: 'w', origin: null, createdAt: now, startedAt: now };
const run = { tier: 'sandbox', simulation } as unknown as Run;

describe('the heartbeats of a run', () => {
  let open: ((held: boolean) => void)[];
  let said: string[];
  let end: (result: object) => void;
  let task: EngineTask | undefined;
  let line: Promise<void>;

  beforeEach(async () => {
    jest.useFakeTimers();
    [open, said, task] = [[], [], undefined];
    const waiting = [run];
    const runs = {
      heartbeat: () =>
        new Promise<boolean>((resolve) => open.push(resolve)).then((held) => {
          said.push('beat');
          return held;
        }),
      handBack: () => Promise.resolve(said.push('handed back')),
      complete: () => Promise.resolve(said.push('completed') > 0),
    };
    const pool = { run: (given: EngineTask) => ((task = given), new Promise((resolve) => (end = resolve))) };
    const runner = new SimulationRunner(
      { claim: () => Promise.resolve(waiting.pop()) } as unknown as SimulationClaims,
      runs as unknown as SimulationRuns,
      { withDigest: () => Promise.resolve({ definition: {} }) } as unknown as WorkflowCatalog,
      pool as unknown as EnginePool,
    );
    line = runner.work('sandbox');
    await jest.advanceTimersByTimeAsync(1);
    expect(task).toBeDefined();
  });
  afterEach(() => jest.useRealTimers());

  it('come one after the other, however slow the database is', async () => {
    await jest.advanceTimersByTimeAsync(5_000);
    expect(open).toHaveLength(1);
    open[0]?.(true);
    await jest.advanceTimersByTimeAsync(500);
    expect(open).toHaveLength(2);
    end({ ok: true });
    open[1]?.(true);
    await line;
    expect(said).toContain('completed');
    expect(jest.getTimerCount()).toBe(0);
  });

  it('have ended before it is handed back', async () => {
    await jest.advanceTimersByTimeAsync(500);
    Atomics.store(task!.control, stopAsked, 1);
    end({ ok: false, code: 'stopped', message: 'It was told to stop.' });
    await jest.advanceTimersByTimeAsync(2_000);
    expect(said).toEqual([]);
    open[0]?.(true);
    await line;
    expect(said).toEqual(['beat', 'handed back']);
    expect(open).toHaveLength(1);
  });
});
