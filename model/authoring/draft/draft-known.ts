import type { ChoiceQuestion } from '../choices/choice-parts.js';

/** What a user already knows about the data. */
export interface KnownParts {
  readonly file: string;
  readonly title?: string | undefined;
  readonly outcome: string;
  /** Columns that scenarios can change. */
  readonly parameters?: readonly string[] | undefined;
  readonly randomized?: readonly string[] | undefined;
  /** What a scenario does to a number of `parameters`. */
  readonly change?: Readonly<Record<string, 'set' | 'add' | 'multiply'>> | undefined;
  /** Null for none. */
  readonly group?: string | null | undefined;
  readonly id?: string | undefined;
  /** Null for none. */
  readonly weight?: string | null | undefined;
  /** `rows`: no choice between alternatives, although the rows look like one. */
  readonly alternatives?: 'wide' | 'long' | 'rows' | undefined;
  /** What choices without a chosen row, and rows without attributes, are. */
  readonly none_chosen?: 'drop' | 'opt_out' | 'alternative' | undefined;
  readonly event?: string | undefined;
  /** Column that states whether a duration ended; null if the outcome is no duration. */
  readonly end?: string | null | undefined;
  /** Null if the values have no order: texts are then alternatives, and whole numbers counts. */
  readonly order?: readonly string[] | null | undefined;
  readonly missing?: 'drop' | 'impute' | undefined;
}

/** A decision that does not follow from the data, with the answer that is used without one. */
export interface DraftQuestion {
  readonly part:
    | ChoiceQuestion['part']
    | 'parameters'
    | 'randomized'
    | 'group'
    | 'weight'
    | 'event'
    | 'end'
    | 'order'
    | 'missing';
  readonly question: string;
  /** Several columns or values are joined by commas, or by semicolons if one contains a comma. */
  readonly default: string;
}

/** Several answers as one text. */
export const joined = (values: readonly string[]): string =>
  values.join(values.some((value) => value.includes(',')) ? ';' : ',');

/** A formula has other names than those of R in backticks. */
export const isNameable = (column: string) => !column.includes('`');

/** A name in a formula. */
export const named = (column: string) => (/^[A-Za-z][\w.]*$/.test(column) ? column : `\`${column}\``);
