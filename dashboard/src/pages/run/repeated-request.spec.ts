import type { components } from '../../api/client';
import { repeatedRequest } from './repeated-request';

describe('repeatedRequest', () => {
  it('A repeated request has the agents, the adjustments and the method of the intervals of the simulation', () => {
    const targets = [{ outcome: 'train', share: 0.2 }];
    const simulation = {
      ...{ workflow_id: 'swissmetro-mode-choice', agent_count: 60, seed: 7, scenario_context: {} },
      uncertainty: { method: 'delta', parameter_draws: null },
      adjustments: { published_digest: '0', warnings: [], where: { sex: 'female' }, calibration_targets: targets },
    } as unknown as components['schemas']['Simulation'];
    expect(repeatedRequest(simulation, { train_cost_factor: 0.8 })).toEqual({
      workflow_id: 'swissmetro-mode-choice',
      agent_count: 60,
      seed: 7,
      scenario_context: { train_cost_factor: 0.8 },
      uncertainty: { method: 'delta' },
      where: { sex: 'female' },
      calibration_targets: targets,
    });
  });
});
