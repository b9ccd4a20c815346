import type { ColumnProfile } from '../variables/profile.js';

/** A number with more values is a measure, unless it is a price. */
const maxValues = 12;

const pricePattern =
  /price|cost|fare|fee|discount|preis|rabatt|precio|descuento|prix|remise|r[eé]duction|prezzo|sconto|prijs|korting/i;
export const isPrice = (name: string): boolean => pricePattern.test(name);
const namePattern =
  /treat|(^|[_. -])(arm|ads?|advert|e-?mail|dose|bonus|reward|gift|plan)($|[_. -])|condition|variant|offer|incentive|^ask|match|letter|message|coupon|voucher|segment|campaign|promo|intervention|program|subsidy|nudge|reminder|flyer|banner|experiment|^(test|study|exp\w*)?[_. -]?(group|gruppe|grupo|groupe|variante?)$|gutschein|behandlung|kampagne|angebot|cup[oó]n|tratamiento|campa[nñ]a|oferta|traitement|campagne|offre|bon de|kortingsbon|aanbieding|buono|trattamento|offerta|gruppo|groep|behandeling/i;
/** Properties of people, which no one can change. */
const propertyPattern =
  /(^|[_. -])(age|sex|gender|female|male|woman|man|race|ethnicity|black|white|hispanic|married|single|income|region|country|state|city|county|district|zip|plz|postcode|postal\w*|dept|department|education|children|kids|alter|geschlecht|frau|mann|einkommen|edad|sexo|mujer|hombre|ingresos|femme|homme|revenu)($|[_. -])/i;

const controlPattern =
  /^(none|no|control\w*|ctrl|ctl|placebo|baseline|bau|business as usual|untreated|nothing|standard|status[ _-]?quo|usual care|hold-?out|keine?[rsn]?|without|ohne|sans|senza|zonder|nichts|kontroll\w*|ninguno|nada|sin|aucune?|rien|t[eé]moin|contr[oô]le|controllo|nessun[oa]?|niente|geen)$/i;
/** "No E-Mail", "without letter", "control group", "kein Brief" */
const controlPhrase =
  /^(no|non|without|not|kein\w*|ohne|sin|ning[uú]n[oa]?|sans|pas de|aucune?|senza|nessun[oa]?|geen|zonder)[ _-]|^nessun'|(^|[ _-])(control|placebo|kontroll\w*|t[eé]moin|contr[oô]le|controllo|controle\w*)($|[ _-])/i;

/** The value of a group without treatment, if the texts have one. */
export function controlOf(values: readonly string[]): string | undefined {
  return values.find((value) => controlPattern.test(value)) ?? values.find((value) => controlPhrase.test(value));
}

/** Whether a column is what a scenario usually changes: few values with the name of a treatment or with a control group, or a price. */
export function isTreatment({ name, type, distinct, examples, range }: ColumnProfile): boolean {
  if (propertyPattern.test(name)) return false;
  if (range !== null && type !== 'id' && pricePattern.test(name)) return true;
  if (distinct < 2 || distinct > maxValues) return false;
  const values = examples.map(({ value }) => value);
  const hasControl = range === null && distinct > 2 && controlOf(values) !== undefined;
  return namePattern.test(name) || pricePattern.test(name) || hasControl;
}

/** Columns that scenarios can change by default: at most 3 treatments, otherwise the column that is most like one. */
export function defaultParameters(columns: readonly ColumnProfile[]): string[] {
  const treatments = columns.filter(isTreatment);
  const isFew = ({ distinct }: ColumnProfile) => distinct <= maxValues;
  const changeable = columns.filter(({ name }) => !propertyPattern.test(name));
  const only = changeable.find(isFew) ?? changeable[0] ?? columns[0];
  const found = treatments.length > 0 ? treatments.slice(0, 3) : only ? [only] : [];
  return found.map(({ name }) => name);
}
