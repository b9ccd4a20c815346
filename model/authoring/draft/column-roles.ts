import type { Table } from '../../fitting/rows/table.js';
import { type ColumnProfile, profileTable, type TableProfile } from '../variables/profile.js';
import { isNumberText } from '../../fitting/rows/read-cell.js';
import { countText, idOf } from '../variables/names.js';
import { noUnit, unitOf } from '../variables/variables.js';

/** Columns with the meanings that depend on other columns: which ones identify rows or groups of rows, and which ones scenarios usually change. */
export interface TableRoles extends TableProfile {
  readonly keys: readonly ColumnKey[];
  /** Column of the groups for standard errors and splits. */
  readonly group: string | undefined;
}

export function rolesOf(table: Table): TableRoles {
  const profile = profileTable(table);
  const keys = keysOf(profile.columns, table);
  const group = groupOfKeys(keys, profile.columns);
  const certain = new Map(keys.flatMap(({ column, kind }) => (kind === 'possible_group' ? [] : [[column, kind]])));
  const columns = profile.columns.map((column): ColumnProfile => {
    const kind = certain.get(column.name);
    if (kind === undefined)
      return column.guess === null && isTreatment(column) ? { ...column, guess: 'parameter' } : column;
    return {
      ...column,
      type: 'id',
      histogram: null,
      guess: kind === 'identifier' ? 'id' : column.name === group ? 'group' : null,
    };
  });
  return { ...profile, columns, keys, group };
}

interface ColumnKey {
  readonly column: string;
  /** `identifier`: a row or nearly so. `group`: rows that belong together. `possible_group`: perhaps; a user decides. */
  readonly kind: 'identifier' | 'group' | 'possible_group';
  readonly reason: string;
  /** Columns with the same value in all rows of a group. */
  readonly nested: readonly string[];
}

/** More rows do not change what a column is, and cost seconds. */
const maxRows = 20_000;
const leastIdentifiers = 20;
/** Fewer groups are categories. */
const leastGroups = 10;
const maxCategories = 20;
/** A number that follows the number of its group is a coarser form of it, such as hours of minutes. */
const maxCorrelation = 0.6;
/** Share of different values, with which a key still identifies rows and a few numbers occur twice. */
const leastUniqueShare = 0.95;
/** Logarithm of the probability that a column is constant in all groups by chance. */
const maxLogCoincidence = Math.log(1e-6);

const keyPattern =
  /(^|[_. -])(id|uuid|guid|key|nr|no)$|[a-z](ID|Id|Nr)$|^(id|nr|uuid|row|index|rowid|case|obs|unnamed.*)$|^.*(customer|client|kunde|kunden|patient|resp|respondent|proband|teilnehmer|subject|participant|person|user|usuario|cliente|member|account|household|haushalt|hogar|panelist)(s?[_. -]?(id|nr|no|num|number|nummer|code|key))?$|^(resp|subj|ppt|pid|hh|hhid|serial)$/i;
const placePattern =
  /(^|[_. -])(village|school|class|classroom|clinic|hospital|store|shop|site|cluster|block|community|district|firm|company|plant|branch|team|household|family|ward|county|city|town|neighbou?rhood|precinct|dorf|schule|klasse|klinik|filiale|gemeinde|bezirk|aldea|escuela|tienda|municipio|village|école|magasin|commune)(es|s)?([_. -]?(id|nr|no|num|name|code))?$/i;
/** A number of these is counted, not an identifier. */
const countPattern = /(^|[_. -])(n|num|count|anzahl|numero|nombre)([_. -]|$)|_num$/i;

/** Finds keys by their behavior: values that never repeat, or that repeat together with the values of other columns. */
function keysOf(columns: readonly ColumnProfile[], table: Table): ColumnKey[] {
  return columns.flatMap((column) => {
    const { name, type, range, distinct, missing } = column;
    if (type === 'empty' || type === 'constant' || type === 'binary' || type === 'date') return [];
    const isWhole = range !== null && type !== 'number';
    if (range !== null && !isWhole) return [];
    const known = table.lines.length - missing;
    if (distinct === known) return identifierOf(column, table, isWhole);
    return distinct < leastGroups || known < 2 * leastGroups || isMeasure(name) ? [] : groupOf(column, columns, table);
  });
}

const measurePattern =
  /(^|[_. -])(dos(e|age|is)|temp\w*|distan\w*|entfernung|afstand|minut\w*|se[ckg]\w*und\w*|stund\w*|heures?|horas?|ore|uren|tage?|jours?|d[ií]as?|giorni|dagen|wochen?|semaines?|semanas?|settimane|weken|monate?|mois|meses|mesi|maanden|jahre?|ann[eé]es?|a[nñ]os?|anni|jaren|alter|[aâ]ge|edad|et[aà]|leeftijd|weight|gewicht|poids|peso|height|length|speed|depth|amount|betrag|montant|importe|importo|bedrag)($|[_. -])/i;
const isMeasure = (name: string) =>
  unitOf(name) !== noUnit || countPattern.test(name) || measurePattern.test(name) || isPrice(name);

function identifierOf({ name, distinct, range }: ColumnProfile, table: Table, isWhole: boolean): ColumnKey[] {
  if (distinct <= leastIdentifiers) return [];
  const key = (reason: string): ColumnKey[] => [{ column: name, kind: 'identifier', reason, nested: [] }];
  if (!isWhole) return key('a different text in each row');
  if (keyPattern.test(name)) return key('a different number in each row');
  if (isMeasure(name)) return [];
  if (range!.maximum - range!.minimum + 1 === distinct) return key('it numbers the rows');
  const numbers = table.columns.get(name)!.flatMap((text) => (isNumberText(text) ? [Number(text)] : []));
  const step = numbers[1]! - numbers[0]!;
  // Numbers of customers do not follow each other in equal steps.
  if (numbers.every((number, k) => k === 0 || number === numbers[k - 1]! + step)) return [];
  return numbers.every((number, k) => k === 0 || number > numbers[k - 1]!) ? key('it rises from row to row') : [];
}

function groupOf(column: ColumnProfile, columns: readonly ColumnProfile[], table: Table): ColumnKey[] {
  const { name, distinct, range } = column;
  const isNamed = keyPattern.test(name) || placePattern.test(name);
  if (range === null && distinct <= maxCategories && namePattern.test(name)) return [];
  const nested = columns
    .filter((other) => other.name !== name && other.distinct > 1 && other.distinct < distinct)
    .filter((other) => isNested(column, other, table))
    .map((other) => other.name);
  const isKey = keyPattern.test(name);
  if (isKey && nested.length === 0 && distinct >= leastUniqueShare * (table.lines.length - column.missing))
    return [{ column: name, kind: 'identifier', reason: 'a different value in nearly each row', nested }];
  const reason = `${countText(distinct, 'group')} of rows`;
  if (isKey || nested.length > 0) return [{ column: name, kind: 'group', reason, nested }];
  const isLarge = range === null && distinct > maxCategories;
  return isNamed || isLarge ? [{ column: name, kind: 'possible_group', reason, nested }] : [];
}

/** Whether all rows of a group have the same value of another column, which is neither chance nor a coarser form of the number of the group. */
function isNested({ name, range }: ColumnProfile, other: ColumnProfile, { columns, lines }: Table): boolean {
  const [groups, texts] = [columns.get(name)!, columns.get(other.name)!];
  const valueOf = new Map<string, string>();
  const counts = new Map<string, number>();
  const rows = Math.min(lines.length, maxRows);
  let repeated = 0;
  for (let row = 0; row < rows; row++) {
    const [group, text] = [groups[row]!, texts[row]!];
    const known = valueOf.get(group);
    if (known !== undefined && known !== text) return false;
    if (known === undefined) {
      valueOf.set(group, text);
      counts.set(text, (counts.get(text) ?? 0) + 1);
    } else repeated++;
  }
  let same = 0;
  for (const count of counts.values()) same += (count / valueOf.size) ** 2;
  if (repeated * Math.log(same) > maxLogCoincidence) return false;
  if (range === null || keyPattern.test(name) || placePattern.test(name)) return true;
  const sorted = [...valueOf].sort(([a], [b]) => Number(a) - Number(b));
  if (other.range !== null && other.distinct > 2)
    return Math.abs(correlation(sorted.map(([group, text]) => [Number(group), Number(text)]))) < maxCorrelation;
  const changes = sorted.filter(([, text], k) => k > 0 && text !== sorted[k - 1]![1]).length;
  return changes >= 2 * counts.size;
}

/** Pearson's correlation of pairs of numbers; 0 if one of them is constant. */
export function correlation(pairs: readonly (readonly [number, number])[]): number {
  const mean = (of: (pair: readonly [number, number]) => number) =>
    pairs.reduce((sum, pair) => sum + of(pair), 0) / pairs.length;
  const [x, y] = [mean(([first]) => first), mean(([, second]) => second)];
  const spread = Math.sqrt(mean(([first]) => (first - x) ** 2) * mean(([, second]) => (second - y) ** 2));
  return spread > 0 ? mean(([first, second]) => (first - x) * (second - y)) / spread : 0;
}

/**
 * The groups for standard errors and splits: those that have one treatment each, otherwise the largest ones that are enough. Undefined if no
 * column is certainly a group.
 */
function groupOfKeys(keys: readonly ColumnKey[], columns: readonly ColumnProfile[]): string | undefined {
  const sizeOf = ({ column }: ColumnKey) => columns.find(({ name }) => name === column)!.distinct;
  const groups = keys.filter(({ kind }) => kind === 'group').toSorted((a, b) => sizeOf(a) - sizeOf(b));
  const treatments = new Set(columns.filter(isTreatment).map(({ name }) => name));
  const treated = groups.find(({ nested }) => nested.some((name) => treatments.has(name)));
  return (treated ?? groups.find((key) => sizeOf(key) > maxCategories) ?? groups.at(-1))?.column;
}

/** A number with more values is a measure, unless it is a price. */
const maxValues = 12;

const pricePattern =
  /price|discount|preis|rabatt|precio|descuento|prix|remise|r[eé]duction|prezzo|sconto|prijs|korting|(^|_)(cost|fare|fee|tariff|(interest|tax)_rate)s?(_|$)/i;
export const isPrice = (name: string): boolean => pricePattern.test(name) || pricePattern.test(idOf(name));
const namePattern =
  /treat|assign|(^|[_. -])(arm|advert|e-?mail|dose|bonus|reward|gift|plan)($|[_. -])|(^|[_. -])(ads?|default|cue|prompt|fram(e|ing)|wording|information|rule|label|leaflet|transfer|version)$|condition|variant|offer|incentive|^ask|match|letter|message|coupon|voucher|campaign|promo|intervention|subsidy|nudge|reminder|flyer|banner|experiment|^(test|study|exp\w*)?[_. -]?(group|gruppe|grupo|groupe|variante?)$|gutschein|behandlung|kampagne|angebot|cup[oó]n|tratamiento|campa[nñ]a|oferta|traitement|campagne|offre|bon de|kortingsbon|aanbieding|buono|trattamento|offerta|gruppo|groep|behandeling/i;
/** Treatments that are numbers with many values. */
const manyValues = /offer|incentive|bonus|reward|dose|subsidy/i;
/** Properties of people, and what happened before, which no one can change. */
const propertyPattern =
  /(^|[_. -])(age|sex|gender|female|male|boy|girl|woman|man|race|ethnicity|black|(non)?white|hispanic|married|single|income|education|children|kids|alter|geschlecht|frau|mann|einkommen|edad|sexo|mujer|hombre|ingresos|femme|homme|revenu|job|occupation|profession|minority|last|prev\w*|prior|past|before|average|baseline|lag\w*)($|[_. -])/i;
const regionPattern =
  /(^|[_. -])(region|country|state|city|county|district|zip|plz|postcode|postal\w*|dept|department)($|[_. -])/i;
/** When or about what a row is: periods of the data and items of a study. */
const settingPattern =
  /(^|(?<!per)[_. -])(scenario|headline|vignette|item|question|task|trial|round|period|block|wave|session|day|week|weekday|month|year|date|hour|site)($|[_. -])/i;
export const isProperty = (name: string): boolean => propertyPattern.test(name);
export const isRegion = (name: string): boolean => regionPattern.test(name);
export const isSetting = (name: string): boolean => settingPattern.test(name);
/** Whether a name is none of something that a scenario changes. */
const isGiven = (name: string): boolean => isProperty(name) || isRegion(name) || isSetting(name);

const controlPattern =
  /^(none|no|control\w*|ctrl|ctl|placebo|baseline|bau|business as usual|untreated|nothing|standard|status[ _-]?quo|usual care|hold-?out|keine?[rsn]?|without|ohne|sans|senza|zonder|nichts|kontroll\w*|ninguno|nada|sin|aucune?|rien|t[eé]moin|contr[oô]le|controllo|nessun[oa]?|niente|geen)$/i;
/** "No E-Mail", "without letter", "control group", "kein Brief" */
const controlPhrase =
  /^(no|non|without|not|kein\w*|ohne|sin|ning[uú]n[oa]?|sans|pas de|aucune?|senza|nessun[oa]?|geen|zonder)[ _-]|^nessun'|(^|[ _-])(control|placebo|kontroll\w*|t[eé]moin|contr[oô]le|controllo|controle\w*)($|[ _-])/i;

const certainControl = /^(control\w*|ctrl|placebo|kontroll\w*|t[eé]moin|controllo)$/i;

/** The value of a group without treatment, if the texts have one. */
export function controlOf(values: readonly string[]): string | undefined {
  return values.find((value) => controlPattern.test(value)) ?? values.find((value) => controlPhrase.test(value));
}

/** Whether a column has the name of a treatment or price, or a value such as "control". */
export function isNamedTreatment({ name, type, distinct, examples, range }: ColumnProfile): boolean {
  if (isGiven(name)) return false;
  if (range !== null && type !== 'id' && isPrice(name)) return true;
  if (distinct < 2 || (distinct > maxValues && (range === null || type === 'id' || !manyValues.test(name))))
    return false;
  const hasControl = range === null && distinct > 2 && examples.some(({ value }) => certainControl.test(value));
  return namePattern.test(name) || isPrice(name) || hasControl;
}

/** Whether a column is what a scenario usually changes: few values with the name of a treatment or with a control group, or a price. */
export function isTreatment(column: ColumnProfile): boolean {
  const { name, distinct, examples, range } = column;
  const hasControl = range === null && distinct > 2 && distinct <= maxValues && !isGiven(name);
  return isNamedTreatment(column) || (hasControl && controlOf(examples.map(({ value }) => value)) !== undefined);
}
