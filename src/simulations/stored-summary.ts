import { compressText, decompressText } from '../common/compression.js';
import { jsonText } from '../common/http/json-text.js';
import type { Simulation } from '../platform/database/generated/client.js';
import type { ErrorParts } from '../../model/simulate.js';
import type { FiguresRecord, SummaryRecord } from './summary.schema.js';

/** A summary as the worker stores it. */
export interface EncodedSummary {
  /** The figures of all agents, or the result of another run: JSON in UTF-8. */
  summary: Uint8Array;
  /** Curves, segments and flows, or the statistics of a block: JSON, compressed with gzip. Null for other runs. */
  summaryDetails: Uint8Array | null;
}

/** The columns of a row that store its summary. */
export type StoredSummary = Pick<Simulation, 'summary' | 'summaryDetails'>;

const encoder = new TextEncoder();

interface OldErrors {
  sampling: number | null;
  estimation: number | null;
}

interface OldFigure {
  errors?: OldErrors;
  difference_errors?: OldErrors;
}

interface OldPart {
  outcomes: OldFigure[];
  measures: OldFigure[];
}

/** A summary that an engine before 2.0.0 stored. Segments and curves have no errors there, and no engine computed outcome groups. */
interface OldSummary extends OldPart {
  curves: { points: OldFigure[] }[];
  segments: { groups: OldPart[] }[];
  uncertainty: { parameter_draws: number };
}

/** Encodes a summary for the database. Postgres would parse and compress the details in several times the time of gzip at level 1. */
export function encodeSummary({ curves, segments, flows, ...figures }: SummaryRecord): EncodedSummary {
  return {
    summary: encoder.encode(JSON.stringify(figures)),
    summaryDetails: compressText(listsAsJson({ curves, segments, flows })),
  };
}

/** Encodes the result of another run than a simulation for the database. @param details text of a block */
export function encodeResult(result: unknown, details?: string): EncodedSummary {
  const summaryDetails = details === undefined ? null : compressText(details);
  return { summary: encoder.encode(JSON.stringify(result)), summaryDetails };
}

/** JSON of lists in UTF-8. V8 takes longer to join one text of more than 128 kB than to write it, so each item is a text of its own. */
function listsAsJson(lists: Readonly<Record<string, readonly unknown[]>>): Buffer {
  const pieces = Object.entries(lists).flatMap(([name, items], list) => [
    `${list === 0 ? '{' : '],'}${JSON.stringify(name)}:[`,
    ...items.map((item, k) => (k === 0 ? '' : ',') + JSON.stringify(item)),
  ]);
  return Buffer.concat([...pieces, ']}'].map((piece) => Buffer.from(piece)));
}

/**
 * Reads a stored summary in the form of the API. Numbers and intervals of older engines stay as they were: what those engines called the
 * sampling error is the simulation error, and errors that they did not compute are null.
 */
export function readSummary({ summary, summaryDetails }: StoredSummary): SummaryRecord {
  const figures = readFigures(summary);
  // Rows from before the details had a column have them in the summary.
  if (!summaryDetails) return figures as SummaryRecord;
  return { ...figures, ...(JSON.parse(decompressText(summaryDetails).toString()) as object) } as SummaryRecord;
}

/** Returns the same as {@link jsonText}, unless an older service stored another form. @param text JSON of the column `summary` */
export function summaryAsStored(
  { summaryDetails, engineVersion }: Pick<Simulation, 'summaryDetails' | 'engineVersion'>,
  text: string,
): SummaryRecord {
  // In a string, the quotation marks would be escaped.
  const isCurrent = !isOfOldEngine(engineVersion) && text.includes('"headline":');
  if (!isCurrent) return readSummary({ summary: JSON.parse(text) as Simulation['summary'], summaryDetails });
  if (!summaryDetails) return jsonText(text);
  return jsonText(`${text.slice(0, -1)},${decompressText(summaryDetails).toString('utf8', 1)}`);
}

/** Reads the summary of a row, which is null until the simulation is completed. */
export function readSummaryOrNull(stored: StoredSummary): SummaryRecord | null {
  return stored.summary === null ? null : readSummary(stored);
}

/** Like {@link readSummary}, without the work for the details. @param summary the column of a completed simulation */
export function readFigures(summary: unknown): FiguresRecord {
  const figures = isOld(summary as FiguresRecord | OldSummary)
    ? convert(summary as OldSummary)
    : (summary as FiguresRecord);
  // Summaries of before the headline was stored.
  return 'headline' in figures ? figures : { ...(figures as FiguresRecord), headline: null };
}

/** Whether an engine before 2.0.0 computed the results. The intervals of its segments include the simulation error only. */
export function isOfOldEngine(engineVersion: string | null): boolean {
  return engineVersion === null || Number.parseInt(engineVersion, 10) < 2;
}

function isOld({ uncertainty }: FiguresRecord | OldSummary): boolean {
  return !('method' in uncertainty);
}

function convert(old: OldSummary): SummaryRecord {
  return {
    ...old,
    ...convertPart(old),
    curves: old.curves.map((curve) => ({ ...curve, points: curve.points.map(convertFigure) })),
    segments: old.segments.map((segment) => ({ ...segment, groups: segment.groups.map(convertPart) })),
    uncertainty: {
      level: 0.95,
      method: 'draws',
      parameter_draws: old.uncertainty.parameter_draws,
      replicates: null,
      shares: 'counted',
    },
  } as unknown as SummaryRecord;
}

function convertPart<Part extends OldPart>(part: Part) {
  return {
    ...part,
    outcomes: part.outcomes.map(convertFigure),
    outcome_groups: [],
    measures: part.measures.map(convertFigure),
  };
}

function convertFigure(figure: OldFigure) {
  const { errors, difference_errors } = figure;
  return { ...figure, errors: convertErrors(errors), difference_errors: convertErrors(difference_errors) };
}

function convertErrors(old: OldErrors | undefined): ErrorParts {
  return { simulation: old?.sampling ?? null, estimation: old?.estimation ?? null, population: null, model: null };
}
