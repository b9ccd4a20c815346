import { RequestThreads } from '../../platform/process/request-threads.service.js';
import { AppError } from '../../common/errors/app-error.js';
import type { Populations } from '../populations/populations.service.js';
import type { Caller } from '../../common/identity/caller.js';
import type { Workflow } from '../../workflows/workflow-catalog.service.js';
import type { SavedTargetMatches } from '../target-matches/target-matches.service.js';
import { AdjustedWorkflows } from './adjusted-workflows.service.js';

describe('AdjustedWorkflows', () => {
  it('Requests that wait for the thread have not read their populations, so that they use little memory', async () => {
    let reads = 0;
    let concurrentReads = 0;
    const people = async () => {
      concurrentReads = Math.max(concurrentReads, ++reads);
      await new Promise((resolve) => setTimeout(resolve, 5));
      reads--;
      throw AppError.withIssues('invalid_adjustment', []);
    };
    const threads = new RequestThreads();
    const adjusted = new AdjustedWorkflows({ people } as unknown as Populations, {} as SavedTargetMatches, threads);
    const workflow = { definition: { workflow_id: 'w' }, digest: 'd' } as unknown as Workflow;
    const caller = { organizationId: 'o', tier: 'sandbox' } as Caller;
    const apply = () => adjusted.apply(caller, workflow, { population_id: 'pop_1' }, { seed: 1, agentCount: 1 });
    const results = await Promise.allSettled(Array.from({ length: 5 }, apply));
    expect(results.map(({ status }) => status)).toEqual(Array(5).fill('rejected'));
    expect(concurrentReads).toBe(1);
    await threads.onApplicationShutdown();
  });
});
