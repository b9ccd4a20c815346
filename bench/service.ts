import { privateEnvironment } from '../embedded/private-environment.js';
import { bootstrapKey, withTemporaryService } from '../embedded/temporary-service.js';

export interface BenchService {
  url: string;
  key: string;
}

const limits = { growth: { simulations_per_month: 1_000_000, requests_per_minute: 1_000_000 } };
const settings = { LOG_LEVEL: 'error', SVC_PLAN_LIMITS: JSON.stringify(limits) };

/** An environment of its own, with limits that are far away. */
export const environmentOf = (dataDir: string): NodeJS.ProcessEnv => privateEnvironment(dataDir, settings);

/** Runs `work` against the whole service with a key on the growth plan, and takes everything down after it. */
export function withService<T>(work: (service: BenchService) => Promise<T>): Promise<T> {
  return withTemporaryService({ name: 'bench', settings }, async (service) =>
    work({ url: service.running.url, key: await bootstrapKey(service, 'Bench') }),
  );
}
