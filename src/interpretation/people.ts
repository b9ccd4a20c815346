// Linguistic data: words that users write. cspell:ignore everybody anybody
import { stemmed } from './lexicon.js';
import type { Token } from './tokens.js';

/** Nouns and pronouns for the people of a population. */
const peopleNouns = new Set(
  stemmed(
    'people person persons folk those them ones anyone anybody someone everyone everybody others individual adult respondent participant ' +
      'interviewee citizen voter nonvoter elector household family parent mother father tenant resident renter dweller occupant inhabitant neighbor ' +
      'traveler traveller passenger commuter rider driver motorist trip holder owner buyer shopper customer user visitor ' +
      'donor giver supporter patient member farmer grower villager worker employee earner claimant client woman women man men lady guy bloke chap ' +
      'kid student graduate couple Australian Californian American Swiss Canadian Republican Democrat',
  ),
);

/** `resident`, but not `resided`, which has the same stem. */
export const isPerson = (token: Token | undefined): boolean =>
  token !== undefined && peopleNouns.has(token.stem) && !/(?:ed|ing)$/.test(token.word);

/** Words between a noun and what it is, such as `who now live in a`. */
export const beforeGroup = new Set(
  stemmed(
    'in of with from at on by the a an any very so really quite mostly mainly only just already still now currently today presently ' +
      'living housed staying based residing having belonging being called such big own ordinary',
  ),
);
export const relatives = new Set(stemmed('who that whose which whom'));
/** Verbs of a relative clause: `who live in`, `who prefer a`. */
export const relativeVerbs = new Set(
  stemmed(
    'live lives lived dwell reside stay stays are is am was were have has had hold holds own owns drive drives prefer prefers like likes want wants belong belongs ' +
      'got get do does call calls consider considers themselves themself be been feel feels say says',
  ),
);
export const everyWords = new Set(stemmed('all every each everyone everybody'));
