import { usePlainZodMessages } from '../../common/errors/zod-messages.js';
import type { Issue } from '../../common/errors/app-error.js';
import type { FileFormat } from '../../common/table-files/read-table.js';
import { readCsv } from '../../common/table-files/read-csv.js';
import { readNdjson } from '../../common/table-files/read-ndjson.js';
import { readParquet } from '../../common/table-files/read-parquet.js';
import { AdjustmentError, type People, type PopulationDefinition } from '../../../model/definition.js';
import {
  attributeKeys,
  type DescribedMargin,
  describePeople,
  importPeople,
  type TargetMargin,
  weightToMargins,
} from '../../../model/simulate.js';
import { PeopleTable, type ColumnMapping } from './people-table.js';

usePlainZodMessages();

/** Every create with the population reads and parses it. */
export const maxPackedBytes = 10_000_000;

interface Workflow {
  workflowId: string;
  population: PopulationDefinition;
}

export interface FileTask extends Workflow {
  kind: 'file';
  format: FileFormat;
  mapping: ColumnMapping;
}

export interface MarginsTask extends Workflow {
  kind: 'margins';
  margins: TargetMargin[];
  /** Effective respondents of the fitted population. Null if unknown. */
  respondents: number | null;
}

export type PeopleTask = FileTask | MarginsTask;

export interface CreatedPeople {
  ok: true;
  people: People;
  attributes: string[];
  details: {
    origin: People['origin'];
    effective_sample_size: number | null;
    drawn_attributes: string[];
    ignored_columns: string[];
    raking: { iterations: number; max_difference: number } | null;
    margins: DescribedMargin[];
    warnings: { code: string; message: string }[];
  };
}

export type PeopleResult = CreatedPeople | { ok: false; issues: Issue[]; issueCount: number };

/** Creates the rows of a population. Runs in a process of its own: a file of 20 MB takes seconds, and can be hostile. */
export async function createPeople(task: PeopleTask, readFile: () => Uint8Array): Promise<PeopleResult> {
  return task.kind === 'file' ? fromFile(task, readFile) : fromMargins(task);
}

async function fromFile(
  { workflowId, population, format, mapping }: FileTask,
  readFile: () => Uint8Array,
): Promise<PeopleResult> {
  const table = new PeopleTable(population.attributes, mapping);
  if (table.issueCount === 0) {
    const bytes = readFile();
    if (format === 'csv') readCsv(bytes, table);
    else if (format === 'ndjson') readNdjson(bytes, table);
    else await readParquet(bytes, table);
    table.end();
  }
  if (table.issueCount > 0) return { ok: false, issues: table.issues, issueCount: table.issueCount };
  const { columns, weights } = table.toColumns();
  const { people, impossibleRows } = importPeople(population, columns, weights, table.rowCount, workflowId);
  if (impossibleRows.length > 0) {
    for (const row of impossibleRows) {
      table.report(
        `rows.${row + 1}`,
        'lacks attributes that cannot be drawn: its other categories never occur together in the fitted population',
      );
    }
    return { ok: false, issues: table.issues, issueCount: table.issueCount };
  }
  return created(population, people, {
    effective_sample_size: people.effective_count,
    ignored_columns: table.ignoredColumns.slice(0, 100),
    raking: null,
  });
}

function fromMargins({ population, margins, respondents }: MarginsTask): PeopleResult {
  try {
    const { people, iterations, difference } = weightToMargins(population, margins);
    return created(population, people, {
      effective_sample_size: respondents === null ? null : respondents * people.respondent_share,
      ignored_columns: [],
      raking: { iterations, max_difference: difference },
    });
  } catch (error) {
    if (error instanceof AdjustmentError)
      return { ok: false, issues: [...error.issues], issueCount: error.issues.length };
    throw error;
  }
}

function created(
  population: PopulationDefinition,
  people: People,
  details: Pick<CreatedPeople['details'], 'effective_sample_size' | 'ignored_columns' | 'raking'>,
): PeopleResult {
  const bytes = packedBytesOf(people);
  if (bytes > maxPackedBytes) {
    const advice = `${people.origin === 'imported' ? 'send fewer rows or ' : ''}use a workflow with fewer attributes`;
    const message = `takes ${bytes} bytes as a population, but can take at most ${maxPackedBytes}: ${advice}`;
    return { ok: false, issues: [{ path: '', message }], issueCount: 1 };
  }
  const { margins, warnings } = describePeople(population, people);
  return {
    ok: true,
    people,
    attributes: attributeKeys(population),
    details: {
      origin: people.origin,
      drawn_attributes: people.drawn_attributes,
      ...details,
      margins,
      warnings: warnings.map(({ code, message }) => ({ code, message })),
    },
  };
}

/** Packed numbers are base64: one byte per character. */
function packedBytesOf({ columns, weights }: People): number {
  return columns.reduce((sum, { values }) => sum + values.length, weights?.values.length ?? 0);
}
