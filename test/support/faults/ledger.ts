import { randomUUID } from 'node:crypto';
import type { Api, Answer } from '../api-client.js';
import { workflowId, type SimulationRecord } from '../simulations.js';

export interface Asked {
  idempotencyKey: string;
  body: { workflow_id: string; agent_count: number; seed: number };
  /** Known once an answer came. */
  id: string | undefined;
  /** Whether a cancel was sent, and whether it was answered with success. */
  cancel: 'never' | 'asked' | 'answered';
}

/** What a customer has asked for and been told, to be compared with what there is. */
export class Ledger {
  readonly asked: Asked[] = [];
  /** Calls that got an answer, and calls that got none. */
  answered = 0;
  lost = 0;

  get accepted(): Asked[] {
    return this.asked.filter(({ id }) => id !== undefined);
  }

  async create(api: Api, agentCount: number, seed: number, workflow = workflowId): Promise<void> {
    const body = { workflow_id: workflow, agent_count: agentCount, seed };
    const asked: Asked = { idempotencyKey: randomUUID(), body, id: undefined, cancel: 'never' };
    this.asked.push(asked);
    await this.send(api, asked);
  }

  /** The same request again: whoever was accepted before is told the same, and nobody is accepted twice. */
  async send(api: Api, asked: Asked): Promise<void> {
    const headers = { 'idempotency-key': asked.idempotencyKey };
    const answer = await this.call<SimulationRecord>(() =>
      api.call('/v1/simulations', { method: 'POST', json: asked.body, headers }),
    );
    if (answer?.status !== 202) return;
    const { id } = answer.body.data;
    if (asked.id !== undefined && asked.id !== id) throw new Error(`a replay answered ${id} for ${asked.id}`);
    asked.id = id;
  }

  async cancel(api: Api, asked: Asked): Promise<void> {
    if (asked.cancel === 'never') asked.cancel = 'asked';
    const answer = await this.call(() => api.call(`/v1/simulations/${asked.id}/cancel`, { method: 'POST' }));
    if (answer?.status === 200) asked.cancel = 'answered';
  }

  /** A call that may get no answer, or 503; anything else that is no success is a mistake of ours. */
  async call<T>(send: () => Promise<Answer<T>>): Promise<Answer<T> | undefined> {
    const answer = await send().catch((error: unknown) => {
      // What fetch throws when the connection was refused or broken; the class is not the one that tests know under this name.
      if ((error as Error).name === 'TypeError') return undefined;
      throw error;
    });
    if (answer) this.answered += 1;
    else this.lost += 1;
    if (answer && answer.status >= 400 && ![409, 503].includes(answer.status)) {
      throw new Error(`answered ${answer.status}: ${answer.text}`);
    }
    return answer;
  }
}
