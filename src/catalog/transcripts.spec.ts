import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { baselineScenario, type Scenario, type WorkflowDefinition } from '../engine/definition.js';
import { familyOf } from '../engine/families/family-of.js';
import type { SentenceKind } from '../engine/model/sentence.js';
import { decideAgents } from '../engine/simulation/decide-agents.js';
import { agentFields, agentRenderer } from '../engine/transcript.js';
import { readWorkflow, scenarioOf } from './testing/catalog-workflow.js';
import { type Agent, type Expected, numberOf, numbers, statements } from './testing/transcript-statements.js';

const seed = 7;
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
    const { agent, sentences } = read(title);
    expect(agent.transcript).toEqual(transcript);
    for (const { kind } of sentences) kinds.add(kind);
  });

  it.each(golden)('Each number in the transcript of %s is the number of the record', (title) => {
    const { definition, scenario, agent, sentences, slug } = read(title);
    const change = sentences.find(({ kind }) => kind === 'change')?.text ?? '';
    const text = agent.transcript.join('\n').replace(change, '');
    const known = new Set(['5', '100', ...proseOf(definition).flatMap((prose) => prose.match(numbers) ?? [])]);
    for (const [pattern, ...expected] of [...statements['all workflows']!, ...statements[slug]!]) {
      const stated = pattern.exec(text)?.slice(1);
      if (!stated) continue;
      used.add(pattern);
      const values = expected.map((compute) => compute(agent, scenario));
      expect([pattern, ...stated.map((one, k) => valueOf(one, values[k]!))]).toEqual([pattern, ...values]);
      for (const one of stated) for (const number of one.match(numbers) ?? []) known.add(number);
    }
    expect((text.match(numbers) ?? []).filter((number) => !known.has(number))).toEqual([]);
  });

  it.each(golden)('The change in the transcript of %s changes the outcome', (title) => {
    const { definition, scenario, index, agent, sentences } = read(title);
    const change = sentences.find(({ kind }) => kind === 'change');
    // Other agents stay the same in the change that a transcript of an interacting agent describes.
    if (change?.kind !== 'change' || change.facts.parameter === undefined) return;
    const { parameter, value } = change.facts;
    if (familyOf(definition.decision).interacting) {
      const stated = change.text.match(/[\d.]+(?=%| times)/g)!.map(Number);
      return expect(stated.filter((number) => [Number(value), 100 * Number(value)].some((one) => Math.abs(number - one) <= 0.05 * one))).not.toEqual([]);
    }
    const { agent: changed } = simulated(definition, { ...scenario, [parameter]: value }, index);
    expect([changed.outcome, changed.measures]).not.toEqual([agent.outcome, agent.measures]);
    const [, after, before] = /(?:With|At|had) (.*?) instead of (.*?),/.exec(change.text) ?? [];
    for (const [one, own, setting] of [
      [before, agent, scenario[parameter]],
      [after, changed, value],
    ] as const)
      for (const number of one?.match(numbers) ?? []) {
        const situation = own.transcript.slice(0, 2).join('\n').match(numbers) ?? [];
        expect([Number(setting), Number(setting) * 100].map((n) => String(Math.round(n))).concat(situation)).toContain(number);
      }
  });

  it('Every kind of sentence and every statement occurs', () => {
    const all: Record<SentenceKind, true> = {
      ...{ introduction: true, situation: true, assignment: true, alternative: true, unavailable: true, variable: true },
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
  const scenario = scenarioOf(definition, JSON.parse(context) as object);
  return { slug, definition, scenario, index: Number(index), ...simulated(definition, scenario, Number(index)) };
}

function simulated(definition: WorkflowDefinition, scenario: Scenario, index: number) {
  const output = decideAgents(definition, scenario, seed, agentCount);
  const columns = Object.fromEntries(output.columns.map(({ name, values }) => [name, values]));
  const agent: Agent = {
    ...agentRenderer(definition, scenario, output, agentFields)(index),
    column: (name) => columns[name]![index]!,
    all: (name) => Array.from(columns[name]!),
    average: (name) => {
      const { values } = averageAgents(definition).find((column) => column.name === name)!;
      return Array.from(values).reduce((sum, value) => sum + value / agentCount, 0);
    },
    decision: definition.decision,
  };
  return { agent, sentences: familyOf(definition.decision).transcriber(definition, scenario, output)(index).flat() };
}

/** The agents that transcripts call average: the first 400 agents of seed 0 at the baseline. */
const averageAgents = (definition: WorkflowDefinition) =>
  decideAgents(definition, baselineScenario(definition), 0, agentCount).columns;

/** The expected value if the stated text rounds it, otherwise the stated number or word. */
function valueOf(stated: string, expected: Expected): Expected {
  if (typeof expected === 'string') return stated;
  const number = numberOf(stated);
  const [low, high] = typeof expected === 'number' ? [expected, expected] : expected;
  const decimals = /\.(\d+)/.exec(stated)?.[1]!.length ?? 0;
  const rounding = 0.5001 * (stated.endsWith('%') ? 0.01 : 10 ** -decimals);
  return number >= low - rounding && number <= high + rounding ? expected : number;
}

/** The texts of a definition, without its numbers, and without the texts about its data. */
function proseOf({ narrative, scenario, population, decision }: WorkflowDefinition): string[] {
  const strings = (value: unknown): string[] =>
    typeof value === 'string' ? [value] : value && typeof value === 'object' ? Object.values(value).flatMap(strings) : [];
  return strings([narrative, scenario, population, decision]).filter((text) => text.includes(' '));
}
