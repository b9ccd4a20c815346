import type { ParameterQuantity } from '../../../model/simulate.js';
import type { EngineMessage, EngineReply, EngineRequest, EngineResult } from './engine-messages';
import { startWorker } from './start-worker';

/** A worker with one definition. It computes one request at a time. */
export class Engine {
  readonly #worker = startWorker();
  /** Resolves when the definition is loaded. */
  readonly quantities: Promise<Readonly<Record<string, ParameterQuantity>>>;

  constructor(definition: unknown) {
    this.quantities = this.#send({ definition }).then((reply) => ('quantities' in reply ? reply.quantities : {}));
    // `compute` throws the failure. This keeps it from being unhandled until then.
    this.quantities.catch(() => undefined);
  }

  async compute(request: EngineRequest): Promise<EngineResult> {
    await this.quantities;
    return ((await this.#send({ request })) as { result: EngineResult }).result;
  }

  close(): void {
    this.#worker.terminate();
  }

  #send(message: EngineMessage): Promise<EngineReply> {
    return new Promise((resolve, reject) => {
      this.#worker.onmessage = ({ data }: MessageEvent<EngineReply>) =>
        'problem' in data ? reject(new Error(data.problem)) : resolve(data);
      this.#worker.onerror = ({ message: text }) => reject(new Error(text || 'The engine could not start.'));
      this.#worker.postMessage(message);
    });
  }
}
