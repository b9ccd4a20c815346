import { AppError } from '../../../common/errors/app-error.js';
import { ResultStore, type ResultFiles, type ResultOrigin, type ResultRow } from './result-store.js';

/** Stores the files in the row. */
export class DatabaseResultStore extends ResultStore {
  save(_origin: ResultOrigin, { agents, events }: ResultFiles): Promise<ResultRow> {
    return Promise.resolve({ agents, agentsKey: null, events, eventsKey: null });
  }

  load({ agents, events }: ResultRow): Promise<ResultFiles> {
    if (agents) return Promise.resolve({ agents, events });
    const cause = new Error('the results are in a bucket, but SVC_RESULTS_S3_BUCKET is not set');
    return Promise.reject(new AppError('service_unavailable', {}, { cause }));
  }

  cleanUp(): Promise<void> {
    return Promise.resolve();
  }
}
