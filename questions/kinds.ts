import { adjectives, denials, movements, stemmed } from './vocabulary.js';
import type { Question, Span } from './question.js';

const words = (text: string) => new Set(stemmed(text));
const tokensAt = ({ tokens }: Question, from: number, to: number): Span => {
  const first = tokens.findIndex((token) => token.to > from);
  const end = tokens.findIndex((token) => token.from >= to);
  return { from: first < 0 ? tokens.length : first, to: end < 0 ? tokens.length : end };
};

const instruction =
  /\b(?:agent[_ ]?counts?\b[^.,;?!\n]{0,40}|with \d+ agents|(?:random seed ?(?:=|:|to|of)?|seed ?[=:]) ?\d+|(?:ignore|disregard|forget|bypass|override) (?:all|your|the|previous|any|every|everything)\b[^.,;?!\n]{0,80}|skip (?:the )?(?:validation|checks?|limits?)|system prompt|api key)/gi;

/** Instructions to the service: `set agent_count to 5`. A question sets parameters only. */
export const instructionsIn = (question: Question): Span[] =>
  [...question.text.matchAll(instruction)].map(({ 0: text, index }) => tokensAt(question, index, index + text.length));

const futureDate =
  /\b(?:(?<![$€£] ?)(?:202[6-9]|20[3-9]\d)(?! ?(?:dollars|units|points|%))|(?:next|coming|following) (?:\w+ )?(?:year|decade|month|winter|summer|spring|fall|election|century)s?|(?:years?|decades?) from now|years['’]? time|(?:will|going to)\b[^.?!\n]{0,60}\b(?:in|over|within) the (?:next|coming)\b)/gi;

/** Dates in the future: `in 2040`, `next year`. No model predicts them. */
export const futureDates = (question: Question): Span[] =>
  [...question.text.matchAll(futureDate)].map(({ 0: text, index }) => tokensAt(question, index, index + text.length));

/**
 * Sentences with a plan that is canceled: `They wanted to double the fare, but the board voted it down.` Returns the tokens of the plans.
 */
export function canceledPlans(question: Question, changes: readonly Span[]): Span[] {
  return question.sentences.flatMap((sentence, nth) => {
    const isConditional = (span: Span) => question.mode.slice(span.from, span.to).includes('condition');
    if (isConditional(sentence)) return [];
    const before = question.sentences[nth - 1];
    const at = cancellationIn(question, sentence, before, changes);
    if (at === undefined) return [];
    const end = replacementIn(question, sentence, at);
    const first = before && !isConditional(before) ? before : sentence;
    if (end === sentence.from && first === sentence) return [];
    const span = { from: first.from, to: end };
    return [span];
  });
}

const replacing = words('instead now');

/** Where a sentence with a canceled plan states what happens instead: `The raise is off, now the price drops by 5%.` Its end if it does not. */
function replacementIn(question: Question, sentence: Span, canceled: number): number {
  const next = question.clauses.filter(({ from }) => sentence.from <= from && from < sentence.to);
  const found = next.find(({ from, to }) => {
    const isStart = [from, from + 1].some((at) => replacing.has(question.stem(at)));
    const isEnd = from > canceled && question.stems({ from, to }).includes('instead');
    return (isStart && (from >= canceled || from === sentence.from)) || isEnd;
  });
  return found?.from ?? sentence.to;
}

/** Words that cancel a plan in a statement. */
const canceled = new RegExp(
  [
    String.raw`\b(?:scrapped|shelved|vetoed|cancel+ed|abandoned|ditched|axed|binned|nixed|quashed|mothballed|aborted|overruled|postponed|repealed|revoked|scuppered|torpedoed|rejected|rescinded|refused|withdrew|withdrawn|blocked|forbidden|forbade|reneged|called off|calls? off|laughed out)\b`,
    String.raw`\b(?:voted?|turned|shot|struck|backed|pulled|threw|thrown|call(?:ed)?|talked)\b(?: \w+){0,2} (?:down|off|out)\b`,
    String.raw`\b(?:said no|off the (?:table|agenda|cards)|cold feet|fell (?:through|flat|apart)|fall through|dead in the water|nowhere|thought better|changed (?:its|their|her|his|our|my) minds?|pulled the plug|came to (?:nothing|naught)|(?:has|had) second thoughts)\b`,
    String.raw`\b(?:stopped|killed|dropped|buried|blocked|sank|dumped|shut) (?:it|that|this|them|the (?:plan|idea|proposal|mailing|project|whole|bill|offer)|(?:its|their|our) (?:plan|idea)s?)\b`,
    String.raw`\b(?:not|never|n['’]t) (?:going to |gonna )?(?:happen|happening|come about|materiali[sz]e|go ahead|go through|going ahead|be implemented|take place|pass)`,
    String.raw`\b(?:was|were|is|are|been|got|be) (?:\w+ )?(?:dropped|buried|killed|stopped|dead|defeated|struck|undone|halted|frozen|dismissed|discarded|put (?:off|on (?:hold|ice)))\b`,
    String.raw`\b(?:never|not) (?:happened|came|arrived|materiali[sz]ed|took place|got (?:off|anywhere)|been (?:done|built))\b|\bdied in\b`,
    // A plan of the past, and a turn.
    String.raw`\b(?:supposed to|promised|wanted to|meant to|had intended|intended to|was about to|were about to|had planned|originally|had decided)\b[^.?!]{0,120}(?:,|;) ?(?:but|yet|however|only)\b(?![^.?!]*\d)`,
    // A statement that is false, and a change that is reversed.
    String.raw`\b(?<!\b(?:no|not an?|n['’]t an?) )(?:myth|hoax|lie|fake news|fairy ?tale|misconception|urban legend|misunderstanding)\b|\b(?:untrue|unfounded|groundless|baseless|falsely|false|made[- ]up|mere rumou?r|(?:just|only) a rumou?r|contrary to)\b|\bthere is no truth\b`,
    String.raw`\b(?:later|then|since|soon|was|were|been|got|quickly|promptly|and|but)(?: \w+)? (?:reversed|undone|rolled back|reverted|restored|put back|taken back|walked back|backtracked|lifted again)\b`,
    String.raw`\b(?:almost|nearly|came close to|narrowly avoided) (?!(?:doubl|halv|tripl|quadrupl)\w*)(?:\w+(?:ed|ing)|cut|put|rose|fell|gave|sent|paid)\b|\b(?:nobody|no[- ]one|none of \w+) (?:(?:is|was|has|had|here|even) )*(?:plan|propos|suggest|intend|consider|talk|want|think)\w*|\bno (?:plans?|intention)\b`,
    String.raw`\bno longer (?:going|set|planned|due|about) to\b|\bnothing (?:came|comes|has come) of (?:it|that|this)\b`,
    String.raw`\bbut (?:we|they|it|he|she|I) (?:did|have|has|had|was|were|is|are)(?:n['’]t| not)\b|\bdecided (?:against|not to)\b|\bdenied that\b|\bopted not to\b|\bchose not to\b`,
  ].join('|'),
  'i',
);
/** Words that cancel a plan in a statement that names one. */
const weaklyCanceled =
  /\b(?:dropped|killed|died|dead|defeated|collapsed|fizzled|stalled|sunk|dumped|discarded|dismissed|declined|lapsed|reversed|halted|frozen|undone|nothing|never|not|lost|ran out|gave up|instead|delayed|on hold|on ice)\b|\b(?:is|are|was|were|be|been|all|now)(?: \w+)? (?:off|over|history)\b|['’]s (?:off|over|history)\b|n['’]t\b/i;
const planned =
  /\b(?:plan(?:s|ned|ning)?|ideas?|proposals?|proposed|scheme|intended|meant to|supposed to|(?:was|were) (?:\w+ )?(?:going|gonna|to|set|due|about|supposed)|wanted to|hoped to|announced|promised|considered|toyed|suggested|bill|motion|rumou?rs?|talk of|originally|almost|nearly|would have)\b/i;

/** Where a statement cancels a plan. */
function cancellationIn(
  question: Question,
  sentence: Span,
  before: Span | undefined,
  changes: readonly Span[],
): number | undefined {
  const text = question.words([sentence]);
  const isPlanned = planned.test(text) || (before !== undefined && planned.test(question.words([before])));
  const found = canceled.exec(text) ?? (isPlanned ? weaklyCanceled.exec(text) : null);
  if (!found) return undefined;
  const start = question.tokens[sentence.from]!.from + found.index;
  const at = question.tokens.findIndex((token) => token.to > start);
  return question.mode[at] === 'ask' || changes.some((one) => one.from <= at && at < one.to) ? undefined : at;
}

const maxDistanceToDenial = 9;
const permissive = words('more than less only just merely simply long');

/** Whether a change does not happen: `fares will not go up by 15%`, `without a 10% cut`. */
export function isDeniedChange(question: Question, span: Span): boolean {
  const { from: start } = question.clauses[question.clause[span.from]!]!;
  for (let at = span.from - 1; at >= Math.max(start, span.from - maxDistanceToDenial); at--) {
    const stem = question.stem(at);
    if (!denials.has(stem) || stem === 'no' || permissive.has(question.stem(at + 1))) continue;
    if (question.mode[at] === 'ask') return false;
    return true;
  }
  return false;
}

const target = String.raw`(?:\d|\bhalf\b|\bthirds?\b|\bquarter|\bmajority\b|\bmost\b|\bfifths?\b|\bone (?:\w+ )?(?:in|out of)\b|\b(?:two|three|four|five|six|seven|eight|nine|ten|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)\b)`;
const any = '[^.?!\\n]{0,200}?';
const need = String.raw`(?:must|needs?|needed|ha(?:s|ve) to|hafta|gotta|should|required?|requires|necessary|does it take|would it take|ought|be made|it takes?|do (?:we|they|you|i) (?:need|have)|can|could|may|might)`;
const goalPatterns = [
  `\\b(?:how (?:much|many|far|high|low|strong|cheap|expensive|big|large|small|fast|short|long|close|near|often|generous|dear|frequent|likely|steep|intense|heavily|\\w+ly)|(?:what|which)(?: \\w+){1,4}?|to what \\w+)\\b${any}\\b${need}\\b${any}\\b(?:to|so that|for|before|until|that|so|without|if (?:we|you|they) (?:want|are to))\\b${any}${target}`,
  `\\b(?:what|which|at what|at which) (?:\\w+ ){0,2}?(?:price|fare|amount|sum|level|value|plan|wording|letter|mailing|building|match|cost|fee|voucher|incentive|range|speed|distance|frequency|headway|benefit|reward|probability|chance|intensity|weight|factor|rate|size|strength|charge|levy|payment|payout|number)s?\\b${any}\\b(?:accept|still|reach|reaches|gets?|hits?|break|achieves?|brings?|makes?|lifts?|pushes|raises?|keeps?|loses?|lose|persuades?|needed|gives|does|wins?|would|will|could)\\b${any}${target}`,
  `\\b(?:smallest|lowest|least|minimum|minimal|cheapest|highest|largest|maximum|slowest|shortest|longest|biggest|fewest)\\b${any}\\b(?:that|which|to|at which|needed|for)\\b${any}${target}`,
  `\\bwhat (?:would|will|does|must) it take\\b`,
  `\\b(?:what|which|how)\\b${any}\\b(?:gets?|brings?|takes?|delivers?|achieves?|reach(?:es)?|do(?:es)?)\\b(?: (?:it|us|them|me|him|her|you))?(?: to)? (?:there|that|the trick|the job)\\b`,
  `\\bhow (?:\\w+ ){1,2}(?:would|must|do|does|should|will)\\b${any}\\b(?:have|need|ought) to be\\b`,
  `\\b(?:what|how) (?:must|should|do we have to|has to|would have to|needs? to)\\b${any}\\b(?:so that|in order|for|to (?:get|reach|make|bring|hit|have|win))\\b${any}${target}`,
  `\\b(?:find|give me|tell me|look for|need|want|determine|seek|search)\\b${any}\\b(?:price|fare|amount|level|value|voucher|range|reward|share|strength|factor)\\b${any}\\b(?:that|at which|needed|where|for which|with which|so that)\\b${any}${target}`,
].map((pattern) => new RegExp(pattern, 'i'));
const whichMost =
  /\bwhich (?:of the )?(?:\w+ ){0,2}?\w+s? (?:should|would|could|will|gives?|gets?|brings?|leads?|works?|makes?|wins?|raises?|do)\b[^.?!\n]{0,80}\b(?:most|highest|fewest|largest|lowest|best|least)\b/i;
const condition =
  /\b(?:if (?!(?:we|you|they) (?:want|are to|wish))|suppose|supposing|assuming|what if|when (?:the|a|every|all))\b/i;

/** Whether a sentence asks for the best option: `Which letter brings the most voters?` */
export const asksForBest = (question: Question, span: Span): boolean => whichMost.test(question.words([span]));

/** The sentence that asks for the value that reaches a result. */
export function goalSentence(question: Question): Span | undefined {
  return question.sentences.find((span) => {
    const text = question.words([span]);
    return (
      whichMost.test(text) ||
      goalPatterns.some((pattern) => {
        const [found] = pattern.exec(text) ?? [];
        return found !== undefined && !condition.test(found);
      })
    );
  });
}

const quantities = new Map(
  (['more', 'less', 'fewer'] as const).map((word) => [
    stemmed(word)[0]!,
    { sign: word === 'more' ? 1 : -1, aspect: null } as const,
  ]),
);

/** Words of change without an amount, outside the spans. */
export function vagueChanges(
  question: Question,
  taken: readonly Span[],
): {
  at: number;
  sign: 1 | -1;
  aspect: NonNullable<ReturnType<typeof adjectives.get>>['aspect'];
  isAdjective: boolean;
}[] {
  return question.tokens.flatMap(({ stem }, at) => {
    if (taken.some((one) => one.from <= at && at < one.to)) return [];
    const adjective = adjectives.get(stem);
    const moved = adjective ?? movements.get(stem) ?? quantities.get(stem);
    if (!moved || (quantities.has(stem) && (adjectives.has(question.stem(at + 1)) || question.mode[at] === 'ask')))
      return [];
    if (['any', 'no', 'ani'].includes(question.stem(at - 1))) return [];
    const isLess = adjective !== undefined && question.stem(at - 1) === 'less';
    return [
      {
        at,
        sign: isLess ? (-moved.sign as 1 | -1) : moved.sign,
        aspect: moved.aspect,
        isAdjective: adjective !== undefined,
      },
    ];
  });
}
