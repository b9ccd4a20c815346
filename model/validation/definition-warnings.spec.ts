import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkflowDefinition } from '../definition/definition.schema.js';
import type { Taste } from '../families/conditional-logit/conditional-logit.schema.js';
import { withTastes } from '../testing/mixed-definitions.js';
import { definitionWarnings } from './definition-warnings.js';
import { parseDefinition } from './parse-definition.js';

const read = (slug: string): WorkflowDefinition =>
  parseDefinition(JSON.parse(readFileSync(join(import.meta.dirname, `../../catalog/${slug}.json`), 'utf8')));
const swissmetro = read('../model/testing/linear-mode-choice');

const withTaste = (id: string, estimate: number, distribution: Taste['distribution'], spread: number) =>
  withTastes(swissmetro, ({ coefficients }) => {
    Object.assign(
      coefficients.find((own) => own.id === id)!,
      {
        estimate,
        taste: { distribution, spread: 'own_spread', ...(distribution === 'log_normal' && { sign: -1 }) },
      },
    );
    coefficients.push({ id: 'own_spread', label: 'Spread', estimate: spread });
  });
const messagesOf = (definition: WorkflowDefinition) =>
  definitionWarnings(definition)
    .filter(({ code }) => code === 'taste_with_both_signs')
    .map(({ message }) => message);

describe('warnings of a definition', () => {
  it.each([
    ['normal', 3.653, '18.9%'],
    ['uniform', 5, '17.8%'],
    ['triangular', 8, '17.8%'],
  ] as const)(
    'A %s taste of time is named with the share of agents for whom more time is better',
    (kind, spread, share) => {
      const [message, ...others] = messagesOf(withTaste('time', -3.221, kind, spread));
      expect(others).toEqual([]);
      expect(message).toContain(`the mean is negative, but ${share} of agents have a positive coefficient`);
      expect(message).toContain('log_normal with the sign -1');
    },
  );

  it.each([
    ['A log-normal taste has one sign', withTaste('time', 0.5, 'log_normal', 3)],
    ['A constant can be liked or disliked', withTaste('asc_car', -0.5, 'normal', 0.6)],
    ['A share of agents below 5% is negligible', withTaste('time', -3.221, 'normal', 1.5)],
    ['No sign is meant if the mean is close to 0', withTaste('time', -0.1, 'normal', 3)],
  ])('%s, so that no warning follows', (_, definition) => {
    expect(messagesOf(definition)).toEqual([]);
  });

  it('An attribute that differs between the values of a randomized parameter is named with what it may mean', () => {
    const definition = structuredClone(read('hiv-test-incentive'));
    expect(definitionWarnings(definition)).toEqual([]);
    definition.evidence.unbalanced = [
      {
        ...{ parameter: 'incentive', attribute: 'result', category: 'positive', column: 'hiv2004' },
        ...{ arms: ['up to 0.2', 'over 2'], difference: 0.4, z: 5.2, p: 3e-6, tests: 4 },
      },
    ];
    const [warning, ...others] = definitionWarnings(parseDefinition(definition));
    expect([warning!.code, others]).toEqual(['unbalanced_attribute', []]);
    expect(warning!.message).toContain('“Result of the test” (Positive) (data column: hiv2004)');
    expect(warning!.message).toContain(
      'with “up to 0.2”, it is 0.40 standard deviations higher than with “over 2” (z = 5.2; p < 0.0001',
    );
    expect(warning!.message).toContain('measured after the assignment');
  });
});
