import type { Transaction } from '../platform/database/databases.service.js';
import { Outbox } from '../platform/outbox/outbox.js';

/** In the transaction of a simulation's end: whoever is to hear of it will. */
export async function announceEnd(tx: Transaction, simulationId: string): Promise<void> {
  await Outbox.append(tx, { kind: 'simulation.finished', payload: { simulation_id: simulationId } });
}
