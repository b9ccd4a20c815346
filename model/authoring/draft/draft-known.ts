import type { Table } from '../../fitting/rows/table.js';
import type { ColumnProfile } from '../variables/profile.js';

/** A column with rows without a value. */
export interface Incomplete {
  readonly name: string;
  readonly missing: number;
}

/** The part of a drafted spec that describes alternatives. */
export interface ChoiceParts {
  readonly generic: readonly string[];
  /** Variables that are parameters by default, and whether each alternative has its own. */
  readonly parameters: readonly string[];
  readonly isEach: boolean;
  /** How many there are. */
  readonly alternatives: number;
  readonly numbers: readonly string[];
  /** Columns that belong to alternatives, or that identify choices. */
  readonly columns: readonly string[];
  /** Variable of each column of an alternative, such as `price` for `price_train`. */
  readonly variableOf: ReadonlyMap<string, string>;
  readonly left: ReadonlyMap<string, string>;
  /** Columns of alternatives with missing values. Cells that do not apply are not missing. */
  readonly incomplete: readonly Incomplete[];
  /** Columns of respondents with a value in each choice, although some of its rows have none. */
  readonly complete: readonly string[];
  /** Columns that identify a choice with several rows. */
  readonly situation?: readonly string[];
  /** Whether no alternative has a constant, so that variables of respondents have no effect. */
  readonly isUnlabelled?: boolean;
  /** Column with the respondent, if a choice has several columns. */
  readonly respondent?: string | undefined;
  /** The field `alternatives` without its braces. */
  readonly fields: string;
  /** Lines before the field, without `# `. */
  readonly comments: readonly string[];
  readonly lines: readonly string[];
  readonly questions: readonly DraftQuestion[];
}

/** A choice, or what the rows look like although they are none. */
export type ChoiceDraft =
  | { readonly choice: ChoiceParts }
  | { readonly choice?: undefined; readonly comment: string; readonly question: DraftQuestion };

/** A definition has at most 100 parameters. */
const maxParameters = 60;

/** Parameters of variables of alternatives by default: one for each alternative, if there are few. */
export function parametersOf(
  names: readonly string[],
  alternatives: number,
): Pick<ChoiceParts, 'parameters' | 'isEach' | 'alternatives'> {
  const isEach = alternatives <= maxParameters / 2;
  return {
    alternatives,
    parameters: names.slice(0, isEach ? Math.floor(maxParameters / Math.max(1, alternatives)) : maxParameters),
    isEach,
  };
}

/** What a user already knows about the data. */
export interface KnownParts {
  readonly file: string;
  readonly title?: string | undefined;
  readonly outcome: string;
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

/** What a draft starts from. */
export interface DraftData {
  readonly table: Table;
  readonly columns: readonly ColumnProfile[];
  readonly outcome: ColumnProfile;
  readonly known: KnownParts;
}

/** A decision that does not follow from the data, with the answer that is used without one. */
export interface DraftQuestion {
  readonly part:
    | 'alternatives'
    | 'none_chosen'
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
