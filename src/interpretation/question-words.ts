// Linguistic data: how questions ask for a goal, a date, a canceled plan or a comparison. cspell:ignore didn wish nobody pushe tell gonna hafta
// All patterns are linear: no repetition contains another one.

const sentence = '[^.?!\\n]{0,400}?';

/** A plan, which the same or the next sentence may cancel: `was supposed to`, `had announced`. */
export const plan = new RegExp(
  [
    '\\b(?:was|were|is|are|been) (?:originally |initially |once |nearly |almost |all |just |already )?(?:gonna|fixing to|supposed|meant|going|due|set|scheduled|expected|planned|promised|intended|about|ready|to)\\b',
    '\\b(?:had|has|have) (?:been )?(?:originally |initially |once )?(?:pencil+ed|announced|planned|intended|decided|promised|proposed|wanted|hoped|meant|pledged|considered|discussed|toyed|thought|debated|suggested|aimed|vowed|sworn|scheduled|lobbied|pushed|argued|agreed)\\b',
    '\\b(?:announced|planned|planning|intended|promised|suggested|expected|proposed|wanted|hoped|meant|pledged|originally|almost|nearly|considered|considering|toyed|threatened|tried|plans?|proposals?|talk of|talk about|thought (?:about|of)|on the (?:agenda|table)|asked to|rumors?|hearsay|gossip|(?:story|stories|claims?|reports?|calls?) (?:that|of|for)|would have|could have)\\b',
  ].join('|'),
  'i',
);

const undone =
  'never|dropped|died|withdrew|withdrawn|pulled|backed|cancel\\w*|scrapped|shelved|abandoned|called (?:it |them |that |the \\w+ )?off|fell (?:through|flat|apart)|rejected|refused|(?:voted|turned|shot|struck) (?:it |them |that |this |the \\w+ )?down|blocked|vetoed|overruled|killed|axed|binned|ditched|scuppered|buried|came to (?:nothing|naught)|nothing (?:came|has come) of|(?:is|was|went) off the table|threw (?:it|them|that) out|died on the vine|put out of (?:its|their) misery|bit the dust|came unstuck|struck (?:from|off)|(?:will|would|did) not (?:come about|happen|take place)|put on (?:hold|ice)|(?<=\\b(?:is|are|was|were|all|now) )off(?=\\s*[.,;!?])|decided (?:against|not to)|thought better|changed (?:its|their|his|her|our|my) minds?|ran out|gave up|given up|postponed|delayed|thrown out|threw (?:it |them |that )?out|got cold feet|stuck (?:with|to)|kept to|left (?:it |them |things |everything )?(?:as|alone|unchanged)|reversed|revoked|repealed|undone|undid|took (?:it |that |them )?back|defeated|lost the vote|chickened out|bottled it' +
  "|(?:got|went|led|came|goes|leads) nowhere|(?<=\\b(?:is|are|was|were) (?:now )?)(?:history|dead|doomed|a non-starter)|laughed out|set aside|put aside|collapsed|fizzled|foundered|stalled|sank|crumbled|unraveled|evaporated|dried up|petered out|torpedoed|nixed|quashed|spiked|sunk|mothballed|dumped|junked|aborted|discarded|dismissed|forgot|forgotten|nothing happened|said nay|said no|changed course|(?:lost|lose|losing) (?:its |their |his |her |our |my )?(?:nerve|heart|interest|courage|appetite)|had second thoughts|thought twice|walked (?:away|out)|pulled the plug|balked|off the agenda|on the back burner|(?:broke|broken) (?:its|their|his|her|the) promise|reneged|stopped (?:it|that|them|this)|taken back|took (?:it|that|them) back|fell victim|went bankrupt|(?:proved|is|was) impossible|(?:is|was|were) broken|on paper only|only on paper|voted no|declined|lapsed|expired|(?<=\\b(?:is|are|was|were|that['’]s|it['’]s) (?:all |just |only |simply |plain )?)(?:false|fake|nonsense|rubbish|untrue|wrong|an? (?:lie|hoax|rumor|joke)|invented|made up(?! of\\b))|never (?:going to happen|happened|material\\w+|came|arrived|took place|passed|got|saw|left)";
const unchanged =
  'not|no one|nobody|nothing|none|stopped|called|voted|failed|kept|keeps|cut|went back|goes on|carried on|carries on|continues?|remained|remain|remains|stayed|stays|stay|lost|backtracked|no (?:longer|money|majority|support|agreement)|instead';

/** A plan that only a strong word of cancellation cancels, because the word may also introduce a scenario: `our idea is to`. */
export const proposal =
  /\b(?:ideas?|schemes?|dreams?|hopes?|rises?|increases?|hikes?|cuts?|reductions?|doubling|tripling|halving|changes?|reforms?|raises?|expansion|tabled|on the cards|debated|discussed|suggested|suggestion|vowed|lobbied|floated|argued for|asked for|called for|pushed for|campaigned|bill|motion|referendum|rumors?|talks? (?:of|about)|thinking (?:about|of)|once|had (?:already |just )?(?:\w{3,}ed|written|sent|bought|built|chosen))\b/i;

/** A verb that denies a change: `did not pass`, `won't let`. */
export const denial =
  /\b(?:did|do|does|will|would|could|can|has|have|had|was|were|is|are)(?: not|n['’]?t)\b|\b(?:won['’]?t|can['’]?t|cannot|decided not to|chose not to|not to)\b|\b(?:it|that|this|they) never\b/i;

/** A verb that undoes a change: `Congress shelved the increase`. */
export const undoingVerb = new RegExp(`\\b(?:${undone.replace('never|', '')})\\b`, 'i');

/** A refusal of the change that follows: `we decided against raising fares`. */
export const refusal =
  /(?<![^.;?!\n])[^.;?!\n]*\b(?:decided against|backed (?:out of|away from|off)|called off|(?:is|are|was|were|will be|have|has|had) no (?:plans?|intentions?|intention) (?:to|of|for)|despite (?:\w+ )?(?:calls?|demands?|pressure|requests?|pleas) (?:for|to)|forbidden|forbade|denied that|pulled the plug on|pulled back from|ruled out|gave up on|given up on|turned (?:its|their|his|her|our|my) backs? on|no longer (?:plans?|intends?|wants?) to|shied away from|talked out of|voted down|turned down|shot down|struck down|blocked|torpedoed|nixed|quashed|dismissed|laughed out|set aside|only on paper|on paper only|(?:won['’]?t|will not|not going to|did not|didn['’]?t) [^.;?!\n]{0,60}\bafter all|never going to happen|will never happen|won['’]?t happen|(?:finally|eventually|quietly|promptly|later) (?:dropped|scrapped|abandoned|killed)|rejected|vetoed|overruled|refused to|declined to|threw out|thrown out|opposed|(?:shelved|scrapped|dropped|withdrew|abandoned|canceled|killed|axed|postponed|binned|halted|buried|ditched|froze|delayed) (?:\w+ ){0,4}?(?:plans?|proposals?|ideas?|bills?|schemes?|switch|rises?|increases?|hikes?|cuts?|reforms?|changes?|doubling|tripling|halving|expansion|reduction))\b[^.;?!\n]*/i;

/** A plan of the past. A clause such as `but the board hesitated` leaves open whether it happens. */
export const pastPlan =
  /\b(?:was|were) (?:\w+ly |all |just |already )?(?:gonna|fixing to|going|due|set|about|supposed|meant|scheduled|expected|to)\b|\b(?:had|has|have) (?:been )?(?:\w+ly )?(?:planned|meant|hoped|wanted|intended|promised|proposed|thought|pencil+ed|discussed|considered)\b|\b(?:wanted|hoped|intended|meant|considered|toyed|planned|promised|proposed|pledged|vowed|aimed|threatened|tried|lobbied)\b|\b(?:would|could) have\b|\b(?:asked|urged|ordered) to\b|\btalk of\b|\b(?:plan|proposal|bill|motion|scheme|idea|order) (?:for|of|to|that)\b|^\W*had (?:they|he|she|we|it|the \w+)\b/i;

/** The begin of words that may end a plan, in its sentence and in the next one. */
export const turn =
  /,\s|\b(?:and|but|which|who|yet|however|until|though|although|only to|when|whereupon|alas|unfortunately|sadly)\b/i;
export const nextTurn =
  /^\W*(?:but|yet|however|alas|unfortunately|sadly|in the end|finally|then|nothing|nobody|no one|none|it|that|this|they|the \w+)\b/i;

/** A strong word of cancellation in the same or a later sentence. */
export const undoing = new RegExp(
  `(?:\\b(?:but|yet|and|however|until|when|though|although|only to|then|before|in the end)\\b|[.;,!?]\\s|\\b(?:was|were|is|are|has been|have been|had been|got|(?=died|collapsed|fizzled|foundered|stalled|crumbled|evaporated|fell victim))\\b)[^.?!\\n]{0,160}?\\b(?:${undone})\\b[^.?!\\n]*`,
  'i',
);

/** The cancellation of a plan: a strong word, or a weak word after `but` or in a sentence about the plan. */
export const cancellation = new RegExp(
  [
    undoing.source,
    `\\b(?:but|yet|however|until|though|although|only to|then|before|in the end)\\b[^.?!\\n]{0,160}?(?:\\b(?:${unchanged})\\b|n['’]t\\b)[^.?!\\n]*`,
    `[.;!]\\s+(?:it|that|this|they|we|she|he|the \\w+)\\b (?:\\w+ )?(?:(?:did|was|were|has|have|is|are|does|do|would|will|could)(?:n['’]?t| not|nt)|never)\\b[^.?!\\n]*`,
  ].join('|'),
  'i',
);

const periods = '(?:years?|decades?|months?|weeks?|summer|winter|spring|autumn|fall|season|election)';

/** A date that no model contains. */
export const futureDate = new RegExp(
  [
    '\\b(?:(?:in|by|until|before|after|around|during|of|for) )?(?:the )?(?:year )?20[2-9]\\d(?:s\\b|\\b)',
    `\\b(?:(?:in|by|over|within|during|for) )?(?:the )?(?:next|coming) (?:(?:few|couple of|\\w+) )?${periods}\\b`,
    "\\b(?:in )?(?:\\d+|a few|a couple of|two|three|five|ten|fifteen|twenty|thirty|fifty) years(?:['’])? (?:from now|time|hence|ahead)\\b",
    '\\bby the end of (?:the|this|next) (?:decade|year|century)\\b',
    '\\bin the future\\b|\\btomorrow\\b',
  ].join('|'),
  'gi',
);

/** Questions for the value that reaches a result. */
export const goals: readonly RegExp[] = [
  new RegExp(
    `\\b(?:how (?:many times (?:\\w+er|more|as)\\b|far|high|low|likely|probable|short|wide|close|near|hard|heavy|weak|rare|much|many (?!(?:more )?(?:weeks|years|months|days|times|visits|rounds|periods)\\b)|big|large|strong|strongly|often|cheap|expensive|great|small|fast|generous|steep|deep|frequent|frequently)|what (?!(?:happens|if|about|would happen)\\b)|(?<!\\b(?:under|by|in|with|of|for|through|after|on) )which)\\b${sentence}\\b(?:have to|has to|hafta|gotta|need to|needs to|need|needs|must|needed|required|necessary|it take|it takes|suffices?|be enough|is enough|do the trick)\\b`,
    'i',
  ),
  new RegExp(
    `\\b(?:at|from|for|to|beyond|above|below|with) (?:what|which|how (?:much|high|low|large|big)) (?!(?:his|her|their|its|our|my|the|a|they|we|I|he|she|it|you|others)\\b)${sentence}(?:\\d|\\bhalf\\b|\\bthirds?\\b|\\bquarter|\\bmajority\\b|\\bmost\\b)`,
    'i',
  ),
  new RegExp(
    `\\b(?:what|which) (?!(?:share|percentage|percent|proportion|fraction|part|portion|number|kind|kinds|happens|if|about|would happen|do|does|did|is|are|will)\\b)${sentence}\\b(?:(?:would|will|could|to) get|gets|makes?|brings?|gives?|reach|reaches|yields?|achieves?|pushe?s?|raises?|lets?|keeps?|persuades?|wins?|leads?)\\b${sentence}(?:\\d|\\bhalf\\b|\\bthirds?\\b|\\bquarter|\\bmajority\\b)`,
    'i',
  ),
  new RegExp(
    `\\b(?:how|what|which)\\b${sentence}\\b(?:so that|in order to|before (?:half|a half|a third|a quarter|most|\\w+ (?:in|out of) \\w+|\\d))\\b`,
    'i',
  ),
  new RegExp(
    `\\b(?:what|which|at what|at which) (?:\\w+ ){0,2}?(?:price|fare|amount|sum|level|value|cost|fee|voucher|incentive|range|speed|distance|frequency|headway|benefit|reward|probability|intensity|weight|plan|plans|factor|rate|size|offer|match|number)s?\\b${sentence}\\b(?:accept|still|to reach|reach|get|gets|hit|break|achieve|bring|brings|down to|up to|at least|exactly|majority)\\b${sentence}(?:\\d|\\bhalf\\b|\\bthirds?\\b|\\bquarter|\\bmajority\\b|\\bmost\\b|\\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twenty|thirty|forty|fifty|sixty)\\b)`,
    'i',
  ),
  // `What price would lose half of the supporters?`
  new RegExp(
    `\\b(?:what|which) (?:price|fare|amount|sum|level|cost|fee|voucher|incentive|range|reward|benefit|probability|size)s? (?:would|will|could|can|might|loses?|keeps?)\\b${sentence}(?:\\d ?%|\\bpercent\\b|\\bhalf\\b|\\bthirds?\\b|\\bquarter|\\bmajority\\b)`,
    'i',
  ),
  // `Which of the letters brings the most voters?`
  /\bwhich (?:of the (?:\w+ )?\w+|(?:match|wording|plan|letter|mailing|building|term|option)s?) (?:should|would|could|will|gives?|gets?|brings?|leads?|works?|do we|do i|makes?)\b[^.?!\n]{0,120}?\b(?:most|lowest|highest|fewest|largest|smallest|best|least|smallest possible)\b/i,
  // `What price gets it there?`, after a target.
  /\b(?:what|which|how (?:much|many|high|low|strong|big|far))\b[^.?!\n]{0,120}?\b(?:get|gets|bring|brings|take|takes|deliver|delivers|achieve|achieves|reach|reaches|manage)\b (?:(?:us|it|them|me|him|her|you) )?(?:there|to (?:it|that|this)|that|this|the trick|the job)\b/i,
  new RegExp(
    `\\b(?:smallest|lowest|least|minimum|minimal|cheapest|highest|largest|maximum|slowest|shortest|longest|biggest|fewest) (?:\\w+ ){1,4}?(?:that|which|to (?:get|reach|make|bring|win|have|hit|persuade|convince)|at which|needed)\\b${sentence}(?:\\d|\\bhalf\\b|\\bthirds?\\b|\\bquarter|\\bmajority\\b|\\bmost\\b)`,
    'i',
  ),
  new RegExp(
    `(?<!\\b(?:by|in|for|of|with|under|to|from|on|at) )\\b(?:what|which) (?!(?:share|percentage|percent|proportion|fraction|part|portion|number)\\b)(?:\\w+ ){1,6}?(?:would|will|could|might|can) (?:see|make|let|have|persuade|convince|push|lift|raise|bring|get|win|draw|lure|move)\\b${sentence}(?:\\d|\\bhalf\\b|\\bthirds?\\b|\\bquarter|\\bmajority\\b)`,
    'i',
  ),
];

/** Words that state that today's scenario does not change. Their clause changes nothing. */
export const asToday =
  /\b(?:as (?:now|today|usual|before|is|it is|it stands|things are|things stand|at present)|at present|at the moment|currently|right now|(?:nothing|everything|all|things?|it|they) (?:(?:at all|else|\w+) )?(?:(?:is|was|were|has|gets?) )?(?:changes|changed|altered|stays?|remains?|unchanged|is done|else changes|is different|the same)|no changes?|(?:nobody|no one) (?:changes|does|touches|alters) anything|(?:spend|do|add|change|offer)s? nothing (?:extra|more|new|special)|(?:change|alter|touch|do|did) nothing|(?:if|suppose|supposing|imagine) (?:that|this|it|they) (?:happened|were so|were true|is so|did(?= *[,.?!]))|(?:announced?|did|do|does) (?:exactly |just )?(?:that|this|so)\b|(?:stay|remain)(?:s|ed)? (?:put|untouched|unaffected|unchanged|flat|constant|the same|as)|(?:is|are|was|were) frozen|untouched|(?<=^\W{0,3}(?:(?:and|but|while) )?)(?:costs?|costing|takes?|taking) the same(?! as\b)|where (?:it|they) (?:is|are|was|were)|(?:leaves?|keeps?) (?:\w+ ){1,3}alone|without (?:any )?(?:\w+ )?(?:changes?|interventions?)|do(?:ing)? nothing|leave (?:it|things|everything|all|the (?:rest|others))|standard (?:game|rules|settings)|usual (?:rules|game|settings)|as (?:it|they) (?:did|does|do|are|was|were)|status quo|today's|business as usual|(?:all|everything|nothing) else(?![^,;]*\d)|other things (?:being )?equal|(?:held|hold|holding|kept|keep|keeping|leaving) [^,;]*\b(?:constant|fixed|unchanged|equal|the same|alone)|(?:held|kept) (?:constant|fixed))\b/i;

/** Words that keep something as it is: `contact held constant`. */
export const heldConstant = /\b(?:held|hold|holding|kept|keep|keeping)\b.*\b(?:constant|fixed|unchanged|equal)\b/i;

/** Words between two compared options. */
export const comparisonWords =
  /\b(?:or(?! (?:better|more|higher|less|lower|worse)\b)|versus|vs|compared|relative to|as opposed to|against|beats?|outdo(?:es)?|outperforms?)\b/i;

/** Words that ask for the difference of two options. */
export const asksForDifference = /\b(?:compare|comparing|comparison|difference|how far apart|differ|contrast)\b/i;

/** Words that ask which of several scenarios has the larger effect. */
export const better =
  /\b(?:what|which|who|where|when|does|do|is|are|would|will|should)\b[^.?!\n]{0,80}?\b(?:more|less|fewer|better|best|most|rather|sooner|faster|stronger|larger|bigger|higher|lower|longer|worse|quicker|cheaper|happier|unhappier|likelier|smarter|wiser|easier|earlier|works)\b|\b(?:better|more (?:effective|useful|helpful))\b[^.?!\n]{0,40}:|\bwhich\b[^.?!\n,:]{0,100}[,:][^.?!\n]{1,160}?\bor\b/i;

/** Words that compare a scenario with today. */
export const comparedWithToday =
  /\b(?:compare|compared|comparison|contrast|versus|vs)\b[^.?!\n]{0,80}?\b(?:today|todays|today's|currently|current|present|now|status quo|baseline)\b|\brather than\b[^.?!\n]{0,60}?\b(?:change|changes|matter|differ|make (?:a|any) difference)\b/i;

/** Instructions to the service inside a question. A question sets parameters only. */
export const instructions =
  /\b(?:(?:set|make|use|override|change) )?(?:the )?agent[_ ]counts?\b[^.,;?!\n]{0,40}?(?=[.,;?!\n]| and |$)|\brun (?:this |it )?with \d+ agents\b|\brandom seed ?(?:=|to|of|:)? ?\d+|\bseed ?[=:] ?\d+|\b(?:ignore|disregard|forget|bypass|override)\b (?:everything|all|your|the|previous|any|every)\b[^.,;?!\n]{0,80}?(?=[.,;:?!\n]| and |$)|\bskip (?:the )?(?:validation|checks?|limits?)\b|\b(?:print|show|reveal|output|repeat) (?:me )?(?:the|your) (?:system )?(?:prompt|instructions|api key|key)\b|\b(?:reply|answer|respond|write) in [A-Z]\w+/gi;

/** Words that begin a question. Their clause asks; it states no change. */
export const asking =
  /^\W*(?:and |but |so |then |also )*(?:how|whats|what|which|who|whom|whose|why|where|when|would|will|does|do (?!(?:it|this|that|so)\b)|did|(?:is|are|was|were) (?!(?:\w+ed|done|held|sent|made|given|put|run|shown|set|sold|paid|cut|also|now|only|all)\b)|can|could|should|may|might|has|have|by how|to what|in what|(?:in|by|at|from) which (?:year|decade|season|month|week|day|point)\b|of (?:those|the|all)|among|for whom|tell|show (?:me|us)|give (?:me|us)|let (?:me|us)|(?:i|we)(?:['’]d| would)? (?:like|love|want|need|hope) (?:you )?to (?:know|see|understand|learn|find|get|have|hear|estimate|predict)|(?:i|we)(?:['’]m| am|['’]re| are)? (?:\w+ )?(?:wonder|wondering|curious|interested|asking|asked)|please|curious|trying|see (?:if|whether|who|how|what|which)|(?:[\w&’'-]+:? ){1,6}(?:seeks?|requests?|asks for|wish(?:es)? to (?:know|learn|estimate)|(?:is|are) requested to)|find out|work out|let['’]s see|tell us|show that|show how)\b/i;

/** Words that begin a condition. */
export const conditionWords =
  /\b(?<!\b(?:see|tell me|tell us|know|ask|wonder|wondering|check|find out) )if\b|\b(?<!\bI )(?:suppose|imagine|assume)\b|\b(?:supposing|assuming|what if|provided|let's say|(?<!\b(?:even|just|only|least|than|not) )once(?! (?:more|again)\b|\W*$)|unless|given that|in the (?:hypothesis|event|case) (?:that|of)|on the assumption that)\b|^\W*(?:and |but |or |so )?(?:say\b|when (?!(?:will|would|do|does|did|is|are|was|were|can|could|should|might|may|has|have)\b))/i;

/** A question for the people who give nothing: `how many pay nothing`. */
export const zeroResult =
  /(?:\b(?:how many|share|percentage|proportion|fraction|who|whether)\b|(?<!\d ?)%)(?:(?! if\b)[^.?!;:,\n]){0,200}?\b(?:pay|give|offer)(?:s|ing)? (nothing|zero|\p{Sc}? ?0)(?![\p{L}\d.])/giu;

/** A question for the time of a result, up to a condition: `when do half of the farmers plant it`, `how many years until 80% own it`. */
export const timeQuestion =
  /\b(?:when (?=do|does|did|will|would|can|could|might|should|is|are|has|have)|how (?:soon|quickly|fast|long)\b|how many (?:more )?(?:years|months|weeks|days|seasons)\b|(?:what|which) year\b|how much (?:sooner|later|faster|longer|earlier)\b)(?:(?! (?:if|when|once|with|given|under|after|at|supposing|assuming|as|while|without)\b)[^.?!;:\n])*/gi;
