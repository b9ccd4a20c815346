import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkflowDefinition } from '../../definition.js';
import type { ConditionalLogit, Taste } from '../../families/conditional-logit/conditional-logit.schema.js';
import { parseDefinition } from '../../simulate.js';
import {
  withBoxCox,
  withIntercepts,
  withLink,
  withNests,
  withScales,
  withTastes,
} from '../../testing/mixed-definitions.js';
import { isNested } from './is-nested.js';

const read = (slug: string): WorkflowDefinition =>
  parseDefinition(JSON.parse(readFileSync(join(import.meta.dirname, `../../../catalog/${slug}.json`), 'utf8')));
const choice = read('intercity-mode-choice');
const binary = read('gotv-social-pressure');
const swissmetro = read('swissmetro-mode-choice');

const changed = (change: (decision: ConditionalLogit) => void) => withTastes(choice, change);
const first = (choice.decision as ConditionalLogit).terms.find(({ alternatives }) => alternatives.length > 1)!;
const named = ({ coefficients }: ConditionalLogit) => coefficients.find(({ id }) => id === first.coefficient)!;

const withTaste = (distribution: Taste['distribution']) =>
  changed((decision) => {
    Object.assign(named(decision), { taste: { distribution, spread: 'own_spread' } });
    decision.coefficients.push({ id: 'own_spread', label: 'Spread', estimate: 1 });
  });
const without = changed((decision) => {
  decision.terms = decision.terms.filter(({ coefficient }) => coefficient !== first.coefficient);
});
/** One alternative has a coefficient of its own. */
const byAlternative = changed((decision) => {
  decision.coefficients.push({ id: 'of_one', label: 'Of one alternative', estimate: 1 });
  decision.terms = decision.terms.flatMap((term) => {
    const [one, ...others] = term.alternatives;
    if (term.coefficient !== first.coefficient || term.id !== first.id) return [term];
    return [
      { ...term, id: 'one', coefficient: 'of_one', alternatives: [one!] },
      { ...term, alternatives: others },
    ];
  });
});
const renamed = changed((decision) => {
  const { id } = named(decision);
  named(decision).id = 'another_id';
  for (const term of decision.terms) if (term.coefficient === id) term.coefficient = 'another_id';
});

describe('nested models', () => {
  it.each<[string, WorkflowDefinition, WorkflowDefinition]>([
    ['without a coefficient', without, choice],
    ['with one coefficient for all alternatives', choice, byAlternative],
    ['with other ids', renamed, choice],
    ['without a normal distribution of a coefficient', choice, withTaste('normal')],
    ['without nests', swissmetro, withNests(swissmetro)],
    ['with equal scales', swissmetro, withScales(swissmetro)],
    ['without random intercepts', binary, withIntercepts(binary)],
  ])('A model %s is a special case of the other one', (_, small, large) => {
    expect(isNested(small, large)).toBe(true);
  });

  it.each<[string, WorkflowDefinition, WorkflowDefinition]>([
    ['a coefficient more', choice, without],
    ['one coefficient less for the alternatives', byAlternative, choice],
    ['a log-normal coefficient', choice, withTaste('log_normal')],
    ['another link', binary, withLink(binary, 'probit')],
    ['another family', binary, read('housing-satisfaction')],
    ['a transformed variable', swissmetro, withBoxCox(swissmetro)],
    ['log-normal times and costs, and other terms', swissmetro, read('swissmetro-value-of-time')],
  ])('A model is no special case of one with %s', (_, small, large) => {
    expect(isNested(small, large)).toBe(false);
  });

  it('A coefficient that also has terms of its own is not a special case', () => {
    const shared = changed((decision) => {
      decision.terms.push({ ...structuredClone(first), id: 'further', factors: [{ constant: 2 }, { constant: 3 }] });
    });
    expect(isNested(choice, shared)).toBe(false);
  });
});
