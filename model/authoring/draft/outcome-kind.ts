import type { Table } from '../../fitting/rows/table.js';
import { isTreatment } from './column-roles.js';
import { idOf } from '../variables/names.js';
import { isNameless } from '../variables/event-value.js';
import type { ColumnProfile } from '../variables/profile.js';
import { sortedValues } from '../variables/variables.js';

const maxScale = 10;
/** Counts become rare toward their maximum. */
const leastEndShare = 0.03;
/** A frequent maximum, relative to the mean frequency of a value, is the end of a scale. */
const leastEndOfEqual = 0.6;
const ratingPattern =
  /satisf|rating|rate|likert|score|agree|opinion|likel|nps|recommend|stars?$|grade|quality|importan|trust|happi|health|zufried|bewert|note|valora|notes?$|punt|wichtig|(^|_)q\d+/i;
const countPattern =
  /(^|[_. -])(n|num|number|count|counts|nb|anzahl|numero|nombre)([_. -]|$)|visit|purchas|order|trip|night|child|kid|call|click|item|ticket|claim|accident|doctor|besuch|kinder|hijos|enfants|compras|visitas/i;

/** The scale of an outcome with few whole numbers, such as 1 to 5, and whether it is rather a scale than counts; undefined if it is none. */
export function ratingScale({ name, type, distinct, range, examples }: ColumnProfile) {
  if (range === null || (type !== 'integer' && type !== 'id') || distinct < 3) return undefined;
  const { minimum, maximum, median } = range;
  const isBipolar = minimum < 0 && minimum === -maximum && maximum <= 5;
  const hasEnds = (minimum === 0 || minimum === 1) && maximum >= 3 && maximum <= maxScale;
  // A scale can have a value that no one chose.
  const steps = maximum - minimum + 1;
  if (!(isBipolar || hasEnds) || distinct < steps - (steps >= 9 ? 2 : steps >= 5 ? 1 : 0)) return undefined;
  const counts = new Map(examples.map(({ value, count }) => [Number(value), count]));
  const known = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const isEndCommon = (counts.get(maximum) ?? 0) >= leastEndShare * known;
  const isLong = maximum === maxScale && median >= 4 && isEndCommon;
  const isEndFrequent = (counts.get(maximum) ?? 0) >= (leastEndOfEqual * known) / steps;
  // Counts begin at 0.
  const isLikely = minimum !== 0 || (!countPattern.test(name) && (ratingPattern.test(name) || isLong || isEndFrequent));
  return { values: [...counts.keys()].sort((a, b) => a - b).map(String), isLikely };
}

/** Counts rarely leave out 1 and 2 next to many zeros. */
const leastGap = 3;
const leastZeroShare = 0.05;
const shareBelow = 0.05;

/** Counts far from 0 have a normal distribution, as amounts do. */
const leastOfRange = 0.25;
const manyValues = 20;
/** Amounts with fewer zeros are amounts without a word. */
const manyZeros = 0.1;
/** What people would pay has a curve of demand. */
const paymentPattern = /wtp|willing|(^|_)(bid|pay|payment|price|offer)(_|$)/i;

/** Why numbers are amounts, although their family would be another one: 0 or far above it, or all far above 0. Undefined for others. */
export function amountReason({ name, type, range, distinct }: ColumnProfile, texts: readonly string[]) {
  const numbers = texts.filter((text) => text.trim() !== '').map(Number);
  const above = numbers.filter((number) => number > 0).sort((a, b) => a - b);
  const [least, zeros] = [above[Math.floor(shareBelow * above.length)], numbers.length - above.length];
  if (least === undefined || range!.minimum < 0) return undefined;
  if (type === 'number')
    return zeros >= manyZeros * numbers.length && !paymentPattern.test(idOf(name))
      ? `${Math.round((100 * zeros) / numbers.length)}% are 0; for what people would pay, write family: willingness_to_pay`
      : undefined;
  if (range!.minimum >= leastOfRange * range!.maximum && distinct > manyValues)
    return 'none is near 0; for counts, write family: counts';
  return least >= leastGap && zeros >= leastZeroShare * numbers.length
    ? `0, or mostly ${least} and more, as no counts have; for counts, write family: counts`
    : undefined;
}

/** More rows without a positive duration show that the column is not a duration. */
const maxInvalidShare = 0.05;
const leastUnended = 5;
/** Share of the durations that were still going on at the end of the observation. */
const leastShareAtEnd = 0.5;
const durationPattern =
  /(^|[_. ])(duration|time|spell|tenure|survival|lifetime|days?|weeks?|months?|years?|dauer|zeit|tage?|wochen?|monate?|jahre?|laufzeit|duraci[oó]n|tiempo|d[ií]as?|semanas?|mes(es)?|dur[eé]e|anciennet[eé]|temps|jours?|semaines?|mois|durata|tempo|giorn[oi]|settiman[ae]|mes[ei]|ann[oi]|duur|tijd|dag(en)?|week|weken|maand(en)?|jaar|jaren|antig[uü]edad)([_. ]|$)|(dauer|duur)([_. ]|$)|to_event$/i;
const endPattern =
  /^(event|ended|end|status|died|dead|death|fail(ed|ure)?|churn(ed)?|exit(ed)?|left|arrest(ed)?|relapsed?|default(ed)?|quit|cancel(l?ed)?|closed|returned|infected|recurrence|ereignis|ende|beendet|gestorben|tot|gek[uü]ndigt|ausgefallen|evento|fin|muerte|falleci[oó]|baja|d[eé]c[eè]s|d[eé]part|abandon|r[eé]sili(ation|[eé])|cancelad[oa]|baja|disdett[oa]|disdetto|cessat[oa]|evenement|[eé]v[eé]nement|opgezegd|be[eë]indigd|overleden|storniert|abgewandert|abgesprungen)$/i;
const unendedPattern = /^(cens(or(s|ed|ing)?)?|zensiert|right_?censored|ongoing|active|still_?\w+)$/i;
const endedValue =
  /^(1|yes|y|true|t|event|dead|died|death|failed|failure|churned|left|ended|exit|closed|quit|ja|tot|gestorben|s[ií]|oui|muert[oa]|fallecid[oa]|baja|cancelad[oa]|mort[eoa]?|d[eé]c[eé]d[eé]|r[eé]sili[eé]|parti|sorti|gek[uü]ndigt|beendet|abgewandert|deceduto|disdetto|cessato|opgezegd|overleden|vertrokken|cancell?ed|inactive|inactivo|inactif|inaktiv|inattivo|inactief)$/i;
const unendedValue =
  /^(0|no|n|false|f|censored|alive|active|current|ongoing|staying|retained|nein|aktiv|lebt|viv[oa]|vivante?|non|nee|activ[oa]|vigente|actif|active|attivo|actief|laufend|lopend|in corso|en curso|en cours|zensiert|censurad[oa]|censur[eé]|censurato|gecensureerd)$/i;

/** Names of an end next to which any positive number is a duration, unless it is called an amount. */
const certainEnd =
  /^(event|status|died|dead|death|cens(or(s|ed|ing)?)?|right_?censored|ereignis|evento|[eé]v[eé]nement)$/i;
const amountPattern =
  /price|cost|sales|spen[dt]|revenue|income|amount|score|preis|umsatz|einkommen|betrag|precio|ventas|ingresos|importe|prix|ventes|revenu|montant/i;
/** Ended durations are shorter than those still going on. */
const maxEndedRatio = 0.8;

/**
 * The end of a duration, by behavior (positive whole numbers, and most of those still going on are at the maximum) or by names.
 *
 * @param known column that a user names
 */
export function durationEnd(outcome: ColumnProfile, columns: readonly ColumnProfile[], table: Table, known?: string) {
  const { name, range, distinct, type } = outcome;
  if (range === null || distinct < 3 || (type !== 'number' && range.maximum < 2)) return undefined;
  const durations = table.columns.get(name)!.map((text) => (text.trim() === '' ? NaN : Number(text)));
  const invalid = durations.filter((duration) => (type === 'number' ? duration <= 0 : duration < 1)).length;
  if (invalid > maxInvalidShare * durations.length) return undefined;
  const isCandidate = (column: ColumnProfile) => (known === undefined ? column.name !== name : column.name === known);
  const binary = columns.filter((column) => column.type === 'binary' && isCandidate(column));
  const isEnd = (end: ColumnProfile) =>
    endPattern.test(end.name) || unendedPattern.test(end.name) || statesEnd(sortedValues(table.columns.get(end.name)!));
  // A treatment with an effect is more frequent at the maximum, too.
  const ends = known ? binary : [...binary.filter(isEnd), ...binary.filter((end) => !isEnd(end) && !isTreatment(end))];
  for (const end of ends) {
    const event = eventAtEnd(durations, range.maximum, end, table);
    if (event !== undefined) return { column: end.name, event, isGuess: !durationPattern.test(name) };
  }
  const isDuration = durationPattern.test(name);
  const next = columns[columns.indexOf(outcome) + 1];
  const isNext = (end: ColumnProfile) => end === next && areShorter(durations, table.columns.get(end.name)!);
  const named = ends.find(
    (end) =>
      known !== undefined ||
      (isDuration && (isEnd(end) || isNext(end))) ||
      (certainEnd.test(end.name) && !amountPattern.test(name)),
  );
  if (!named) return undefined;
  const event = eventValue(named, table);
  return event === undefined ? undefined : { column: named.name, event, isGuess: true };
}

/** Whether durations with a 1 are shorter than those with a 0, as ended ones are. */
function areShorter(durations: readonly number[], flags: readonly string[]): boolean {
  const meanOf = (flag: string) => {
    const own = durations.filter((duration, row) => flags[row]!.trim() === flag && !Number.isNaN(duration));
    return own.reduce((sum, duration) => sum + duration, 0) / own.length;
  };
  return meanOf('1') < maxEndedRatio * meanOf('0');
}

/** Whether two values are words for an end and its absence, rather than yes and no. */
const statesEnd = (values: readonly string[]): boolean =>
  values.some((value) => endedValue.test(value)) &&
  values.some((value) => unendedValue.test(value)) &&
  !values.some((value) => isNameless(value, values));

/** Value of the ended durations, if those of the other value are mostly at the maximum; undefined if not. */
function eventAtEnd(
  durations: readonly number[],
  maximum: number,
  end: ColumnProfile,
  table: Table,
): string | undefined {
  const texts = table.columns.get(end.name)!;
  // Other codes than 0 and 1 have the meaning that the durations show.
  const event = sortedValues(texts).some((value) => unendedValue.test(value)) ? eventValue(end, table) : undefined;
  const shareAtEnd = (value: string) => {
    const own = durations.filter((_, row) => texts[row]!.trim() === value);
    return {
      count: own.length,
      share: own.filter((duration) => duration === maximum).length / Math.max(1, own.length),
    };
  };
  const values = sortedValues(texts);
  return values.find((value) => {
    const [ended, going] = [shareAtEnd(value), shareAtEnd(values.find((other) => other !== value)!)];
    const isAtEnd = going.count >= leastUnended && going.share >= leastShareAtEnd && ended.share < going.share / 2;
    return isAtEnd && (event === undefined || event === value);
  });
}

/** Value of an ended duration by the texts: 1, yes or dead; 0 if the column names those still going on. */
function eventValue({ name }: ColumnProfile, table: Table): string | undefined {
  const values = sortedValues(table.columns.get(name)!);
  const [ended, going] = [
    values.find((value) => endedValue.test(value)),
    values.find((value) => unendedValue.test(value)),
  ];
  if (ended !== undefined && going !== undefined) return unendedPattern.test(name) ? going : ended;
  // R codes an event 2 and its absence 1.
  if (values.join() === '1,2') return '2';
  return ended === undefined && going !== undefined ? values.find((value) => value !== going) : ended;
}
