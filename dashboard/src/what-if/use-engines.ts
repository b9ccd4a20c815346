import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useReducer, useState } from 'react';
import { api, data } from '../api/client';
import type { EngineMessage, EngineParameters, EngineReply, EngineRequest, EngineResult } from './engine-messages';
import { NewestFirst } from './newest-first';
import { startWorker } from './start-worker';

/** The definition of a workflow for the engine. A version never changes, so the browser reads it once. */
function useDefinition(workflowId: string, version: string, isKnown: boolean) {
  return useQuery({
    queryKey: ['case-studies', 'definition', workflowId, version],
    queryFn: ({ signal }) => {
      const params = { path: { workflow_id: workflowId }, query: { version } };
      return data(api.GET('/v1/case-studies/{workflow_id}/definition', { params, signal }));
    },
    staleTime: Infinity,
    enabled: !isKnown,
  });
}

type Results = Pick<NewestFirst<EngineRequest, EngineResult>, 'of' | 'want' | 'latest'>;

interface Engines {
  /** Few agents, while a control moves. */
  moving: Results;
  /** All agents, and everything else that is computed while nothing moves. */
  atRest: Results;
}

/**
 * Two workers with the definition: what is computed at rest must not delay the next position of a control. The component renders again after
 * each result.
 *
 * @param known the definition, if the page has it
 */
export function useEngines(workflowId: string, version: string, known?: object) {
  const definition = useDefinition(workflowId, version, known !== undefined);
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);
  const [engines, setEngines] = useState<Engines>();
  const [parameters, setParameters] = useState<EngineParameters>();
  const [problem, setProblem] = useState<Error>();
  const content = known ?? definition.data?.definition;
  useEffect(() => {
    if (!content) return undefined;
    const workers = [new Engine(content), new Engine(content)] as const;
    const resultsOf = (engine: Engine) =>
      new NewestFirst<EngineRequest, EngineResult>((request) => engine.compute(request), renderAgain);
    setEngines({ moving: resultsOf(workers[0]), atRest: resultsOf(workers[1]) });
    workers[0].parameters.then(setParameters, setProblem);
    return () => workers.forEach((worker) => worker.close());
  }, [content]);
  return useMemo(
    () => ({ engines, ...parameters, definition, problem: problem ?? definition.error }),
    [engines, parameters, definition, problem],
  );
}

/** A worker with one definition. It computes one request at a time. */
class Engine {
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
