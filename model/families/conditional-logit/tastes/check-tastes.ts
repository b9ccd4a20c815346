import type { IssueList, Path } from '../../../definition/issue-list.js';
import type { TermFactor } from '../../../definition/product.schema.js';
import { checkFactor, type References } from '../../../definition/references.js';
import { standardShape, tasteCoefficients } from './compile-tastes.js';
import { classColumn } from '../conditional-logit.run.js';
import type { ConditionalLogit, Taste } from '../conditional-logit.schema.js';

/** Checks that random coefficients and latent classes are consistent with the coefficients. Adds issues to the list. */
export function checkTastes(list: IssueList, decision: ConditionalLogit, references: References): void {
  const { coefficients, terms } = decision;
  const known = new Set(coefficients.map(({ id }) => id));
  const inTerms = new Set(terms.map(({ coefficient }) => coefficient));
  const random = new Set(coefficients.filter(({ taste }) => taste).map(({ id }) => id));
  const checkAncillary = (path: Path, id: string, role: string) => {
    if (!list.known(path, id, known, 'coefficient')) return;
    if (inTerms.has(id)) list.add(path, `${role} "${id}" must not be used in a term`);
    if (random.has(id)) list.add(path, `${role} "${id}" must not have a taste`);
  };
  const context: Context = { list, known, inTerms, checkAncillary };
  checkMoney(decision, context);
  checkRandomCoefficients(decision, context);
  checkClasses(decision, context, references);
}

interface Context {
  readonly list: IssueList;
  /** Ids of all coefficients, and of those in terms. */
  readonly known: ReadonlySet<string>;
  readonly inTerms: ReadonlySet<string>;
  /** Checks a coefficient that no term uses. */
  readonly checkAncillary: (path: Path, id: string, role: string) => void;
}

function checkMoney(
  { coefficients, classes = [], money, variables }: ConditionalLogit,
  { list, inTerms }: Context,
): void {
  if (money === undefined) return;
  const path = ['decision', 'money'];
  const own = coefficients.find(({ id }) => id === money);
  if (list.known(path, money, inTerms, 'coefficient of a term') && own?.taste?.distribution !== 'log_normal')
    list.add(path, `"${money}" needs a log-normal taste, so that money has the same sign for all agents`);
  if (classes.length > 0)
    list.add(path, 'a choice with money cannot have latent classes: remove money, or the classes');
  if (variables.some(({ box_cox: own }) => own)) list.add(path, 'a choice with money cannot have box_cox');
}

function checkRandomCoefficients(
  { coefficients, classes = [] }: ConditionalLogit,
  { list, checkAncillary }: Context,
): void {
  const earlier = new Set<string>();
  coefficients.forEach(({ id, taste }, index) => {
    const path = ['decision', 'coefficients', index, 'taste'];
    if (!taste) return;
    checkAncillary([...path, 'spread'], taste.spread, 'the spread');
    for (const [other, loading] of Object.entries(taste.correlated_with ?? {})) {
      const own = [...path, 'correlated_with', other];
      checkAncillary(own, loading, 'the loading');
      if (!earlier.has(other))
        list.add(own, `"${other}" is not an earlier coefficient with a normal or log-normal taste`);
    }
    if (taste.correlated_with && classes.length > 0)
      list.add([...path, 'correlated_with'], 'latent classes cannot have correlated tastes');
    if (taste.correlated_with && !isNormal(taste))
      list.add([...path, 'correlated_with'], `a ${taste.distribution} taste cannot be correlated`);
    if (isNormal(taste)) earlier.add(id);
    if (taste.sign !== undefined && taste.distribution !== 'log_normal')
      list.add([...path, 'sign'], `a ${taste.distribution} taste can have either sign: remove "sign"`);
  });
}

function checkClasses(
  { coefficients, classes = [] }: ConditionalLogit,
  { list, known, inTerms, checkAncillary }: Context,
  references: References,
): void {
  const fixed = new Set(coefficients.flatMap((own) => (own.fixed ? [own.id] : [])));
  const spreads = new Set(coefficients.flatMap(({ taste }) => (taste ? tasteCoefficients(taste) : [])));
  if (classes.length > 0 && references.attributes.has(classColumn))
    list.add(
      ['decision', 'classes'],
      `latent classes use the segment id "${classColumn}": rename the attribute with this id`,
    );
  list.unique(['decision', 'classes'], classes, 'class');
  const replacements = new Set(classes.flatMap((own) => Object.values(own.coefficients)));
  list.unique(
    ['decision', 'classes'],
    classes.flatMap(({ membership = [] }) => membership),
    'membership term',
  );
  classes.forEach((own, index) => {
    const path = ['decision', 'classes', index];
    if (index === 0 && own.log_odds !== undefined)
      list.add(
        [...path, 'log_odds'],
        'the first class is the reference of the log odds, so it must not have "log_odds"',
      );
    if (index > 0 && own.log_odds === undefined)
      list.add(path, `class "${own.id}" needs "log_odds", its log odds relative to the first class`);
    if (own.log_odds !== undefined) checkAncillary([...path, 'log_odds'], own.log_odds, 'the log odds');
    if (index === 0 && own.membership !== undefined)
      list.add(
        [...path, 'membership'],
        'the first class is the reference of the log odds, so it must not have "membership"',
      );
    own.membership?.forEach(({ coefficient, factors }, k) => {
      const termPath = [...path, 'membership', k];
      checkAncillary([...termPath, 'coefficient'], coefficient, 'the membership coefficient');
      if (replacements.has(coefficient))
        list.add([...termPath, 'coefficient'], `"${coefficient}" replaces the coefficient of a term in a class`);
      factors.forEach((factor, position) => {
        const factorPath = [...termPath, 'factors', position];
        checkFactor(list, factorPath, factor, references, noVariables);
        if (!isOfAgent(factor))
          list.add(
            factorPath,
            'the class of an agent is the same under every scenario: use an attribute, a condition of an attribute or a constant',
          );
      });
    });
    for (const [replaced, id] of Object.entries(own.coefficients)) {
      const replacementPath = [...path, 'coefficients', replaced];
      list.known(replacementPath, replaced, inTerms, 'coefficient of a term');
      if (fixed.has(replaced))
        list.add(replacementPath, `"${replaced}" is fixed, so no class can replace it: fix a coefficient of the class`);
      if (list.known(replacementPath, id, known, 'coefficient') && spreads.has(id))
        list.add(replacementPath, `"${id}" is a spread, so it cannot replace "${replaced}"`);
    }
  });
}

function isOfAgent(factor: TermFactor): boolean {
  const source = 'indicator' in factor ? factor.indicator : factor;
  return 'attribute' in source || 'constant' in source;
}

const noVariables: ReadonlySet<string> = new Set();

const isNormal = ({ distribution }: Taste) => standardShape(distribution) === 'normal';
