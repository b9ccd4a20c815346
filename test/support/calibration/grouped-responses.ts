import { tableOf } from './table-of.js';

/** Contagious bovine pleuropneumonia by herd (incidence, size, period): data set cbpp of the R package lme4. */
export const herds = [
  [
    [2, 14, 1],
    [3, 12, 2],
    [4, 9, 3],
    [0, 5, 4],
  ],
  [
    [3, 22, 1],
    [1, 18, 2],
    [1, 21, 3],
  ],
  [
    [8, 22, 1],
    [2, 16, 2],
    [0, 16, 3],
    [2, 20, 4],
  ],
  [
    [2, 10, 1],
    [0, 10, 2],
    [2, 9, 3],
    [0, 6, 4],
  ],
  [
    [5, 18, 1],
    [0, 25, 2],
    [0, 24, 3],
    [1, 4, 4],
  ],
  [
    [3, 17, 1],
    [0, 17, 2],
    [0, 18, 3],
    [1, 20, 4],
  ],
  [
    [8, 16, 1],
    [1, 10, 2],
    [3, 9, 3],
    [0, 5, 4],
  ],
  [[12, 34, 1]],
  [
    [2, 9, 1],
    [0, 6, 2],
    [0, 8, 3],
    [0, 6, 4],
  ],
  [
    [1, 22, 1],
    [1, 22, 2],
    [0, 18, 3],
    [2, 22, 4],
  ],
  [
    [0, 25, 1],
    [5, 27, 2],
    [3, 22, 3],
    [1, 22, 4],
  ],
  [
    [2, 10, 1],
    [1, 8, 2],
    [0, 6, 3],
    [0, 5, 4],
  ],
  [
    [1, 21, 1],
    [2, 24, 2],
    [0, 19, 3],
    [0, 23, 4],
  ],
  [
    [11, 19, 1],
    [0, 2, 2],
    [0, 3, 3],
    [0, 2, 4],
  ],
  [
    [1, 19, 1],
    [1, 15, 2],
    [1, 15, 3],
    [0, 15, 4],
  ],
] as const;

/** Table of the herds. */
export const cattle = tableOf(
  herds.flatMap((own, herd) =>
    own.map(([sick, size, period]) => ({ herd: herd + 1, sick, healthy: size - sick, period })),
  ),
);

/** Spec of the shares of sick animals. */
export const cattleText = 'title: Herds\nformula: cbind(sick, healthy) ~ factor(period) + (1 | herd)';

// Bitterness of wines, rated by nine judges (Randall 1989): data set wine of the R package ordinal. One line per bottle.
const bottles = [
  '212323121',
  '323232122',
  '313343223',
  '432232232',
  '425332233',
  '435234332',
  '554535234',
  '544334344',
];

/** Table of the ratings. */
export const wines = tableOf(
  bottles.flatMap((own, bottle) =>
    Array.from(own, (rating, judge) => ({
      rating,
      temperature: bottle >= 4 ? 'warm' : 'cold',
      contact: bottle % 4 >= 2 ? 'yes' : 'no',
      judge: judge + 1,
    })),
  ),
);

/** Spec of the ratings. */
export const wineText =
  'title: Wines\nformula: rating ~ temperature + contact + (1 | judge)\noutcome: { order: [1, 2, 3, 4, 5] }';
