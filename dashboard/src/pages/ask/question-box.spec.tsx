import { renderToStaticMarkup } from 'react-dom/server';
import { MarkedQuestion } from './question-box';
import type { Interpretation } from './requests';

const question = 'Who takes the Swissmetro if fares are 10% lower and seats are red?';
const interpretation = {
  interpreted: [{ parameter: 'swissmetro_fare', value: 0.9, words: 'fares are 10% lower', source: 'read' }],
  not_read: [{ words: 'seats are red', reason: 'no_parameter', parameters: [], candidates: [] }],
  also: [],
} as unknown as Interpretation;

describe('the marked question', () => {
  it('The words that set a value are marked, the words without effect are underlined, and no word is lost', () => {
    const html = renderToStaticMarkup(<MarkedQuestion question={question} interpretation={interpretation} />);
    expect(html).toContain('<mark>fares are 10% lower</mark>');
    expect(html).toContain('<u class="ask-unread">seats are red</u>');
    expect(html.replace(/<[^>]+>/g, '')).toBe(question);
  });
});
