/**
 * Order of values by their meaning: bands of numbers, steps of a usual scale, and degrees of an opinion. Undefined if the values have no order
 * that their texts state.
 */
export function orderByMeaning(values: readonly string[]): string[] | undefined {
  if (values.length < 2) return undefined;
  return sortedBy(values, bandOf(values)) ?? usualScale(values) ?? sortedBy(values, degreeOf);
}

/** Whether a text states that there is no answer. */
export const isNoAnswer = (value: string): boolean =>
  /^(don'?t know|do not know|dk|refused|refusal|no (answer|response)|not (stated|applicable|available)|prefer not to (say|answer)|unknown|weiß nicht|weiss nicht|keine angabe|k\.? ?a\.?|no sabe|no contesta|ns\/?nc|ne sait pas|sans réponse)$/i.test(
    value.trim().replaceAll('’', "'"),
  );

/** @param rankOf rank of a value; undefined if it has none */
function sortedBy(
  values: readonly string[],
  rankOf: ((value: string) => number | undefined) | undefined,
): string[] | undefined {
  const ranked = values.map((value) => ({ value, rank: rankOf?.(value) }));
  const ranks = new Set(ranked.map(({ rank }) => rank));
  if (ranks.has(undefined) || ranks.size < values.length) return undefined;
  return ranked.toSorted((a, b) => a.rank! - b.rank!).map(({ value }) => value);
}

const plain = (value: string) =>
  value
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/[_-]/g, ' ')
    .replace(/[.,;:!()]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

const belowPattern =
  /^\s*(<|≤|under|below|less than|fewer than|up to|at most|no more than|unter|bis( zu)?\b|weniger als|höchstens|menos de|hasta|moins de|jusqu|fino a|meno di)/i;
const abovePattern =
  /^\s*(>|≥|over|above|more than|at least|über|mehr als|mindestens|ab\b|más de|mas de|plus de|oltre|più di)|(\+|or (more|over|above|older)|and (over|above|more|older)|oder mehr|und mehr|et plus|o más|y más)\s*$/i;
const nothingPattern = /^(none|nothing|never|no \w+|keine?\w*|ninguno|nada|aucune?)$/i;
const tiny = 1e-9;

/** Rank of a band such as "under 20k", "20k-40k", "40,000 or more", "3 - agree" or "level 3". */
function bandOf(values: readonly string[]): ((value: string) => number | undefined) | undefined {
  const numbered = values.filter((value) => /\d/.test(value));
  if (numbered.length < 2) return undefined;
  const words = new Set(numbered.map((value) => plain(value).replace(/[\d\s.,]+/g, '')));
  const isBand = (value: string) =>
    belowPattern.test(value) ||
    abovePattern.test(value) ||
    /^\W*\d/.test(value) ||
    // The same words around another number, such as "level 3".
    words.size === 1;
  if (!numbered.every(isBand)) return undefined;
  return (value) => {
    const [first, second] = numbersIn(value);
    if (first === undefined) return nothingPattern.test(value.trim()) ? -Infinity : undefined;
    if (second !== undefined) return first;
    const nudge = tiny * Math.max(1, Math.abs(first));
    if (belowPattern.test(value)) return first - nudge;
    return abovePattern.test(value) ? first + nudge : first;
  };
}

const multiples: Readonly<Record<string, number>> = { k: 1e3, m: 1e6 };

function numbersIn(value: string): number[] {
  const text = value.toLowerCase().replace(/(\d)[.,' ](?=\d{3}(?!\d))/g, '$1');
  return Array.from(text.matchAll(/(\d+(?:[.,]\d+)?)\s*([km](?![a-z]))?/g), ([, digits, unit]) => {
    const factor = unit === undefined ? 1 : multiples[unit]!;
    return Number(digits!.replace(',', '.')) * factor;
  });
}

/** Steps, lowest first. Each step is a list of words for it. */
const scales = [
  'never|nie|niemals|nunca|jamais, almost never|hardly ever|fast nie|casi nunca, rarely|seldom|selten|raramente|rarement|raras veces, occasionally|gelegentlich|de vez en cuando, sometimes|manchmal|a veces|parfois, often|frequently|oft|häufig|a menudo|souvent, usually|meistens|normalmente|most of the time, almost always|fast immer|casi siempre, always|immer|siempre|toujours',
  'never|nie|nunca|jamais, less than once a year, yearly|annually|once a year|jährlich, a few times a year|several times a year, quarterly, monthly|once a month|monatlich|mensual, a few times a month, weekly|once a week|wöchentlich|semanal, a few times a week|several times a week, daily|every day|täglich|diario|tous les jours, several times a day',
  'very low|sehr niedrig|muy bajo, low|niedrig|gering|bajo|baja|faible|bas, rather low|medium low, medium|middle|moderate|mid|average|normal|mittel|medio|media|moyen|moyenne, medium high, high|hoch|alto|alta|élevé|elevé, very high|sehr hoch|muy alto',
  'extra small|xs, small|s|klein|pequeño|petit, medium|m|mittel|mediano|moyen, large|big|l|groß|gross|grande|grand, extra large|very large|xl, xxl, xxxl',
  'none|no|nothing|keine|keiner|ninguno|nada|aucun, very few, few|a few|a little|little|wenig|wenige|poco|pocos|peu, some|einige|algo|algunos, several|mehrere, many|much|a lot|viel|viele|mucho|muchos|beaucoup, most|die meisten, all|everything|alle|alles|todo|todos|tous',
  'terrible|very bad|awful|sehr schlecht|muy malo|très mauvais, bad|poor|schlecht|malo|mauvais, below average, fair|mediocre|ausreichend|regular|passable, average|ok|okay|acceptable|satisfactory|befriedigend|mittel|moyen, above average, good|gut|bueno|bien|bon, very good|sehr gut|muy bueno|très bien|très bon, excellent|outstanding|hervorragend|excelente',
  'none|no|no schooling|no formal education|keine|ohne abschluss|ninguno|sin estudios|aucun, primary|primary school|elementary|elementary school|grundschule|primaria|primaire, lower secondary|middle school|junior high|hauptschule, some high school|less than high school|realschule, high school|highschool|hs|secondary|secondary school|high school graduate|upper secondary|abitur|gymnasium|secundaria|secondaire|lycée, vocational|vocational training|apprenticeship|trade school|ausbildung|lehre, some college, associate|associates|associate degree|associate s degree|two year degree|two year college, bachelor|bachelors|bachelor s|bachelor degree|bachelor s degree|bachelors degree|college|college degree|college graduate|undergraduate|university|university degree|tertiary|ba|bsc|universidad|universitario|université|hochschule|universität|licence, graduate|postgraduate|graduate degree|graduate school|master|masters|master s|master degree|master s degree|masters degree|ma|msc|maestría|máster, doctorate|doctoral|phd|doctor|promotion|doctorado|doctorat',
  'none|healthy|absent|keine, minimal, mild|minor|light|leicht|leve|léger, moderate|medium|mittel|moderado|modéré, serious|severe|major|heavy|schwer|grave|sévère, very severe|critical|extreme|kritisch|crítico, fatal|death|dead|tödlich',
  'novice|none, beginner|anfänger|principiante|débutant, basic|elementary, intermediate|fortgeschritten|intermedio|intermédiaire, advanced|avanzado|avancé, expert|experte|experto|master',
  'bronze, silver, gold, platinum, diamond',
  'baby|infant, child|kid|kind|niño|enfant, teen|teenager|adolescent|youth|jugendlicher, young adult|young|jung|joven|jeune, adult|middle aged|erwachsener|adulto|adulte, senior|elderly|old|alt|viejo|mayor|vieux',
  'i, ii, iii, iv, v, vi, vii',
  'first|1st|erste|primero, second|2nd|zweite|segundo, third|3rd|dritte|tercero, fourth|4th|vierte|cuarto, fifth|5th',
  'lower|lower class|unterschicht, working|working class, lower middle|lower middle class, middle|middle class|mittelschicht, upper middle|upper middle class, upper|upper class|oberschicht',
  'much worse|viel schlechter, worse|schlechter|peor|pire, somewhat worse|slightly worse, same|the same|about the same|unchanged|no change|gleich|igual|pareil, somewhat better|slightly better, better|besser|mejor|mieux, much better|viel besser',
  'decrease|decreased|down|fallen|gesunken, same|stable|unchanged|no change|gleich, increase|increased|up|risen|gestiegen',
  'no|nein|non, maybe|perhaps|unsure|vielleicht|quizás|tal vez|peut être, yes|ja|sí|si|oui',
  'poor|arm|pobre|pauvre, middle|average, rich|reich|rico|riche',
  'cold|kalt|frío, cool, mild|warm, hot|heiß',
  'left|links|izquierda|gauche, centre|center|mitte|centro, right|rechts|derecha|droite',
].map((scale) => scale.split(', ').map((step) => step.split('|')));

/** Values of a usual scale in its order. */
function usualScale(values: readonly string[]): string[] | undefined {
  for (const scale of scales) {
    const found = sortedBy(values, (value) => {
      const at = scale.findIndex((step) => step.includes(plain(value)));
      return at < 0 ? undefined : at;
    });
    if (found) return found;
  }
  return undefined;
}

const neutralPattern =
  /\b(neutral|neutre|neither|undecided|unsure|indifferent|mixed|weder|unentschieden|indeciso|ni)\b|^(teils|no opinion|partly|the same|about the same|no change|unchanged)/;
const negativePattern =
  /\b(disagree|dis\w+|unlikely|unhappy|unfavou?rable|unsatisf\w*|unimportant|uninterested|unwilling|unsafe|unwahrscheinlich|unzufrieden|unwichtig|insatisf\w*|improbable|désaccord|desacuerdo|not?|nicht|kein\w*|pas|oppose[sd]?|against|ablehn\w*|lehne|dagegen|contra|contre|en contra|bad|poor|worse|difficult|hard)\b/;
const positivePattern =
  /\b(agree|satisfied|likely|happy|favou?r\w*|support\w*|approve|important|interested|willing|concerned|useful|helpful|safe|easy|confident|good|better|zufrieden|zu|zustimm\w*|wahrscheinlich|wichtig|dafür|gut|acuerdo|satisfech[oa]s?|probable|importante?|favor|accord|satisfaite?s?|pour|in favou?r)\b/;
const intensities: readonly (readonly [RegExp, number])[] = [
  [
    /\b(extremely|completely|totally|absolutely|voll|völlig|totalmente|completamente|tout à fait|at all|überhaupt|pas du tout)\b/,
    5,
  ],
  [/\b(strongly|very|definitely|highly|fully|much|sehr|stark|muy|très)\b/, 4],
  [/\b(quite|moderately|fairly|ziemlich|bastante|assez)\b/, 2],
  [/\b(somewhat|rather|mostly|tend to|probably|eher|algo|plutôt)\b/, 1.5],
  [/\b(slightly|a little|a bit|etwas|poco|un peu)\b/, 1],
];

/** Signed strength of an opinion: -4 for "strongly disagree", 0 for "neither", 3 for "agree". */
function degreeOf(value: string): number | undefined {
  const text = plain(value);
  if (neutralPattern.test(text)) return 0;
  const isNegative = negativePattern.test(text);
  if (!isNegative && !positivePattern.test(text)) return undefined;
  const strength = intensities.find(([pattern]) => pattern.test(text))?.[1] ?? 3;
  return isNegative ? -strength : strength;
}
