import { clauseOpeners, negations, stemmed } from './lexicon.js';

export const clauses = new Set([...clauseOpeners, ...stemmed('how what why')]);
export const denials = new Set([
  ...negations,
  ...stemmed(
    'cannot nobody none neither nor hardly except excluding fail lack miss deny denied deprive withhold withheld',
  ),
  ...stemmed('dont doesnt didnt wont wouldnt isnt arent wasnt werent hasnt havent'),
]);
export const taking = new Set(stemmed('take took taken'));
/** `abandon the car with fares 20% lower` leaves what is before the circumstance. */
export const leaving = new Set(stemmed('abandon ditch lose lost'));
/** Verbs that undo with the word after them: `a rise fell through`. */
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
/** They deny what follows at once. */
export const lacks = new Set(stemmed('no without'));
export const everyone = new Set(
  stemmed('all every everybody everyone each nobody none any anybody anyone anything anywhere nowhere nothing'),
);
export const comparatives = new Set(stemmed('longer more less one'));
/** A verb that begins a statement of its own: `bus fares did not change and train fares fell` denies no fall. */
export const finite = new Set(stemmed('fell rose went grew shrank was were is are had ran took became got'));
export const undoing = new Set(
  stemmed(
    'cancel cancelled canceled cancellation remove removal scrap scrapped abolish abolition reverse reversal undo undone undid ' +
      'withdraw withdrew withdrawn withdrawal repeal revoke revocation rescind eliminate elimination axe axed ' +
      'expire ban banned prohibit outlaw forbid forbidden',
  ),
);
/** They undo where they are passive, such as `was dropped`, or have what they undo for an object, such as `drop the 20% rise`. */
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
export const losing = new Set(stemmed('lose lost'));
export const refusing = new Set(stemmed('refuse reject ignore'));
export const circumstances = new Set(stemmed('with at under'));
export const asking = new Set(stemmed('how who which'));
