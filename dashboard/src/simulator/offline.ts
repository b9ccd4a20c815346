// Replaces the modules of `dashboard/simulator.config.ts` in a page that is one file: it has its worker inside, and no service.
import EngineWorker from '../what-if/engine.worker.ts?worker&inline';

export const startWorker = () => new EngineWorker();

export const SaveScenario = () => null;

export const isApiFailure = () => false;
export const api = { GET: () => Promise.reject(new Error('This page has no service.')) };
export const data = <Data>(call: Promise<Data>): Promise<Data> => call;
