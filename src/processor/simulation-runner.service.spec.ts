import { Logger } from '@nestjs/common';
import type { WorkflowCatalog } from '../workflows/workflow-catalog.service.js';
import type { Run, SimulationClaims } from '../simulations/queue/simulation-claims.service.js';
import type { SimulationRuns } from '../simulations/queue/simulation-runs.service.js';
import { type EnginePool, type RunTask, RunComputation } from './run-computation.service.js';
import type { SurveyModel } from '../language-model/survey-model.service.js';
import { reportStart, stopRequested } from './run-watch.js';
import type { RunBlocks } from '../simulations/blocks/run-blocks.service.js';
import type { Datasets } from '../datasets/datasets.service.js';
import { SimulationRunner } from './simulation-runner.service.js';

Logger.overrideLogger(false);

const now = new Date();
const simulation = {
  id: 'sim_1',
  attempt: 1,
  workflowId: 'w',
  origin: null,
  createdAt: now,
  startedAt: now,
  kind: 'simulation',
};
const run = { tier: 'sandbox', simulation, priority: 'paying', computeMs: 30_000 } as unknown as Run;

describe('a run', () => {
  let open: ((owned: boolean) => void)[];
  let calls: string[];
  let end: (result: object) => void;
  let task: RunTask | undefined;
  let loop: Promise<void>;
  let failure: string;

  beforeEach(async () => {
    jest.useFakeTimers();
    [open, calls, task] = [[], [], undefined];
    const waiting = [run];
    const runs = {
      heartbeat: () =>
        new Promise<boolean>((resolve) => open.push(resolve)).then((owned) => {
          calls.push('beat');
          return owned;
        }),
      requeue: () => Promise.resolve(calls.push('requeued')),
      complete: () => Promise.resolve(calls.push('completed') > 0),
      fail: (_run: Run, _code: string, message: string) => ((failure = message), Promise.resolve()),
    };
    const pool = { run: (given: RunTask) => ((task = given), new Promise((resolve) => (end = resolve))) };
    const runner = new SimulationRunner(
      { claim: () => Promise.resolve(waiting.pop()) } as unknown as SimulationClaims,
      runs as unknown as SimulationRuns,
      { withDigest: () => Promise.resolve({ definition: { population: {} } }) } as unknown as WorkflowCatalog,
      new RunComputation(pool as unknown as EnginePool, undefined as unknown as SurveyModel),
      undefined as unknown as Datasets,
      undefined as unknown as RunBlocks,
    );
    loop = runner.work('sandbox');
    await jest.advanceTimersByTimeAsync(1);
    expect(task).toBeDefined();
  });
  afterEach(() => jest.useRealTimers());

  it('A heartbeat starts only after the previous one was written', async () => {
    await jest.advanceTimersByTimeAsync(5_000);
    expect(open).toHaveLength(1);
    open[0]?.(true);
    await jest.advanceTimersByTimeAsync(500);
    expect(open).toHaveLength(2);
    end({ ok: true, stages: [] });
    open[1]?.(true);
    await loop;
    expect(calls).toContain('completed');
    expect(jest.getTimerCount()).toBe(0);
  });

  it('A run that needs more memory than its thread has fails with advice, and the worker continues', async () => {
    end(Promise.reject(Object.assign(new Error('out of memory'), { code: 'ERR_WORKER_OUT_OF_MEMORY' })));
    await jest.advanceTimersByTimeAsync(500);
    open[0]?.(true);
    await loop;
    expect(failure).toMatch(/^The run needs more memory than the service has for one run\. Use fewer agents/);
  });

  it('The last heartbeat ends before the run is requeued', async () => {
    await jest.advanceTimersByTimeAsync(500);
    Atomics.store(task!.control, stopRequested, 1);
    end({ ok: false, code: 'stopped', message: 'The run was stopped.' });
    await jest.advanceTimersByTimeAsync(2_000);
    expect(calls).toEqual([]);
    open[0]?.(true);
    await loop;
    expect(calls).toEqual(['beat', 'requeued']);
    expect(open).toHaveLength(1);
  });

  it.each([
    ['simulation', 'simulation', 'fewer agents or parameter draws'],
    ['goal', 'goal', 'a smaller `agent_count` or fewer `parameters`'],
    ['sensitivity', 'sensitivity analysis', 'a smaller `agent_count`, fewer `samples`, `trajectories` or `parameters`'],
  ])('The failure of a run that takes too long names fields that its request has: %s', async (kind, noun, fields) => {
    Object.assign(simulation, { kind });
    reportStart(task!.control, undefined);
    await jest.advanceTimersByTimeAsync(31_000);
    open[0]?.(true);
    end({ ok: false, code: 'stopped', message: 'The run was stopped.' });
    await loop;
    Object.assign(simulation, { kind: 'simulation' });
    expect(failure).toBe(
      `The ${noun} needs more than the 30 seconds of processor time of the plan. Use ${fields}, or a simpler definition.`,
    );
  });
});
