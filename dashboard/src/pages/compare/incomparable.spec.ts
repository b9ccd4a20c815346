import type { Adjustments } from '../run/repeated-request';
import { incomparableReason } from './incomparable';
import type { Simulation } from '../../results/figure';

const simulation = (changes: Partial<Simulation>) =>
  ({ workflow_version: '1.0.0', seed: 7, agent_count: 60, adjustments: null, ...changes }) as Simulation;
const adjusted = (adjustments: Adjustments, changes: Partial<Simulation> = {}) =>
  simulation({ adjustments: { published_digest: '0', warnings: [], ...adjustments }, ...changes });
const reasonOf = (first: Simulation, other: Simulation) => incomparableReason('different_definition', first, other);

const targets: Adjustments = { calibration_targets: [{ outcome: 'train', share: 0.2 }] };

describe('the reason of different definitions', () => {
  it('Different versions are named, and a new run of both makes them comparable', () => {
    const reason = reasonOf(simulation({}), simulation({ workflow_version: '2.0.0' }));
    expect(reason).toMatchObject({ title: 'used different versions of the workflow', again: 'both' });
  });

  it('Different adjustments are named, and no new run is offered', () => {
    const reason = reasonOf(adjusted({ ...targets, where: { sex: 'female' } }), simulation({}));
    expect(reason.title).toBe('have different adjustments of the workflow');
    expect(reason.text).toMatch(/^Their segments and calibration targets differ\./);
    expect(reason).not.toHaveProperty('again');
  });

  it('Different versions with different adjustments are both named', () => {
    const reason = reasonOf(simulation({}), adjusted(targets, { workflow_version: '2.0.0' }));
    expect(reason.title).toBe('used different versions of the workflow, with different adjustments');
    expect(reason.text).toBe('Their calibration targets differ.');
  });

  it('Equal targets that match different agents are comparable after a run with the same agents', () => {
    const reason = reasonOf(adjusted(targets), adjusted(targets, { seed: 8 }));
    expect(reason).toMatchObject({ title: 'match their calibration targets with different agents', again: 'other' });
  });

  it('Without a visible difference, both causes are named', () => {
    expect(reasonOf(simulation({}), simulation({})).text).toBe(
      'Their versions or their adjustments of the workflow differ.',
    );
  });
});

describe('other reasons', () => {
  it('A reason that the dashboard does not know has a general text', () => {
    expect(incomparableReason('new_reason', simulation({}), simulation({})).title).toBe('do not have the same agents');
    expect(incomparableReason('different_engine_version', simulation({}), simulation({})).again).toBe('both');
  });
});
