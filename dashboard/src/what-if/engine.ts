import type { EngineMessage, EngineParameters, EngineReply, EngineRequest, EngineResult } from './engine-messages';
import { startWorker } from './start-worker';

/** A worker with one definition. It computes one request at a time. */
export class Engine {
  readonly #worker = startWorker();
  /** What the parameters mean. Resolves when the definition is loaded. */
  readonly parameters: Promise<EngineParameters>;

  constructor(definition: unknown) {
    this.parameters = this.#send({ definition }) as Promise<EngineParameters>;
    // `compute` throws the failure. This keeps it from being unhandled until then.
    this.parameters.catch(() => undefined);
  }

  async compute(request: EngineRequest): Promise<EngineResult> {
    await this.parameters;
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
