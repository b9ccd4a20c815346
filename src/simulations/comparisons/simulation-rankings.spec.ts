import type { Simulation } from '../../platform/database/generated/client.js';
import type { Caller } from '../../common/identity/caller.js';
import type { AnalysisThreads } from '../analysis/analysis-threads.service.js';
import type { CompletedSimulations } from '../results/completed-simulations.service.js';
import { SimulationRankings } from './simulation-rankings.service.js';

const summary = { outcomes: [{ id: 'train' }], outcome_groups: [], measures: [], uncertainty: { method: 'delta' } };
const simulationOf = (id: string) =>
  ({
    ...{
      id,
      workflowId: 'w',
      workflowVersion: '1.0.0',
      seed: 1n,
      engineVersion: '1',
      agentCount: 1,
      adjustments: null,
    },
    ...{ definitionDigest: 'd', scenarioContext: {}, summary },
  }) as unknown as Simulation;

describe('SimulationRankings', () => {
  it('A ranking loads one definition for simulations that share it, and none before its turn', async () => {
    const loaded: string[] = [];
    let loadedBefore = -1;
    const completed = {
      findSimulation: (_: unknown, id: string) => Promise.resolve(simulationOf(id)),
      workflowOf: (_: unknown, { definitionDigest }: Simulation) => {
        loaded.push(definitionDigest);
        return Promise.resolve({ definition: {}, digest: definitionDigest });
      },
      decided: () => Promise.resolve({ columns: [], events: [] }),
    };
    const compareMany = async (_: string, read: () => Promise<unknown>) => {
      loadedBefore = loaded.length;
      await read();
      throw new Error('computed');
    };
    const rankings = new SimulationRankings(
      completed as unknown as CompletedSimulations,
      { compareMany } as unknown as AnalysisThreads,
    );
    const ids = Array.from({ length: 20 }, (_, k) => `sim_${k}`);
    const query = { ids, figure: 'train', objective: 'maximize' as const };
    await expect(rankings.rank({ organizationId: 'o', tier: 'sandbox' } as Caller, query as never)).rejects.toThrow(
      'computed',
    );
    expect([loadedBefore, loaded]).toEqual([0, ['d']]);
  });
});
