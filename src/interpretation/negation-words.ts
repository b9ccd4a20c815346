// Linguistic data: words that users write. cspell:ignore nobody everybody anybody cancelled
import { clauseOpeners, negations, stemmed } from './lexicon.js';

export const clauses = new Set([...clauseOpeners, ...stemmed('how what why until till')]);
export const denials = new Set([
  ...negations,
  ...stemmed(
    'cannot nobody none neither nor hardly except excluding fail lack miss deny denied deprive withhold withheld',
  ),
  ...stemmed('dont doesnt didnt wont wouldnt isnt arent wasnt werent hasnt havent'),
]);
export const taking = new Set(stemmed('take took taken'));
/** Verbs of leaving. In `abandon the car with fares 20% lower`, they apply to the part before the circumstance. */
export const leaving = new Set(stemmed('abandon ditch lose lost'));
/** Phrasal verbs that undo something: `a rise fell through`. */
export const phrasal = new Set(
  [
    ...[
      'put off',
      'fall through',
      'fell through',
      'fallen through',
      'phase out',
      'call off',
      'roll back',
      'strike down',
    ],
    ...[
      'struck down',
      'take away',
      'took away',
      'taken away',
      'do away',
      'did away',
      'done away',
      'get rid',
      'got rid',
    ],
    ...['give up', 'gave up', 'given up'],
  ].map((words) => stemmed(words).join(' ')),
);
/** Words that deny the next word. */
export const lacks = new Set(stemmed('no without'));
export const everyone = new Set(
  stemmed('all every everybody everyone each nobody none any anybody anyone anything anywhere nowhere nothing'),
);
export const comparatives = new Set(stemmed('longer more less one'));
/** Verbs that begin a new statement: `bus fares did not change and train fares fell` does not deny the fall. */
export const finite = new Set(stemmed('fell rose went grew shrank was were is are had ran took became got'));
export const undoing = new Set(
  stemmed(
    'cancel cancelled canceled cancellation remove removal scrap scrapped abolish abolition reverse reversal undo undone undid ' +
      'withdraw withdrew withdrawn withdrawal repeal revoke revocation rescind eliminate elimination axe axed ' +
      'expire ban banned prohibit outlaw forbid forbidden',
  ),
);
/** Verbs that undo something in the passive (`was dropped`) or with a direct object (`drop the 20% rise`). */
export const stopping = new Set([
  ...undoing,
  ...stemmed(
    'drop dropped end stop stopped lift lose lost refuse reject prevent avoid halt block oppose postpone delay shelve suspend freeze frozen cut lower reduce abandon ditch',
  ),
]);
export const stoppingGerund = new Set([...lacks, ...stemmed('stop stopped avoid quit against')]);
export const passive = new Set(stemmed('was were is are be been being get got'));
export const determiners = new Set(
  stemmed(
    'a an the this that these those its their our your his her planned proposed announced promised current existing recent usual old former previous original word term',
  ),
);
export const excluding = new Set(stemmed('unlike except excluding not'));
export const losing = new Set(stemmed('lose loses lost shed sheds forfeit'));
/** Verbs that undo something, unless an amount follows: `cut back to 20%`. */
export const reducing = new Set(stemmed('cut lower reduce'));
export const refusing = new Set(stemmed('refuse reject ignore'));
export const circumstances = new Set(stemmed('with at under'));
export const asking = new Set(stemmed('how who which'));
/** Words for what is so before the scenario. */
export const present = new Set(
  stemmed(
    'now today current currently present presently always already far previously existing usual usually previous formerly after afterwards thereafter beyond',
  ),
);
