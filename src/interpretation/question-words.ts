// Linguistic data: how questions ask for a goal, a date, a canceled plan or a comparison. cspell:ignore nobody pushe tell
// All patterns are linear: no repetition contains another one.

const sentence = '[^.?!\\n]{0,400}?';

/** A plan, which the same or the next sentence may cancel: `was supposed to`, `had announced`. */
export const plan = new RegExp(
  [
    '\\b(?:was|were|is|are|been) (?:originally |initially |once |nearly |almost )?(?:supposed|meant|going|due|set|scheduled|expected|planned|promised|intended|about|ready|to)\\b',
    '\\b(?:had|has|have) (?:been )?(?:originally |initially |once )?(?:announced|planned|intended|decided|promised|proposed|wanted|hoped|meant|pledged|considered|discussed|toyed|thought)\\b',
    '\\b(?:announced|planned|planning|intended|promised|proposed|wanted|hoped|meant|pledged|originally|almost|nearly|considered|toyed|threatened|tried|plans?|proposals?|talk of|talk about|thought about|on the agenda|would have)\\b',
  ].join('|'),
  'i',
);

const undone =
  'never|dropped|died|withdrew|withdrawn|pulled|backed|cancel\\w*|scrapped|shelved|abandoned|called (?:it |them |that |the \\w+ )?off|fell through|rejected|refused|voted (?:it )?down|turned down|blocked|vetoed|overruled|killed|axed|came to nothing|nothing came of|put on (?:hold|ice)|decided (?:against|not to)|thought better|changed (?:its|their|his|her|our) minds?|ran out|gave up|given up|postponed';
const unchanged =
  'not|no one|nobody|nothing|none|stopped|called|voted|failed|kept|cut|went back|remained|remain|remains|stayed|stays|stay|reversed|lost|backtracked';

/** The cancellation of a plan: a strong word in the same or a later sentence, or a weak word after `but`. */
export const cancellation = new RegExp(
  [
    `(?:\\b(?:but|yet|however|until|though|although|only to|then|before|in the end)\\b|[.;,!]\\s|\\b(?:was|were|is|has been|have been|had been|got)\\b)[^.?!\\n]{0,160}?\\b(?:${undone})\\b[^.?!\\n]*`,
    `\\b(?:but|yet|however|until|though|although|only to|then|before|in the end)\\b[^.?!\\n]{0,160}?(?:\\b(?:${unchanged})\\b|n['’]t\\b)[^.?!\\n]*`,
  ].join('|'),
  'i',
);

const periods = '(?:years?|decades?|months?|weeks?|summer|winter|spring|autumn|fall|season|election)';

/** A date that no model contains. */
export const futureDate = new RegExp(
  [
    '\\b(?:(?:in|by|until|before|after|around|during|of|for) )?(?:the )?(?:year )?20[2-9]\\d(?:s\\b|\\b)',
    `\\b(?:(?:in|by|over|within|during|for) )?(?:the )?(?:next|coming) (?:(?:few|couple of|\\w+) )?${periods}\\b`,
    `\\b(?:\\d+|two|three|five|ten|twenty|fifty) years from now\\b`,
    '\\bby the end of (?:the|this|next) (?:decade|year|century)\\b',
    '\\bin the future\\b|\\btomorrow\\b',
  ].join('|'),
  'gi',
);

/** Questions for the value that reaches a result. */
export const goals: readonly RegExp[] = [
  new RegExp(
    `\\b(?:how (?:far|high|low|much|many (?!(?:more )?(?:weeks|years|months|days|times|visits|rounds|periods)\\b)|big|large|strong|strongly|often|cheap|expensive|great|small|fast|generous|steep|deep|frequent|frequently)|what (?!(?:happens|if|about|would happen)\\b)|which)\\b${sentence}\\b(?:have to|has to|need to|needs to|must|needed|required|necessary|it take|it takes)\\b`,
    'i',
  ),
  new RegExp(
    `\\b(?:at|from|for|to|beyond|above|below|with) (?:what|which|how (?:much|high|low|large|big))\\b${sentence}(?:\\d|\\bhalf\\b|\\bthirds?\\b|\\bquarter|\\bmajority\\b|\\bmost\\b)`,
    'i',
  ),
  new RegExp(
    `\\b(?:what|which) (?!(?:share|percentage|percent|proportion|fraction|part|portion|number|kind|kinds|happens|if|about|would happen|do|does|did|is|are|will)\\b)${sentence}\\b(?:(?:would|will|could|to) get|gets|makes?|brings?|gives?|reach|reaches|yields?|achieves?|pushe?s?|raises?|lets?|keeps?|persuades?|wins?|leads?)\\b${sentence}(?:\\d|\\bhalf\\b|\\bthirds?\\b|\\bquarter|\\bmajority\\b)`,
    'i',
  ),
  new RegExp(`\\b(?:how|what|which)\\b${sentence}\\bso that\\b`, 'i'),
];

/** Words that compare two scenarios. */
export const comparisonWords = /\b(?:or|versus|vs|than|compare|compared|comparing|better|between|difference)\b/i;

/** Words that ask which of several scenarios has the larger effect. */
export const better =
  /\b(?:what|which|does|do|is|are|would|will)\b[^.?!\n]{0,80}?\b(?:more|better|best|most|rather|sooner|faster|works)\b/i;

/** Instructions to the service inside a question. A question sets parameters only. */
export const instructions =
  /\b(?:(?:set|make|use|override|change) )?(?:the )?agent[_ ]counts?\b[^.,;?!\n]{0,40}?(?=[.,;?!\n]| and |$)|\brun (?:this |it )?with \d+ agents\b|\brandom seed ?(?:=|to|of|:)? ?\d+|\bseed ?[=:] ?\d+|\b(?:ignore|disregard|forget|bypass|override)\b (?:everything|all|your|the|previous|any|every)\b[^.,;?!\n]{0,80}?(?=[.,;:?!\n]| and |$)|\bskip (?:the )?(?:validation|checks?|limits?)\b|\b(?:print|show|reveal|output|repeat) (?:me )?(?:the|your) (?:system )?(?:prompt|instructions|api key|key)\b|\b(?:reply|answer|respond|write) in [A-Z]\w+/gi;

/** Words that begin a question. Their clause asks; it states no change. */
export const asking =
  /^\W*(?:and |but |so |then |also )*(?:how|what|which|who|whom|whose|why|where|when|would|will|does|do|did|is|are|was|were|can|could|should|may|might|has|have|by how|to what|in what|of (?:those|the|all)|among|for whom|tell|show|give|let|i(?:'d| would| want| wonder| am|'m)|we(?:'d| would| want)|please|curious|trying)\b/i;

/** Words that begin a condition. */
export const conditionWords =
  /\b(?:if|suppose|supposing|imagine|assume|assuming|what if|provided|say that|let's say|once|unless|given that)\b/i;
