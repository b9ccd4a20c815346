import { LRUCache } from 'lru-cache';
import { agentRenderer, type DecisionOutput, type Scenario, type WorkflowDefinition } from '../../engine/index.js';

/** Everything that transcripts are rendered from. */
export interface TranscriptSource {
  definition: WorkflowDefinition;
  scenario: Scenario;
  decided: DecisionOutput;
}

export interface TranscriptTask {
  /** Identifies the response, so that its source is sent only once. */
  response: string;
  agents: number[];
  source?: TranscriptSource;
}

/** Responses whose source stays in the memory of the thread. Others send it again. */
const maxSources = 8;

const renderers = new LRUCache<string, (index: number) => { transcript: string[] }>({ max: maxSources });

/** Runs in a thread, because rendering ten thousand transcripts takes seconds. Returns null if the source must be sent again. */
export default function renderTranscripts({ response, agents, source }: TranscriptTask): string[][] | null {
  let render = renderers.get(response);
  if (!render) {
    if (!source) return null;
    render = agentRenderer(source.definition, source.scenario, source.decided, ['transcript']);
    renderers.set(response, render);
  }
  return agents.map((index) => render(index).transcript);
}
