import type { Cell } from '../recipe/cell.schema.js';
import { isMissing } from '../variables/profile.js';
import type { Spec } from '../spec.schema.js';
import type { Variables } from '../variables/variables.js';

export type SpecFamily = NonNullable<Spec['family']>;

/** What a family adds to a definition with one list of terms. */
export interface OutcomePlan {
  readonly family: SpecFamily;
  readonly reason: string;
  /** Cells of the recipe. */
  readonly columns: Readonly<Record<string, Cell>>;
  /** Columns of the table. Rows without a value are dropped. */
  readonly sources: readonly string[];
  /** Fields of the decision other than its terms. */
  readonly decision: Readonly<Record<string, unknown>>;
  /** Equations of the terms, if the family has several. */
  readonly equations?: readonly string[];
  /** Those of `equations` that have only a constant, because too few rows identify the effect of a variable. */
  readonly constantEquations?: readonly string[];
  readonly notes?: readonly string[];
  readonly hasConstant: boolean;
  /** Coefficients that no term uses. */
  readonly ancillary: readonly { readonly id: string; readonly label: string }[];
  readonly target: Readonly<Record<string, unknown>>;
  /** The figure that questions ask about, if the target is a curve. */
  readonly headline?: string;
  /** The figure in questions: `What share has the outcome “Gives”`. */
  readonly question: string;
  readonly parameters?: readonly object[];
  readonly narrativeOfParameters?: Readonly<Record<string, object>>;
  readonly fit?: Readonly<Record<string, unknown>>;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly sentences: { readonly chosen: string; readonly would: string; readonly would_have: string };
}

/** Texts of the value that an event has if the spec does not name it. */
export const eventPattern = /^(1|yes|y|true|event|success)$/i;

export const outcomeSentences = {
  chosen: 'My outcome is {alternative}',
  would: 'my outcome would be {alternative}',
  would_have: 'my outcome would have been {alternative}',
};

export function quoted(label: string): string {
  return `“${label}”`;
}

const leastBandShare = 0.02;

export function numbersOf(variables: Variables, column: string): number[] {
  return variables.texts(column).flatMap((text) => {
    const trimmed = text.trim();
    return isMissing(trimmed) || !Number.isFinite(Number(trimmed)) ? [] : [Number(trimmed)];
  });
}

/**
 * Where bands of values begin: at 0, and at the bounds that leave enough values in each band. If all values are in one band, it is divided at
 * their quartiles, with as few digits as separate them.
 */
export function bandsOf(values: readonly number[], bounds: readonly number[], leastShare = leastBandShare): number[] {
  const starts = startsAt(values, bounds, leastShare);
  const sorted = values.toSorted((a, b) => a - b);
  const quartiles = [0.25, 0.5, 0.75].map((share) => sorted[Math.floor(share * sorted.length)]!);
  for (let digits = 1; digits <= maxBoundDigits && starts.length < 2; digits++)
    starts.push(
      ...startsAt(
        values,
        quartiles.map((quartile) => Number(quartile.toPrecision(digits))),
        leastShare,
      ).slice(1),
    );
  return starts;
}

const maxBoundDigits = 12;

function startsAt(values: readonly number[], bounds: readonly number[], leastShare: number): number[] {
  const kept = [0];
  for (const bound of bounds) {
    const own = values.filter((value) => value >= kept.at(-1)! && value < bound).length / values.length;
    const rest = values.filter((value) => value >= bound).length / values.length;
    if (own >= leastShare && rest >= leastShare) kept.push(bound);
  }
  return kept;
}
