// Linguistic data: words of sentences that describe the caller, not the scenario. cspell:ignore told tells everybody nobody

/** The caller, the past, or a request to the service: `I was in Malawi last year`, `kindly report the shares`. */
const aboutCaller =
  /\b(?:i|i['’]m|i['’]ve|my|me|you|your|was|were|had|did|ago|ran|came|went|said|asked|read|heard|saw|told|kindly|please|thanks|thank|regards|reports?|seeks|requests|requested|estimates?|provide|by the way|background|context|since (?:19|20)\d\d)\b|\bwants? to know\b|\bneeds? to know\b/i;

/** A number in such a clause belongs to the caller or the past: `I have run two shops since 1979`. */
const pastNumber =
  /\b(?:i|i['’]m|i['’]ve|was|were|had|did|ago|ran|came|went|since (?:19|20)\d\d)\b(?!.*\b(?:would|will|could|becomes?)\b)/i;

/** How to answer: `Short answer.`, `No essay.`, `One number, today.` */
const aboutAnswer =
  /^\W*(?:and |a |an |one |just |only |no |short |brief |quick )*(?:many thanks|cheers|answers?|numbers?|essays?|lectures?|figures?|sentences?|quickly|briefly|now|go|today|thanks)\W*$/i;

/** A cause before, or a consequence after a value: `two centers close, so people walk 20% farther`. */
export const consequence =
  /^\W*(?:and )?(?:so|so that|i\.?e\.?|that is|which means|meaning|therefore|thus|hence|in other words|as a result|namely|because|since|as)\b/i;

/** Words that repeat a value: `and the rest in proportion`. */
const repetition = /\b(?:in proportion|proportionally|accordingly|likewise|respectively|so to speak|all of them)\b/i;

/** A request for figures: `kindly report the shares of all three modes`. */
const request = /^\W*(?:and )?(?:kindly|please|reports?|provide|thanks|thank you)\b/i;

/** A statement about everything is part of the scenario. */
export const everyWord = /\b(?:every|each|all|everyone|everybody|nobody|no one|no longer|will|would|let|becomes?)\b/i;

/** A request to change something. */
export const imperative =
  /^\W*(?:and |then |also )?(?:let|make|give|put|set|add|ban|build|offer|send|drop|remove|introduce|close|open|stop)\b/i;

/** Verbs of statements. A fragment without a verb, such as `innovators imitators diffusion`, names a subject. */
const statementVerbs =
  /\b(?:is|are|am|be|been|being|was|were|has|have|had|do|does|will|would|can|could|should|must|may|might|gets?|goes|go|makes?|gives?|pays?|takes?|comes?|puts?|runs?|sends?|keeps?|brings?|offers?|starts?|stops?|becomes?|moves?|costs?|adds?|uses?|tells?|says?|shows?|lets?|sells?|buys?|works?|lives?|stays?|needs?|holds?|plays?|talks?|meets?|leaves?|opens?|closes?|enclose|announce|allow|introduce|\w{2,}ed)\b|['’](?:re|ll|s (?:a|the|not|been|going))\b/i;

/** A clause with fewer content words, such as `by the way`, states nothing. */
const minWordsOfScenario = 3;

export const hasVerb = (clause: string): boolean => statementVerbs.test(clause);

/**
 * Whether a clause without a condition or verb of change describes the situation instead of the scenario. A clause in the sentence of a
 * value, as in `fares fall by 20% and seats can be booked online`, is part of the scenario.
 */
export function isBackground(
  clause: string,
  {
    contentWords,
    hasNumber,
    inSentenceOfValue,
  }: { contentWords: number; hasNumber: boolean; inSentenceOfValue: boolean },
): boolean {
  if (aboutAnswer.test(clause) || request.test(clause) || repetition.test(clause)) return true;
  if (hasNumber) return !inSentenceOfValue && pastNumber.test(clause);
  return contentWords < minWordsOfScenario || (!inSentenceOfValue && (aboutCaller.test(clause) || !hasVerb(clause)));
}
