/** Texts that mean an empty cell in each column. */
export const usualMissing: ReadonlySet<string> = new Set(['', 'NA', 'N/A', 'NaN', 'nan', 'null', 'NULL', '.']);

/** Errors of spreadsheets, and empty cells of pandas and databases. No category has such a name. */
const errorPattern = /^(#(N\/A|NA|NV|N\/D)|#[^\s\d]{2,}.*[!?]|<NA>|NaT|-nan|\\N|\(null\)|\[null\])$/i;

export const isErrorText = (text: string): boolean => errorPattern.test(text);

/** Texts without letters and digits that often mean an empty cell, but can be a value. */
const signPattern = /^(-{1,3}|[–—]|\?{1,3}|\*{1,3}|\.{2,3}|…|\/)$/;

export const isSign = (text: string): boolean => signPattern.test(text);

/** Words that mean an empty cell in a column of numbers. */
const wordPattern =
  /^(none|nil|void|n\.?\s?\/?a\.?|k\.?\s?a\.?|n\.?\s?d\.?|n\.?\s?v\.?|s\/d|missing|empty|blank|unknown|undefined|not (available|applicable|known|stated)|refused|no answer|(i )?don[’']?t know|dk|keine angaben?|unbekannt|fehlt|inconnu|desconocido|sconosciuto|onbekend|brak|ukjent|okänd)$/i;

export const isMissingWord = (text: string): boolean => isSign(text) || wordPattern.test(text);

/** Values of a column of yes and no, in which all of these texts mean an empty cell. */
const flagPattern = /^(true|false|t|f|yes|no|y|n)$/i;

export const isFlagText = (text: string): boolean => flagPattern.test(text);
