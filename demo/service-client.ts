import { setTimeout as sleep } from 'node:timers/promises';

export interface Outcome {
  id: string;
  label: string;
  share: number;
  interval: [number, number];
  baseline_share: number;
  difference: number;
  difference_interval: [number, number];
  /** Parts of the error as standard errors; null if unknown. */
  errors: Errors;
  difference_errors: Errors;
}

export type Errors = Record<'simulation' | 'estimation' | 'population' | 'model', number | null>;

export interface SimulationRecord {
  id: string;
  status: string;
  agent_count: number;
  seed: number;
  progress: { agents_done: number; agents_total: number };
  failure: { code: string; message: string } | null;
  digest: string | null;
  summary: {
    outcomes: Outcome[];
    outcome_groups: Outcome[];
    flows: { from: string; to: string; count: number }[];
  } | null;
}

export interface Agent {
  agent_id: string;
  outcome: string;
  baseline_outcome: string;
  transcript: string[];
}

export interface CaseStudy {
  name: string;
  /** Id of the outcome or outcome group of interest; null for the first outcome. */
  headline_outcome: string | null;
  scenario_schema: { properties: Record<string, { title?: string }> };
  evidence: {
    data: { title: string; kind: string };
    fits: { sample: string; observations: number; null_models: { id: string; mcfadden_r2: number }[] }[];
    hold_out: {
      observations: number;
      respondents: number;
      /** Compared with the shares of the training data. */
      mcfadden_r2: number;
      outcomes: { outcome: string; observed: number; predicted: number }[];
    };
  };
}

/** Calls the service over HTTP with an API key. */
export class ServiceClient {
  constructor(
    private readonly baseUrl: string,
    private readonly key: string,
    /** Aborting it ends all calls. */
    private readonly signal: AbortSignal,
  ) {}

  create(body: Record<string, unknown>): Promise<SimulationRecord> {
    return this.call('POST', '/v1/simulations', body);
  }

  /** Polls until the simulation is finished. */
  async finish(id: string, onProgress: (record: SimulationRecord) => void): Promise<SimulationRecord> {
    for (;;) {
      const record = await this.call<SimulationRecord>('GET', `/v1/simulations/${id}`);
      onProgress(record);
      if (record.status === 'completed') return record;
      if (record.failure) throw new Error(`The simulation failed: ${record.failure.message}`);
      await sleep(50);
    }
  }

  agents(id: string): Promise<Agent[]> {
    return this.call('GET', `/v1/simulations/${id}/results`);
  }

  caseStudy(workflowId: string): Promise<CaseStudy> {
    return this.call('GET', `/v1/case-studies/${workflowId}`);
  }

  private async call<T>(method: string, path: string, body?: Record<string, unknown>): Promise<T> {
    const response = await fetch(`${this.baseUrl}${path}`, {
      method,
      signal: this.signal,
      headers: { authorization: `Bearer ${this.key}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const responseBody = (await response.json()) as { data: T; error?: string; meta?: { message: string } };
    if (!response.ok) throw new Error(`${method} ${path}: ${responseBody.error}: ${responseBody.meta?.message}`);
    return responseBody.data;
  }
}
