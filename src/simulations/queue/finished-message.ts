import type { Transaction } from '../../platform/database/databases.service.js';
import { Outbox } from '../../platform/outbox/outbox.js';

/** Reports a finished simulation to the relay. Call it in the transaction that finishes the simulation. */
export async function appendFinishedMessage(tx: Transaction, simulationId: string): Promise<void> {
  await Outbox.append(tx, { kind: 'simulation.finished', payload: { simulation_id: simulationId } });
}
