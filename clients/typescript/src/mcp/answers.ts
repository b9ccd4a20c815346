import type { CallToolResult } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { errorText, textFor, toolPathOf } from '../error-text.js';
import { ApiError, ConnectionError } from '../errors.js';
import type { ResultView, RunPath, RunRecord } from '../runs.js';
import { jsonText, markdownCode, markdownText, oneLine } from './markdown.js';
import type { SimulationService } from '../client.js';
import { kinds } from '../kinds.js';

/** Longer texts are cut, so that one answer does not fill the context of a model. */
const longestText = 1_000;

/**
 * The answer of a tool. Its text is JSON, so that words of questions, labels and transcripts stay quoted values: nothing in them
 * can look like a part of the protocol or like an instruction of this server.
 */
export function answer(data: Record<string, unknown>): CallToolResult {
  const structuredContent = cleaned(data) as Record<string, unknown>;
  return { content: [{ type: 'text', text: jsonText(structuredContent) }], structuredContent };
}

/** An error that a model can act on: its code, its cause with the fix, and when to repeat the call. */
export function failure(error: unknown): CallToolResult {
  return { ...answer({ error: detailsOf(error) }), isError: true };
}

function detailsOf(error: unknown): Record<string, unknown> {
  if (error instanceof ApiError) {
    const { issues, alternatives } = error.meta;
    return {
      code: error.code,
      message: textFor('tools', error),
      ...(issues && {
        issues: issues
          .slice(0, 5)
          .map(({ path, message }) => ({ path: toolPathOf(path), message: errorText(message) })),
      }),
      ...(Array.isArray(alternatives) && { alternatives: alternatives.slice(0, 3) as unknown[] }),
      retry: error.isRetryable,
      ...(error.isRetryable && { retry_after_seconds: error.retryAfterSeconds ?? 1 }),
      request_id: error.requestId,
      ...(error.docsUrl && { docs_url: error.docsUrl }),
    };
  }
  if (error instanceof ConnectionError) return { code: 'connection_failed', message: error.message, retry: true };
  throw error;
}

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') {
    const text = oneLine(value);
    return text.length > longestText ? `${text.slice(0, longestText)}…` : text;
  }
  if (Array.isArray(value)) return value.map(cleaned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) => (one === undefined ? [] : [[oneLine(key), cleaned(one)]])),
  );
}

/** The named parts of a value, in this order. */
export const pick = <Value extends object, Name extends keyof Value>(value: Value, ...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, value[name]])) as Pick<Value, Name>;

type Block = ResultView['sections'][number]['blocks'][number];
type Table = Extract<Block, { type: 'figure' }>['table'];

const cellText = ({ text, detail }: Table['rows'][number]['cells'][number]) => (detail ? `${text} (${detail})` : text);

/** The answer of a finished run: one sentence, its figures with intervals, what was tested, and what the figures do not contain. */
export function summaryOf({ title, question, scenario, headline, trust, limits }: ResultView, isComplete: boolean) {
  const table = headline.chart && 'table' in headline.chart ? headline.chart.table : undefined;
  return {
    title,
    ...(question && { question }),
    scenario,
    headline: headline.text,
    ...(table && {
      figures: {
        caption: table.caption,
        columns: table.head,
        rows: table.rows
          .slice(0, isComplete ? undefined : 8)
          .map(({ header, cells }) => [header, ...cells.map(cellText)]),
      },
    }),
    // They name the errors that the intervals do not contain.
    trust,
    limits: isComplete ? limits : limits.slice(0, 2),
    ...(!isComplete && limits.length > 2 && { more_limits: limits.length - 2 }),
  };
}

/** The result of a run as a page of Markdown. Its texts have names of callers, so that each one is escaped. */
export function pageOf({ title, facts, scenario, headline, trust, limits, sections }: ResultView): string {
  const parts = [
    `# ${markdownText(title)}`,
    facts.map(markdownText).join(' · '),
    ...scenario.map(markdownText),
    bold(headline.text),
  ];
  for (const section of sections) parts.push(`## ${markdownText(section.title)}`, ...section.blocks.map(blockText));
  parts.push('## Trust', list(trust), '## Limits', list(limits));
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

const bold = (text: string) => `**${markdownText(text)}**`;
const list = (texts: readonly string[]) => texts.map((text) => `- ${markdownText(text)}`).join('\n');

function blockText(block: Block): string {
  switch (block.type) {
    case 'text':
      return block.lead ? `${bold(block.lead)} ${markdownText(block.text)}` : markdownText(block.text);
    case 'heading':
      return `### ${markdownText(block.text)}`;
    case 'list':
      return list(block.items);
    case 'warning':
      return `${bold(block.title)} ${markdownText(block.text)}\n\n${list(block.items)}`;
    case 'facts': {
      const valueOf = block.is_code ? markdownCode : markdownText;
      return block.facts.map(({ name, value }) => `- ${markdownText(name)}: ${valueOf(value)}`).join('\n');
    }
    case 'table':
      return tableText(block);
    case 'figure':
      return tableText(block.table);
    default:
      return '';
  }
}

function tableText({ caption, head, rows }: Pick<Table, 'caption' | 'head' | 'rows'>): string {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const lines = rows.map(({ header, cells }) => row([header, ...cells.map(cellText)].map(markdownText)));
  return `${markdownText(caption)}\n\n${[row(head.map(markdownText)), row(head.map(() => '---')), ...lines].join('\n')}`;
}

const prefixes = Object.values(kinds).map(({ prefix }) => prefix);

export const runId = z
  .string()
  .regex(
    new RegExp(`^(${prefixes.join('|')})_[0-9a-f]{32}$`),
    'must be the id of a run, such as sim_ and 32 hexadecimal digits',
  )
  .describe('Id of a run.');
export const simulationId = z
  .string()
  .regex(/^sim_[0-9a-f]{32}$/, 'must be the id of a simulation: sim_ and 32 hexadecimal digits')
  .describe('Id of a completed simulation.');

/** A run as a model needs it: its answer if it is completed, and what to do next if it is not. */
export async function runAnswer(
  client: SimulationService,
  record: RunRecord<RunPath>,
): Promise<Record<string, unknown>> {
  const { id, status } = record;
  if (status === 'queued' || status === 'running')
    return { id, status, progress: record.progress, next: `Call wait with the id ${id}.` };
  if (status !== 'completed')
    return { id, status, ...('failure' in record && record.failure && { failure: record.failure }) };
  const summary = summaryOf(await client.runs.view(id), false);
  return {
    id,
    status,
    ...summary,
    next: 'summarize with detail "complete" has all limits; compare compares two simulations.',
  };
}
