import { randomUUID } from 'node:crypto';
import type { ApiClient, ApiResponse } from '../api-client.js';
import { workflowId, type SimulationRecord } from '../simulations.js';

export interface RequestedSimulation {
  idempotencyKey: string;
  body: { workflow_id: string; agent_count: number; seed: number };
  /** Set by the first successful response. */
  id: string | undefined;
  /** Whether a cancel request was sent, and whether it succeeded. */
  cancel: 'not sent' | 'sent' | 'confirmed';
}

/** A customer's record of its requests and their responses, for comparison with the state of the service. */
export class Ledger {
  readonly requests: RequestedSimulation[] = [];
  /** Numbers of calls with a response and without one. */
  responseCount = 0;
  lostCount = 0;

  get accepted(): RequestedSimulation[] {
    return this.requests.filter(({ id }) => id !== undefined);
  }

  async create(api: ApiClient, agentCount: number, seed: number, workflow = workflowId): Promise<void> {
    const body = { workflow_id: workflow, agent_count: agentCount, seed };
    const request: RequestedSimulation = { idempotencyKey: randomUUID(), body, id: undefined, cancel: 'not sent' };
    this.requests.push(request);
    await this.send(api, request);
  }

  /** Sends the request, possibly again. A replay must return the id of the first response. */
  async send(api: ApiClient, request: RequestedSimulation): Promise<void> {
    const headers = { 'idempotency-key': request.idempotencyKey };
    const response = await this.call<SimulationRecord>(() =>
      api.call('/v1/simulations', { method: 'POST', json: request.body, headers }),
    );
    if (response?.status !== 202) return;
    const { id } = response.body.data;
    if (request.id !== undefined && request.id !== id) throw new Error(`a replay returned ${id} for ${request.id}`);
    request.id = id;
  }

  async cancel(api: ApiClient, request: RequestedSimulation): Promise<void> {
    if (request.cancel === 'not sent') request.cancel = 'sent';
    const response = await this.call(() => api.call(`/v1/simulations/${request.id}/cancel`, { method: 'POST' }));
    if (response?.status === 200) request.cancel = 'confirmed';
  }

  /** A call may lose its connection or get 409 or 503. Any other error is a defect. */
  async call<T>(send: () => Promise<ApiResponse<T>>): Promise<ApiResponse<T> | undefined> {
    const response = await send().catch((error: unknown) => {
      // fetch throws a TypeError for a failed connection. Jest has its own TypeError class, so `instanceof` does not work.
      if ((error as Error).name === 'TypeError') return undefined;
      throw error;
    });
    if (response) this.responseCount += 1;
    else this.lostCount += 1;
    if (response && response.status >= 400 && ![409, 503].includes(response.status)) {
      throw new Error(`responded ${response.status}: ${response.text}`);
    }
    return response;
  }
}
