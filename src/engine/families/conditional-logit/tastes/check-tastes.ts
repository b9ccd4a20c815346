import { type IssueList, type Path } from '../../../definition/issue-list.js';
import { type References } from '../../../definition/references.js';
import { classColumn } from '../run.js';
import { type ConditionalLogit } from '../schema.js';

/** What random tastes and classes say of the coefficients. */
export function checkTastes(
  list: IssueList,
  { coefficients, classes = [], terms }: ConditionalLogit,
  { attributes }: References,
): void {
  const known = new Set(coefficients.map(({ id }) => id));
  const inTerms = new Set(terms.map(({ coefficient }) => coefficient));
  const random = new Set(coefficients.filter(({ taste }) => taste).map(({ id }) => id));
  const spreads = new Set(coefficients.flatMap(({ taste }) => (taste ? [taste.spread] : [])));
  const fixedAside = (path: Path, id: string, what: string) => {
    if (!list.known(path, id, known, 'coefficient')) return;
    if (inTerms.has(id)) list.add(path, `${what} "${id}" stands in a term, which it must not`);
    if (random.has(id)) list.add(path, `${what} "${id}" has a taste of its own, which it must not`);
  };

  coefficients.forEach(({ taste }, index) => {
    const path = ['decision', 'coefficients', index, 'taste'];
    if (!taste) return;
    fixedAside([...path, 'spread'], taste.spread, 'the spread');
    if (taste.sign !== undefined && taste.distribution === 'normal')
      list.add([...path, 'sign'], 'a normal taste has either sign: leave "sign" out');
  });

  if (classes.length > 0 && attributes.has(classColumn))
    list.add(['decision', 'classes'], `the segments by class are called "${classColumn}", as one of the attributes is`);
  list.unique(
    ['decision', 'classes'],
    classes.map(({ id }) => id),
    'class',
  );
  classes.forEach((own, index) => {
    const path = ['decision', 'classes', index];
    if (index === 0 && own.log_odds !== undefined)
      list.add([...path, 'log_odds'], 'the first class is what the log odds of the others are against: it has none');
    if (index > 0 && own.log_odds === undefined)
      list.add(path, `class "${own.id}" lacks "log_odds", its log odds against the first`);
    if (own.log_odds !== undefined) fixedAside([...path, 'log_odds'], own.log_odds, 'the log odds');
    for (const [of, id] of Object.entries(own.coefficients)) {
      const place = [...path, 'coefficients', of];
      list.known(place, of, inTerms, 'coefficient of a term');
      if (list.known(place, id, known, 'coefficient') && spreads.has(id))
        list.add(place, `"${id}" is a spread, so it cannot stand for "${of}"`);
    }
  });
}
