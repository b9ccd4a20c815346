import { isDeepStrictEqual } from 'node:util';
import { baselineScenario, type Scenario, type WorkflowDefinition } from '../../model/definition.js';
import { familyOf } from '../../model/families/family-of.js';
import type { Sentence } from '../../model/equations/sentence.js';
import { decideAgents } from '../../model/simulation/simulate-chunk.js';
import { agentFields, agentRenderer } from '../../model/transcript.js';
import { type Agent, type Expected, numberOf, numbers, type Statement } from './transcript-statements.js';

const seed = 7;

/** Agents of one scenario. */
export interface TranscribedAgents {
  readonly definition: WorkflowDefinition;
  readonly scenario: Scenario;
  readonly agent: (index: number) => Transcribed;
}

/** An agent with the sentences of its transcript. */
export interface Transcribed {
  readonly agent: Agent;
  readonly sentences: readonly Sentence[];
}

export function transcribe(definition: WorkflowDefinition, scenario: Scenario, agentCount: number): TranscribedAgents {
  const output = decideAgents(definition, scenario, seed, agentCount);
  const columns = Object.fromEntries(output.columns.map(({ name, values }) => [name, values]));
  const { decision } = definition;
  const render = agentRenderer(definition, scenario, output, agentFields);
  const transcriber = familyOf(decision).transcriber(definition, scenario, output);
  const coefficients = 'coefficients' in decision ? decision.coefficients : [];
  return {
    definition,
    scenario,
    agent: (index) => ({
      agent: {
        ...render(index),
        column: (name) => columns[name]![index]!,
        all: (name) => Array.from(columns[name]!),
        average: (name) => {
          const { values } = averageAgents(definition).find((column) => column.name === name)!;
          return Array.from(values).reduce((sum, value) => sum + value / averageCount, 0);
        },
        coefficient: (id) => columns[`taste.${id}`]?.[index] ?? coefficients.find((one) => one.id === id)!.estimate,
        decision,
      },
      sentences: transcriber(index).flat(),
    }),
  };
}

const averageCount = 400;
const averages = new WeakMap<WorkflowDefinition, ReturnType<typeof decideAgents>['columns']>();

/** The agents that transcripts call average: the first 400 agents of seed 0 at the baseline. */
function averageAgents(definition: WorkflowDefinition) {
  const columns =
    averages.get(definition) ?? decideAgents(definition, baselineScenario(definition), 0, averageCount).columns;
  averages.set(definition, columns);
  return columns;
}

/**
 * Numbers and words of the statements that are not those of the record, and other numbers in the transcript, which no statement explains.
 *
 * @param used gets the patterns that occur
 */
export function contradictedNumbers(
  { definition, scenario }: TranscribedAgents,
  { agent, sentences }: Transcribed,
  statements: readonly Statement[],
  used: Set<RegExp>,
): unknown[] {
  const change = sentences.find(({ kind }) => kind === 'change')?.text ?? '';
  const text = agent.transcript.join('\n').replace(change, '');
  const known = new Set(['5', '100', ...proseOf(definition).flatMap((prose) => prose.match(numbers) ?? [])]);
  const contradictions: unknown[] = [];
  for (const [pattern, ...expected] of statements) {
    const texts = pattern.exec(text)?.slice(1);
    if (!texts) continue;
    used.add(pattern);
    const recorded = expected.map((compute) => compute(agent, scenario));
    const stated = texts.map((one, k) => valueOf(one, recorded[k]!));
    if (!isDeepStrictEqual(stated, recorded)) contradictions.push({ pattern, stated, recorded });
    for (const one of texts) for (const number of one.match(numbers) ?? []) known.add(number);
  }
  const unknown = (text.match(numbers) ?? []).filter((number) => !known.has(number));
  return unknown.length > 0 ? [...contradictions, { unknown, text }] : contradictions;
}

/** Contradictions of the stated change of a parameter: it does not change the outcome, or has other numbers than the situation and the change. */
export function contradictedChange(
  { definition, scenario }: TranscribedAgents,
  { agent, sentences }: Transcribed,
  index: number,
  agentCount: number,
): unknown[] {
  const change = sentences.find(({ kind }) => kind === 'change');
  if (change?.kind !== 'change' || change.facts.parameter === undefined) return [];
  const { parameter, value } = change.facts;
  // Other agents stay the same in the change that a transcript of an interacting agent describes.
  if (familyOf(definition.decision).interacting) {
    const stated = change.text.match(/[\d.]+(?=%| times)/g)!.map(Number);
    const isStated = [Number(value), 100 * Number(value)].some((one) =>
      stated.some((number) => Math.abs(number - one) <= 0.05 * one),
    );
    return isStated ? [] : [{ parameter, value, stated }];
  }
  const { agent: changed } = transcribe(definition, { ...scenario, [parameter]: value }, agentCount).agent(index);
  const results = [agent, changed].map(({ outcome, measures }) => ({ outcome, measures }));
  const contradictions: unknown[] = isDeepStrictEqual(results[0], results[1]) ? [{ parameter, value, results }] : [];
  const [, after, before] = /(?:With|At|had) (.*?) instead of (.*?),/.exec(change.text) ?? [];
  for (const [one, own, setting] of [
    [before, agent, scenario[parameter]],
    [after, changed, value],
  ] as const)
    for (const number of one?.match(numbers) ?? []) {
      const situation = own.transcript.slice(0, 2).join('\n').match(numbers) ?? [];
      const known = [Number(setting), Number(setting) * 100].map((n) => String(Math.round(n))).concat(situation);
      // The change has as many digits as the outcome needs.
      if (!known.includes(number) && !known.includes(String(Math.round(Number(number)))))
        contradictions.push({ parameter, number, known });
    }
  return contradictions;
}

/** Raw numbers, placeholders and missing texts, and plurals of one. Texts about choices have prices and times with up to four decimals. */
export function unfinishedIn({ decision }: WorkflowDefinition): RegExp {
  const decimals = decision.family === 'conditional_logit' ? 5 : 3;
  const one = '(?<![\\d.])1 (years|months|weeks|persons|visits|points|rounds|measures|sons|gifts)\\b';
  return new RegExp(`\\d\\.\\d{${decimals}}|[{}]|\\.\\.| {2}|NaN|undefined|null|${one}`);
}

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
    typeof value === 'string'
      ? [value]
      : value && typeof value === 'object'
        ? Object.values(value).flatMap(strings)
        : [];
  return strings([narrative, scenario, population, decision]).filter((text) => text.includes(' '));
}
