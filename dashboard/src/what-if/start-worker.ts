/** The worker of the engine, from its own file. A page that is one file has it inside: see `dashboard/simulator.config.ts`. */
export const startWorker = () => new Worker(new URL('./engine.worker.ts', import.meta.url), { type: 'module' });
