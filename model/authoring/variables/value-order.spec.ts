import { isNoAnswer, orderByMeaning } from './value-order.js';

/** Values in the order of a file that sorts texts. */
const shuffled = (values: readonly string[]) => values.toSorted();

test.each([
  ['Disagree, Neither, Agree'],
  ['Strongly disagree, Disagree, Neither agree nor disagree, Agree, Strongly agree'],
  ['strongly_disagree, somewhat_disagree, neutral, somewhat_agree, strongly_agree'],
  ['Very dissatisfied, Somewhat dissatisfied, Neutral, Somewhat satisfied, Very satisfied'],
  ['Very unlikely, Unlikely, Likely, Very likely'],
  ['Not at all important, Slightly important, Moderately important, Very important, Extremely important'],
  ['Stimme nicht zu, Teils/teils, Stimme zu'],
  ['Sehr unzufrieden, Unzufrieden, Weder noch, Zufrieden, Sehr zufrieden'],
  ['Muy en desacuerdo, En desacuerdo, Ni de acuerdo ni en desacuerdo, De acuerdo, Muy de acuerdo'],
  ["Pas du tout d'accord, Plutôt pas d'accord, Plutôt d'accord, Tout à fait d'accord"],
  ['strongly oppose, oppose, undecided, support, strongly support'],
  ['under 20k; 20k-40k; over 40k'],
  ['Less than $10,000; $10,000 to $19,999; $20,000 to $49,999; $50,000 or more'],
  ['< 18; 18-24; 25-64; 65+'],
  ['none; 1-2; 3-5; 6 or more'],
  ['unter 1.000 €; 1.000 bis 2.000 €; über 2.000 €'],
  ['1 - very bad; 2 - bad; 3 - good; 10 - perfect'],
  ['Level 2, Level 9, Level 10'],
  ['Primary, Secondary, University'],
  ['Less than high school, High school, Some college, Bachelor, Graduate'],
  ['Hauptschule, Realschule, Abitur, Hochschule'],
  ['never, rarely, sometimes, often, always'],
  ['nie, selten, manchmal, oft, immer'],
  ['poor, fair, good, very good, excellent'],
  ['low, medium, high'],
  ['mild, moderate, severe'],
  ['worse, same, better'],
  ['No, Maybe, Yes'],
  ['Nunca, Rara vez, A veces, A menudo, Siempre'],
  ['Mai, Raramente, A volte, Spesso, Sempre'],
  ['Nooit, Zelden, Soms, Vaak, Altijd'],
  ['Per niente soddisfatto, Poco soddisfatto, Abbastanza soddisfatto, Soddisfatto, Molto soddisfatto'],
  ["Molto in disaccordo, In disaccordo, Né d'accordo né in disaccordo, D'accordo, Molto d'accordo"],
  ['zeer ontevreden, ontevreden, neutraal, tevreden, zeer tevreden'],
  ['helemaal mee oneens, mee oneens, noch eens noch oneens, mee eens, helemaal mee eens'],
  ['Pas du tout satisfait, Peu satisfait, Assez satisfait, Très satisfait'],
  ['Très improbable, Improbable, Neutre, Probable, Très probable'],
  ['Nada importante, Poco importante, Importante, Muy importante'],
  ['trifft gar nicht zu, trifft eher nicht zu, teils/teils, trifft eher zu, trifft voll zu'],
  ['laag, midden, hoog'],
  ['pessimo, scarso, sufficiente, buono, ottimo'],
  ['moins de 20 k€; 20-40 k€; 40-60 k€; plus de 60 k€'],
  ['fino a 500; da 500 a 1000; da 1000 a 2000; oltre 2000'],
  ['minder dan 1x; 1-2x; 3-5x; meer dan 5x'],
  ['menos de 18; 18 a 34; 35 a 64; 65 o más'],
  ['moins de 1 000 €; entre 1 000 et 2 000 €; 2 000 € et plus'],
  ['3 days; 2 weeks; 1 month; 1 year'],
  ['★, ★★, ★★★'],
  ['XS, S, M, L, XL, 2XL, 3XL'],
  ['F, D, C, B, A'],
  ['Not at all, A little, Somewhat, A lot'],
  ['C, B-, B, B+, A-, A, A+'],
  ['Very Low, Fairly Low, Average, Fairly High, Very High'],
  ['Never, Sometimes, About half the time, Most of the time, Always'],
  ['Not at all, Once in a while, Mostly, All the time'],
  ['Strongly dislike, Dislike, Neither, Like, Strongly like'],
  ['Strongly negative, Somewhat negative, Neutral, Somewhat positive, Strongly positive'],
  ['very unfair, essentially unfair, essentially fair, very fair'],
  ['lower, same, higher'],
])('Values are ordered by their meaning: %s', (text) => {
  const values = text.split(text.includes(';') ? '; ' : ', ');
  expect(orderByMeaning(shuffled(values))).toEqual(values);
});

test.each([
  ['bus, car, train'],
  ['red, green, blue'],
  ['Plan A, Plan B, Plan C'],
  ['north, south, west'],
  ['Agree, bus, Disagree'],
  ['A, B, C, D'],
])('Values without an order of their meaning have none: %s', (text) =>
  expect(orderByMeaning(text.split(', '))).toBeUndefined(),
);

test('Letters of a column of grades are ordered', () => {
  expect(orderByMeaning(['A', 'B', 'C', 'D'], 'final_grade')).toEqual(['D', 'C', 'B', 'A']);
});

test('A refusal to answer is no value of a scale', () => {
  expect(["Don't know", 'Refused', 'Weiß nicht', 'neither'].map(isNoAnswer)).toEqual([true, true, true, false]);
});
