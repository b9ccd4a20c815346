// Linguistic data: words of sentences that describe the caller, not the scenario. cspell:ignore tell told tells everybody nobody

/** The caller, the past, or a request to the service: `I was in Malawi last year`, `kindly report the shares`. */
const aboutCaller =
  /\b(?:i|i['’]m|i['’]ve|my|me|you|your|was|were|had|did|ago|ran|came|went|said|asked|read|heard|saw|told|kindly|please|thanks|thank|regards|reports?|seeks|requests|requested|estimates?|provide|by the way|background|context|since (?:19|20)\d\d)\b|\bwants? to know\b|\bneeds? to know\b/i;

/** A number in such a clause belongs to the caller or the past: `I have run two shops since 1979`. */
const pastNumber =
  /\b(?:i|i['’]m|i['’]ve|was|were|had|did|ago|ran|came|went|since (?:19|20)\d\d)\b(?!.*\b(?:would|will|could|becomes?)\b)/i;

/** How to answer: `Short answer.`, `No essay.`, `One number, today.` */
const aboutAnswer =
  /^\W*(?:and |a |an |one |just |only |no |short |brief |quick )*(?:many thanks|cheers|answers?|numbers?|essays?|lectures?|figures?|sentences?|pages?|lines?|quickly|briefly|now|go|today|thanks)(?: only|,? please| will do|(?: will)? suffices?| is enough)?\W*$/i;

/** `Yes or no?`, `Answer in one line.` */
const formOfAnswer =
  /^\W*(?:yes ?(?:\/|or|,) ?no\b|(?:please )?(?:answer|reply|respond)(?: me)? (?:in|with)\b)[^,;:]{0,40}$/i;

/** `I fear angry phone calls`. */
const opinion =
  /^\W*(?:and |but |though |although )?(?:i|we)(?:['’](?:m|re) afraid| (?:really |do |always )?(?:fear|suspect|doubt|worry|dread|guess|bet|reckon|believe|hate|love))\b/i;

/** `A colleague insists that we keep the word`: what others say is no scenario. */
const attribution =
  /^\W*(?:and |but |though |although )?(?:she|he|they|(?:my|our|a|the|his|her) [\w'-]+(?: [\w'-]+)?) (?:thinks?|says?|insists?|maintains?|swears?|claims?|argues?|believes?|suspects?|reckons?|complains?|jokes?)\b(?!.*\b(?:if|will|would|should)\b)/i;

/** `by trip purpose`: the results of every simulation have these parts. */
const breakdown =
  /^\W*(?:and )?(?:(?:heterogeneity|broken down|broken out|split|shown|separately|each) )?by (?!\w+ing\b)[\p{L}\s/-]{3,60}[.?]?$/iu;

/** A cause before, or a consequence after a value: `two centers close, so people walk 20% farther`. */
const consequence =
  /^\W*(?:and )?(?:so|so that|i\.?e\.?|that is|which means|meaning|therefore|thus|hence|in other words|as a result|namely|because|since|as)\b/i;

/** Words that repeat a value or name the old one: `and the rest in proportion`, `instead of nothing`, `up from 40%`, `and nothing more`. */
const repetition =
  /\b(?:in (?:the same )?proportion|scaled? alike|remaining|remainder|leaving|proportionally|accordingly|likewise|respectively|so to speak)\b|\bthe rest\W*$|^\W*(?:and )?nothing (?:more|else)\W*$|^\W*not an? [\w-]+\W*$|^\W*(?:and )?(?:instead of|rather than|(?:up|down) from|all of them|of course|by the way|dear|hello|hi|sincerely|yours)\b/i;

/** A request for figures, or for a kind of answer: `kindly report the shares of all three modes`, `don't lecture me`. */
const request =
  /^\W*(?:and |so |then |but )*(?:kindly|please|(?:results?|figures|shares|estimates) (?:for|of|among)|reports?|provide|show|plot|chart|graph|tabulate|list|compute|calculate|work out|find out|figure out|see|let['’]?s see|tell|give (?:me|us)|many thanks|thanks|thank you|cheers|(?:best |kind |warm )?regards|sincerely|dear|hello|hi|(?:don['’]t|no|do not) (?:need to |give me )?(?:an? )?(?:lecture|explain|lectures|essays|excuses))\b/i;

/** A sentence about the caller's own life: `My father ran a shop, and half of the street came in on Saturdays`. */
const ownStory =
  /^\W*(?:(?:and|but|so|well|when|since|while|before|after|because|although|once|years ago|last \w+),? )*(?:i|i['’](?:m|ve|d)|my)\b/i;
export const isOwnStory = (sentence: string): boolean => ownStory.test(sentence);
const inPast =
  /\b(?:was|were|had|did|used to|have|has|lost|ran|came|went|told|drove|grew|read|heard|saw|met|\w{2,}ed)\b/i;
export const isOfPast = (sentence: string): boolean =>
  /\b(?:was|were|had|did|ago|used to|since (?:19|20)\d\d|once|last|i|my|we|our|you|your|please|thanks)\b/i.test(
    sentence,
  );
const hypothetical = /\b(?:would|will|could|should|might|may|shall|going to|plan|plans|suppose|let['’]?s)\b/i;

export const isHypothetical = (sentence: string): boolean => hypothetical.test(sentence) || decisions.test(sentence);
const decisions = /\b(?:decide|announce|propose|promise|want|offer|introduce|change|switch|move|send|sent|mail|ask)/i;

/** An experience of the caller, whose words set no option: `I have lived in a tower since 1970`. */
export const isExperience = (clause: string): boolean =>
  /^\W*(?:(?:and|but|so|well|when|since|while|before|after),? )*i\b/i.test(clause) &&
  inPast.test(clause) &&
  !hypothetical.test(clause) &&
  !decisions.test(clause) &&
  !/\bif\b/i.test(clause);

/** `I am 78`, `we're on the HR team`; not `we are cutting the fare`. */
const selfDescription =
  /^\W*(?:and )?(?:i|we)(?:['’]m| am|['’]re| are) (?!(?:to|going to|about to|planning|considering|thinking)\b|\w+ing (?:the|our|all|every|its|fares?|prices?)\b)/i;

/** A statement about everything is part of the scenario, even before the first value. */
const everyWord = /\b(?:every|each|all|everyone|everybody|nobody|no one|no longer|will|would|let|becomes?)\b/i;

/** A request to change something. */
const imperative =
  /^\W*(?:and |then |also )?(?:let|make|give|put|set|add|ban|build|offer|send|drop|remove|introduce|close|open|stop)\b/i;

/** A sentence about the caller or people the caller knows. */
const personal =
  /\b(?:i|i['’]m|i['’]ve|my|me|he|she|his|her|we|our|us|dad|mother|father|aunt|uncle|boss|wife|husband)\b/i;

/** Verbs of statements. A fragment without a verb, such as `innovators imitators diffusion`, names a subject. */
const statementVerbs =
  /\b(?:is|are|am|be|been|being|was|were|has|have|had|do|does|will|would|can|could|should|must|may|might|gets?|goes|go|makes?|gives?|pays?|takes?(?!-)|comes?|puts?|runs?|sends?|keeps?|brings?|offers?|starts?|stops?|becomes?|moves?|costs?|adds?|uses?|tells?|says?|shows?|lets?|sells?|buys?|works?|lives?|stays?|needs?|holds?|plays?|talks?|meets?|leaves?|opens?|closes?|enclose|announce|allow|introduce|(?<!(?:-|\b(?:the|a|an|of|by|for|with|vs|versus) ))(?!(?:seed|need|feed|speed|breed|weed|hundred|indeed)\b)\w{2,}ed(?! [\w-]+ing\b))\b|['’](?:re|ll|s (?:a|the|not|been|going))\b/i;

/** A clause with fewer content words, such as `by the way`, states nothing. */
const minWordsOfScenario = 3;

export const hasVerb = (clause: string): boolean => statementVerbs.test(clause);

/** `If that's all right`, `if you don't mind`. */
const politeness =
  /^\W*if (?:possible|that['’]s (?:ok|okay|fine|all right|alright)|you (?:can|could|please|don['’]t mind))\W*$/i;

/** `I suppose that …` and `once a bus` in a story, and `see if anyone notices`, state no condition. */
export const hasNoCondition = (sentence: string, clause: string): boolean =>
  /^\W*(?:and )?(?:see|check|find out|tell me) if\b/i.test(clause) ||
  politeness.test(clause) ||
  (ownStory.test(sentence) && !/\bif\b|(?<!\bi )\b(?:suppose|imagine|assume|assuming)\b/i.test(clause));

/** `Many thanks.`, `Short answer.`, `and the rest in proportion`. */
export const isRemark = (clause: string): boolean =>
  [aboutAnswer, formOfAnswer, opinion, attribution, breakdown, request, repetition, selfDescription, politeness].some(
    (words) => words.test(clause),
  );

/**
 * Whether a clause gives the reason for the value in the next clause, or a consequence of the one before.
 *
 * @param isLead a colon follows: `Budget cuts: fares rise by 20%`
 * @param around whether the clause before sets a value, and the next clause if it sets one
 */
export function isReason(clause: string, isLead: boolean, around: { isAfter: boolean; next: string }): boolean {
  if (imperative.test(clause)) return false;
  const isBefore = around.next !== '' && (isLead || consequence.test(around.next));
  return isBefore || (around.isAfter && consequence.test(clause));
}

/** Whether a clause before the first value tells a story: `My aunt hates flying.` `Every train has a library.` does not. */
export const isStory = (clause: string, sentence: string): boolean =>
  !imperative.test(clause) && (!everyWord.test(clause) || personal.test(sentence));

interface Clause {
  text: string;
  sentence: string;
  contentWords: number;
  hasNumber: boolean;
  /** Whether it has a verb or adjective of change. */
  isChange: boolean;
  /** Whether its sentence sets a value. */
  inSentenceOfValue: boolean;
  /** Whether the question sets a value. */
  isScenario: boolean;
}

/**
 * Whether a clause without a condition describes the situation instead of the scenario. A clause in the sentence of a value, as in `fares fall
 * by 20% and seats can be booked online`, is part of the scenario.
 */
export function isBackground(clause: Clause): boolean {
  const { text, sentence, contentWords, hasNumber, isChange, inSentenceOfValue, isScenario } = clause;
  const isStory = ownStory.test(sentence) && (isScenario || inPast.test(sentence));
  // `My shop will give away coupons` can be the scenario.
  if (isStory && !inSentenceOfValue && !(ownStory.test(text) && hypothetical.test(text))) return true;
  if (isChange) return false;
  if (hasNumber) return !inSentenceOfValue && pastNumber.test(text);
  if (contentWords < minWordsOfScenario) return true;
  return !inSentenceOfValue && (aboutCaller.test(text) || (contentWords === minWordsOfScenario && !hasVerb(text)));
}
