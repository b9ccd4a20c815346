import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SentenceKind } from '../model/equations/sentence.js';
import { readWorkflow, scenarioOf } from './testing/catalog-workflow.js';
import { contradictedChange, contradictedNumbers, transcribe } from './testing/transcript-properties.js';
import { statements } from './testing/transcript-statements.js';

const agentCount = 400;

/** Complete transcripts. The title of each names the workflow, the agent and the changed parameters. */
const golden = readFileSync(join(import.meta.dirname, 'golden/transcripts.txt'), 'utf8')
  .trimEnd()
  .split('\n\n')
  .map((block): [title: string, transcript: string[]] => {
    const [title = '', ...transcript] = block.split('\n');
    return [title.slice(2), transcript];
  });

const used = new Set<RegExp>();
const kinds = new Set<SentenceKind>();

describe('transcripts', () => {
  it.each(golden)('The transcript of %s is the one in the file', (title, transcript) => {
    const { agent, sentences } = read(title).own;
    expect(agent.transcript).toEqual(transcript);
    for (const { kind } of sentences) kinds.add(kind);
  });

  it.each(golden)('Each number in the transcript of %s is the number of the record', (title) => {
    const { slug, agents, own } = read(title);
    const all = [...statements['all workflows']!, ...statements[slug]!];
    expect(contradictedNumbers(agents, own, all, used)).toEqual([]);
  });

  it.each(golden)('The change in the transcript of %s changes the outcome', (title) => {
    const { agents, own, index } = read(title);
    expect(contradictedChange(agents, own, index, agentCount)).toEqual([]);
  });

  it('Every kind of sentence and every statement occurs', () => {
    const all: Record<SentenceKind, true> = {
      ...{
        introduction: true,
        situation: true,
        assignment: true,
        alternative: true,
        unavailable: true,
        variable: true,
      },
      ...{ latent_class: true, runner_up: true, reasons: true, no_reasons: true, other_effects: true, total: true },
      ...{ error_changes: true, error_favors: true, outcome: true, amount: true, probability: true, rank: true },
      ...{ baseline: true, change: true, change_outside: true, contacts: true, adoption: true, exposure: true },
      ...{ pressure: true, reluctance: true, rounds: true, match_end: true },
    };
    expect([...kinds].sort()).toEqual(Object.keys(all).sort());
    const patterns = Object.values(statements).flatMap((own) => own.map(([pattern]) => pattern));
    expect(patterns.filter((pattern) => !used.has(pattern))).toEqual([]);
  });
});

function read(title: string) {
  const [, slug = '', index = '', context = ''] = /^(\S+) (\d+) (.*)$/.exec(title)!;
  const definition = readWorkflow(slug);
  const agents = transcribe(definition, scenarioOf(definition, JSON.parse(context) as object), agentCount);
  return { slug, agents, index: Number(index), own: agents.agent(Number(index)) };
}
