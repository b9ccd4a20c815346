import type { SimulationService } from './client.js';
import type { RunPath, Runs } from './runs.js';

const paths = {
  sim: 'simulations',
  swp: 'sweeps',
  goal: 'goals',
  sens: 'sensitivities',
  fit: 'fits',
  srv: 'surveys',
  bias: 'biasReports',
  lsim: 'largeSimulations',
} as const;

/** The runs to which an id belongs, by its prefix. Unknown ids are looked for among the simulations. */
export function runsOf(client: SimulationService, id: string): Runs<RunPath> {
  const kind = paths[id.slice(0, Math.max(0, id.indexOf('_'))) as keyof typeof paths] ?? 'simulations';
  return client[kind] as unknown as Runs<RunPath>;
}
