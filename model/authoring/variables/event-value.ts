/** Texts of yes and no in the languages of files. Letters count only as pairs. */
const words: readonly (readonly [yes: string, no: string])[] = [
  ['1', '0'],
  ['yes y true t on', 'no n false f off'],
  ['ja j wahr w', 'nein n falsch f'],
  ['sí si s verdadero v', 'no n falso f'],
  ['oui o vrai v', 'non n faux f'],
  ['sì si s vero v', 'no n falso f'],
  ['sim s verdadeiro v', 'não nao n falso f'],
  ['ja j waar w', 'nee n onwaar o'],
  ['ja j sant sann sand', 'nej nei n falskt usann falsk'],
  ['tak t prawda', 'nie n fałsz'],
  ['ano a áno pravda', 'ne n nie nepravda'],
  ['da d tačno točno adevărat', 'ne n nu fals'],
  ['да д истина', 'нет н ложь'],
  ['так', 'ні'],
  ['igen i igaz', 'nem n hamis'],
  ['kyllä k tosi', 'ei e epätosi'],
  ['evet e doğru', 'hayır h yanlış'],
  ['ναι', 'όχι οχι'],
  ['ya', 'tidak'],
  ['是 真 有', '否 假 无 不是'],
  ['はい 有', 'いいえ 無'],
  ['예 네', '아니요 아니오'],
  ['نعم', 'لا'],
  // Wordings of results.
  ['success successful', 'failure unsuccessful'],
  ['event', 'none'],
  ['passed pass', 'failed fail'],
  ['won win', 'lost lose loss'],
  ['accepted approved granted admitted hired accept approve', 'declined rejected denied decline reject deny'],
  ['present', 'absent'],
  ['positive pos', 'negative neg'],
  ['treatment treated', 'control untreated'],
  ['dead died deceased', 'alive living'],
  ['left leaver quit churned attrited cancelled canceled', 'stayed stayer retained existing active'],
  ['angenommen bestanden gewonnen', 'abgelehnt durchgefallen verloren'],
  ['aceptado aprobado', 'rechazado suspendido'],
  ['accepté réussi gagné', 'refusé rejeté échoué perdu'],
  ['accettato approvato', 'rifiutato respinto'],
  ['geaccepteerd geslaagd', 'geweigerd afgewezen gezakt'],
  ['baja', 'activo alta'],
];
const pairs = words.map(([yes, no]) => [new Set(yes.split(' ')), new Set(no.split(' '))] as const);

const negations = new Set(
  (
    'not no non never none nothing without cannot nicht kein keine keinen keiner nie nichts ohne pas sans jamais aucun aucune ne sin nunca ' +
    'ningún ninguna não nao sem niet geen ej inte ikke ingen utan uden uten nie bez не нет без nem ei non mai senza değil'
  ).split(' '),
);
const negativePrefix = /^(non|un|in|im|ir|dis|not|nicht|kein|no|des|nie|ne|не|on|epä|不|没|未|非|無)[-_ ]?$/u;

const plain = (text: string) =>
  text
    .normalize('NFC')
    .trim()
    .toLowerCase()
    .replace(/(?<![.!])[.!]+$/u, '');
const tokens = (text: string) => text.split(/[^\p{L}\p{N}'’]+/u).filter(Boolean);

/** Whether a text denies something, such as "Not purchased" and "didn't buy". */
const isNegated = (text: string) => tokens(text).some((token) => negations.has(token) || /n['’]t$/.test(token));

function isOpposite(no: string, yes: string): boolean {
  const [own, other] = [tokens(no), tokens(yes)];
  // "Existing customer" and "attrited customer" differ by one word.
  const [a, b] = [own.filter((token) => !other.includes(token)), other.filter((token) => !own.includes(token))];
  const isPair = (first: string, second: string) =>
    pairs.some(([positive, negative]) => positive.has(second) && negative.has(first));
  if (isPair(no, yes) || (a.length === 1 && b.length === 1 && isPair(a[0]!, b[0]!))) return true;
  if (isNegated(no) !== isNegated(yes)) return isNegated(no);
  return yes.length > 2 && no.endsWith(yes) && negativePrefix.test(no.slice(0, no.length - yes.length));
}

/** The positive one of two values, such as "ja", "T" and "Purchased"; undefined if their words do not decide. */
export function positiveOf(values: readonly string[]): string | undefined {
  if (values.length !== 2) return undefined;
  const [first, second] = values as [string, string];
  const [a, b] = [plain(first), plain(second)];
  const [isFirst, isSecond] = [isOpposite(b, a), isOpposite(a, b)];
  if (isFirst !== isSecond) return isFirst ? first : second;
  // The number 0 means no, next to any other number.
  const other = values.filter((value) => value !== '0');
  return !isFirst && other.length === 1 && /^\d+$/.test(other[0]!) ? other[0] : undefined;
}

/** Whether one of the values of a column only means yes, so that it names nothing: "ja", but not "purchased". */
export function isYesText(text: string, values: readonly string[]): boolean {
  const value = plain(text);
  // Letters can be codes of anything.
  if (/^\p{Ll}$/u.test(value) && positiveOf(values) !== text) return false;
  return pairs
    .slice(
      0,
      pairs.findIndex(([yes]) => yes.has('success')),
    )
    .some(([yes]) => yes.has(value));
}

/** Whether a value of a column only means yes or no, so that the column names the event. */
export const isNameless = (text: string, values: readonly string[]): boolean =>
  /^(0|no|false|n)$/i.test(text) || isYesText(text, values);
