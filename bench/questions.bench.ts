import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { format } from 'oxfmt';
import { projectFolder } from '../embedded/project.js';
import { shareFigure, type Benchmark, type Figure } from './figures.js';
import { readRoutingQuestions, type RoutingQuestion } from './questions/read-lines.js';
import { withService, type BenchService } from './service.js';

/** Writers whose questions fitted no constant and are no examples. */
const testWriters = [7] as const;
const tableWriter = 7;
/** Each of these rows of a writer is in the table. */
const tableSteps = { 'in scope': 11, other: 7 };
const retryMs = 3_000;
const maxTries = 40;
const maxCharacters = 110;
const page = join(projectFolder, 'docs/analyst/questions.md');
const marks = ['<!-- twenty questions -->', '<!-- end of twenty questions -->'] as const;

const kinds = ['in scope', 'near miss', 'far', 'ambiguous'] as const;

/** The parts of a response that the figures and the table show. */
interface Response {
  status: number;
  body: {
    error?: string;
    meta: {
      routed_via?: { workflow_id: string; confidence: number };
      alternatives?: { workflow_id: string; confidence: number }[];
      interpreted?: { parameter: string; value: number | string; source: string }[];
      segments?: { attribute: string; values: string[] }[];
      not_read?: { words: string; reason: string }[];
      also?: { values: object }[];
      suggested?: object | null;
    };
  };
}

/** What the service responds to the questions of the test half. */
export const questions: Benchmark = {
  name: 'questions',
  about:
    'responses of the whole service to the test questions; `--record` writes the table of twenty in docs/analyst/questions.md',
  run: ({ record }) =>
    withService(async (service) => {
      const asked: { row: RoutingQuestion; response: Response }[] = [];
      for (const row of testWriters.flatMap(readRoutingQuestions))
        asked.push({ row, response: await ask(service, row.question) });
      if (record) await writeTable(asked.slice(0, readRoutingQuestions(tableWriter).length));
      return kinds.flatMap((kind) =>
        figuresOf(
          kind,
          asked.filter(({ row }) => row.kind === kind),
        ),
      );
    }),
};

/** Sends a dry run. Waits until the catalog is embedded. */
async function ask({ url, key }: BenchService, question: string): Promise<Response> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ question, dry_run: true });
  for (let tries = 0; tries < maxTries; tries++) {
    const response = await fetch(`${url}/v1/simulations/auto`, { method: 'POST', headers, body });
    if (response.status !== 503) return { status: response.status, body: (await response.json()) as Response['body'] };
    await sleep(retryMs);
  }
  throw new Error('the catalog was not embedded in time');
}

const codeOf = ({ status, body }: Response): string => (status === 200 ? 'runs' : (body.error ?? String(status)));

function figuresOf(
  kind: RoutingQuestion['kind'],
  asked: readonly { row: RoutingQuestion; response: Response }[],
): Figure[] {
  const codes = [...new Set(asked.map(({ response }) => codeOf(response)))].sort();
  const shares = codes.map((code) => {
    const count = asked.filter(({ response }) => codeOf(response) === code).length;
    return shareFigure(`${kind}: ${code}`, count, asked.length);
  });
  if (kind !== 'in scope') return shares;
  const run = asked.filter(({ response }) => response.status === 200);
  const right = run.filter(({ row, response }) => response.body.meta.routed_via?.workflow_id === row.workflow_id);
  return [...shares, shareFigure(`${kind}: right workflow among those that run`, right.length, run.length)];
}

/** Replaces the table of the documentation. */
async function writeTable(asked: readonly { row: RoutingQuestion; response: Response }[]): Promise<void> {
  const inScope = asked.filter(({ row }) => row.kind === 'in scope');
  const others = asked.filter(({ row }) => row.kind !== 'in scope');
  const chosen = [...nth(inScope, tableSteps['in scope']), ...nth(others, tableSteps.other)];
  const head = ['Question', 'Kind of row', 'Response', 'Workflow', 'Confidence', 'Read from the question', 'Not read'];
  const lines = [head, head.map(() => '---'), ...chosen.map(cellsOf)].map((cells) => `| ${cells.join(' | ')} |`);
  const [before, rest] = readFileSync(page, 'utf8').split(marks[0]) as [string, string];
  const after = rest.slice(rest.indexOf(marks[1]));
  const written = `${before}${marks[0]}\n\n${lines.join('\n')}\n\n${after}`;
  writeFileSync(page, (await format(page, written, { printWidth: 120 })).code);
}

const nth = <Item>(items: readonly Item[], step: number): Item[] => items.filter((_, at) => (at + 1) % step === 0);

function cellsOf({ row, response }: { row: RoutingQuestion; response: Response }): string[] {
  const { meta } = response.body;
  const { routed_via: via, alternatives = [], interpreted = [], segments = [], not_read = [], also = [] } = meta;
  const read = [
    ...interpreted.map(
      ({ parameter, value, source }) => `${parameter} = ${value}${source === 'read' ? '' : ` (${source})`}`,
    ),
    ...segments.map(({ attribute, values }) => `${attribute}: ${values.join(', ')}`),
    ...(also.length > 0 ? [`${also.length} more`] : []),
    ...(meta.suggested ? ['suggested goal'] : []),
  ];
  return [
    shown(row.question),
    row.kind,
    response.status === 200 ? 'runs' : `\`${codeOf(response)}\``,
    via?.workflow_id ?? alternatives[0]?.workflow_id ?? '',
    (via ?? alternatives[0])?.confidence.toFixed(2) ?? '',
    read.join('; '),
    not_read.map(({ words, reason }) => `“${shown(words)}” (${reason})`).join('; '),
  ];
}

/** One line without the signs of Markdown, shortened. */
function shown(text: string): string {
  const line = text.replace(/[|*#]/g, ' ').replace(/\s+/g, ' ').trim();
  return line.length > maxCharacters ? `${line.slice(0, maxCharacters - 1)}…` : line;
}
