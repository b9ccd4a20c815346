import type { Errors, SummaryRecord } from './summary.schema.js';

/** Errors in a summary that an engine before 2.0.0 stored. */
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

/**
 * Reads a stored summary in the form of the API. Numbers and intervals of older engines stay as they were: what those engines called the
 * sampling error is the simulation error, and errors that they did not compute are null.
 */
export function readSummary(stored: unknown): SummaryRecord {
  return isOld(stored as SummaryRecord | OldSummary) ? convert(stored as OldSummary) : (stored as SummaryRecord);
}

/** Reads the summary of a row, which is null until the simulation is completed. */
export function readSummaryOrNull(stored: unknown): SummaryRecord | null {
  return stored === null ? null : readSummary(stored);
}

/** Whether an engine before 2.0.0 computed the results. The intervals of its segments include the simulation error only. */
export function isOfOldEngine(engineVersion: string | null): boolean {
  return engineVersion === null || Number.parseInt(engineVersion, 10) < 2;
}

function isOld({ uncertainty }: SummaryRecord | OldSummary): boolean {
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

function convertErrors(old: OldErrors | undefined): Errors {
  return { simulation: old?.sampling ?? null, estimation: old?.estimation ?? null, population: null, model: null };
}
