import { bootstrapKey, withTemporaryService } from '../embedded/temporary-service.js';
import { questionIndexIsBuilt } from './question-index.js';

export interface BenchService {
  url: string;
  key: string;
}

const limits = { growth: { simulations_per_month: 1_000_000, requests_per_minute: 1_000_000 } };
/** Settings of a service whose limits are never reached. */
export const benchSettings = { LOG_LEVEL: 'error', SVC_PLAN_LIMITS: JSON.stringify(limits) };

/** Runs `work` with a whole service and a key on the growth plan. Stops the service afterwards. */
export function withService<T>(work: (service: BenchService) => Promise<T>, settings: object = {}): Promise<T> {
  return withTemporaryService({ name: 'bench', settings: { ...benchSettings, ...settings } }, async (service) => {
    const { url } = service.running;
    const key = await bootstrapKey(service, 'Bench');
    await questionIndexIsBuilt(url, key);
    return work({ url, key });
  });
}
