import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDefinition } from '../model/simulate.js';
import { askedTradeOff } from './asked-trade-off.js';

const definitionOf = (slug: string) =>
  parseDefinition(JSON.parse(readFileSync(join(import.meta.dirname, `../catalog/${slug}.json`), 'utf8')));
const intercity = definitionOf('intercity-mode-choice');
const insurance = definitionOf('health-insurance-visits');
const kakadu = definitionOf('conservation-wtp');

describe('questions for an amount of money', () => {
  it.each([
    ['time', 'How much money is an hour less on the road worth?'],
    ['time', 'How much would travelers pay to save an hour?'],
    ['access_time', 'What is an hour of waiting worth to travelers?'],
    ['frequency', 'How much would people pay for one more departure a day?'],
  ])('The amount for %s is the answer to: %s', (feature, question) => {
    expect(askedTradeOff(intercity, question)).toBe(feature);
  });

  it('A model without the amount has no answer', () => {
    expect(askedTradeOff(insurance, 'How much would members pay for a shorter wait?')).toBeUndefined();
    expect(askedTradeOff(intercity, 'How much would people pay for wifi?')).toBeUndefined();
  });

  it.each([
    [intercity, 'How many would take the train if it took an hour less?'],
    [intercity, 'What share of travelers pays the fare to save time?'],
    [insurance, 'What if nobody had to pay anything for seeing a doctor?'],
    // Its outcomes are amounts of money.
    [kakadu, 'How much are Australians willing to pay for Kakadu?'],
  ])(
    'Questions for shares, for effects of payments, and of willingness-to-pay surveys have other results',
    (definition, question) => {
      expect(askedTradeOff(definition, question)).toBeNull();
    },
  );
});
