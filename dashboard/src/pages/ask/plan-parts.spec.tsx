import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import type { Parameter, ParameterValues } from '../../parameter-form/parameters';
import { comparedParameters, MissingParts, OtherRuns, overridesOf, planValues, sourceNotes } from './plan-parts';
import type { Interpretation } from './requests';

const also: Interpretation['also'] = [
  { id: 'sim_2', words: '20%', values: { swissmetro_fare: 0.8 }, compare_url: null },
  { id: 'sim_3', words: '30%', values: { swissmetro_fare: 0.7 }, compare_url: null },
];
const textOf = (html: string) => html.replace(/<[^>]+>/g, '');

describe('the other simulations of a comparison', () => {
  it('The other simulations of a comparison are listed with their words', () => {
    const text = textOf(renderToStaticMarkup(<OtherRuns also={also} parameters={[]} />));
    expect(text).toContain('Compared with 2 other simulations');
    expect(text).toContain('swissmetro_fare: 0.7 from “30%”');
  });

  it('A compared parameter has no control', () => {
    expect(comparedParameters(also)).toEqual(['swissmetro_fare']);
  });
});

describe('the missing parts of an answer', () => {
  it('The first line states what the answer lacks, with possible changes as buttons and a link to own data', () => {
    const letter = { words: 'a postcard', reason: 'no_parameter' as const, parameters: [], candidates: [] };
    const markup = (parts: Pick<Interpretation, 'coverage' | 'not_read'>) =>
      renderToStaticMarkup(
        <MemoryRouter>
          <MissingParts interpretation={parts} parameters={[]} onChoose={() => undefined} />
        </MemoryRouter>,
      );
    const html = markup({ coverage: 'baseline_only', not_read: [{ ...letter, nearest: [{ mailing: 'neighbors' }] }] });
    expect(textOf(html)).toMatch(
      /^The workflow has no parameter for “a postcard”. Only the baseline can answer\..*Did you mean mailing: neighbors/,
    );
    expect(html).toContain('href="/own-data"');
    expect(textOf(markup({ coverage: 'partly', not_read: [letter] }))).toContain('The result does not include it.');
    expect(markup({ coverage: 'full', not_read: [] })).toBe('');
    expect(textOf(markup({ coverage: 'full', not_read: [{ ...letter, reason: 'negated' }] }))).toBe(
      'a postcard is negated.',
    );
  });
});

describe('the values of a plan', () => {
  it('Values of the user take the place of those of the question, and the same value again is not a change', () => {
    const interpreted = [
      { parameter: 'swissmetro_fare', value: 0.9, words: 'fares are 10% lower', source: 'read' },
    ] as unknown as Interpretation['interpreted'];
    const parameters = [
      { id: 'swissmetro_fare', default: 1 },
      { id: 'train_fare', default: 1 },
    ] as unknown as Parameter[];
    const overridesAt = (values: ParameterValues) => overridesOf(parameters, interpreted, values);
    expect(overridesAt({ swissmetro_fare: 0.9 })).toEqual({});
    expect(overridesAt({ train_fare: 2 })).toEqual({ swissmetro_fare: 1, train_fare: 2 });
    const draft = { overrides: { train_fare: 2 } };
    expect(planValues(interpreted, draft)).toEqual({ swissmetro_fare: 0.9, train_fare: 2 });
    expect(sourceNotes(interpreted, draft)).toEqual({
      swissmetro_fare: 'From “fares are 10% lower”.',
      train_fare: 'Set by you.',
    });
  });
});
