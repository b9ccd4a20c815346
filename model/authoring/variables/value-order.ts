const maxCharacters = 200;

/**
 * Order of values by their meaning: bands of numbers, steps of a usual scale, grades, and degrees of an opinion. Undefined if the values have
 * no order that their texts state.
 *
 * @param name of their column
 */
export function orderByMeaning(values: readonly string[], name = ''): string[] | undefined {
  // Longer texts are in the words of a person.
  if (values.length < 2 || values.some(({ length }) => length > maxCharacters)) return undefined;
  return (
    sortedBy(values, bandOf(values)) ??
    repeatedSign(values) ??
    usualScale(values) ??
    gradesOf(values, name) ??
    sortedBy(values, degreeOf)
  );
}

const gradePattern = /grade|mark|rating|score|note|zensur|voto|calificaci|cijfer|beoordeling|klasse|class|label|level/i;

/** Grades, the lowest first. Letters are also names of options, unless the column, a sign such as in `A-`, or F without E states grades. */
function gradesOf(values: readonly string[], name: string): string[] | undefined {
  const texts = values.map((value) => value.trim());
  if (!texts.every((text) => /^[A-G][+-]?$/.test(text))) return undefined;
  const isGrade = texts.some((text) => text.length > 1) || (texts.includes('F') && !texts.includes('E'));
  if (!isGrade && !gradePattern.test(name)) return undefined;
  return sortedBy(values, (value) => {
    const [letter = '', sign] = value.trim();
    return -3 * letter.charCodeAt(0) + (sign === undefined ? 0 : sign === '+' ? 1 : -1);
  });
}

/** One sign that repeats, such as stars. */
function repeatedSign(values: readonly string[]): string[] | undefined {
  const signs = new Set(values.flatMap((value) => [...value.trim()]));
  return signs.size === 1 ? sortedBy(values, (value) => value.trim().length) : undefined;
}

/** Whether a text states that there is no answer. */
export const isNoAnswer = (value: string): boolean =>
  /^(don'?t know|do not know|dk|refused|refusal|no (answer|response)|not (stated|applicable|available)|prefer not to (say|answer)|unknown|weiß nicht|weiss nicht|keine angabe|k\.? ?a\.?|no sabe|no contesta|ns\/?nc|ne sait pas|je ne sais pas|nsp|sans réponse|sin respuesta|no lo sé|non so|non risponde|nessuna risposta|weet niet|weet ik niet|geen antwoord|geen mening)$/i.test(
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

/** Lower case without accents, so that a word has one spelling, and `\\b` sees its ends. */
const folded = (text: string) =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss').replaceAll('’', "'");

const plain = (value: string) =>
  folded(value)
    .replace(/[_-]/g, ' ')
    .replace(/[.,;:!()/]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** `|` separates words, which a text without accents contains as a whole. */
const wordPattern = (words: string) => new RegExp(`\\b(${words})(?!\\w)`);

const belowPattern = new RegExp(
  `^\\s*([<≤]|(under|below|less than|fewer than|up to|at most|no more than|unter|bis( zu)?|weniger als|hochstens|maximal|menos de|hasta|moins de|inferieur|jusqu'?a?|au plus|fino a|meno di|sotto|minder dan|onder|tot( en met)?|hoogstens)(?!\\w))`,
);
const above = new RegExp(
  `^\\s*([>≥]|(over|above|more than|at least|uber|mehr als|mindestens|ab|mas de|al menos|a partir|desde|plus de|au moins|superieur|oltre|piu di|sopra|almeno|meer dan|boven|vanaf|minstens)(?!\\w))|(\\+|\\b(or|and|oder|und|et|ou|o|y|e|ed|en|of) (more|over|above|older|mehr|alter|daruber|plus|mas|mayor(es)?|piu|oltre|meer|ouder|hoger))$`,
);
/** Whether a text states a lower bound at its start, or before the signs at its end. */
const isAbove = (text: string) => above.test(text.replace(/(?<![^\w+])[^\w+]+$/, ''));
/** Words of a range around its second word, such as `from 10 to 20`. */
const isRange = (text: string) =>
  /^(from|between|von|zwischen|de|entre|da|tra|fra|van|tussen) /.test(text) &&
  / (to|and|bis|und|a|y|et|e|tot|en) /.test(/^\D*(\d.*\d)/.exec(text)?.[1] ?? '');
const nothingPattern =
  /^(none|nothing|never|nie|nunca|jamais|mai|nooit|no \w+|keine?\w*|ningun[oa]?|nada|aucune?|nessun[oa]?|niente|geen)$/;
const tiny = 1e-9;

/** Rank of a band such as "under 20k", "20k-40k", "40,000 or more", "3 - agree" or "level 3". */
function bandOf(values: readonly string[]): ((value: string) => number | undefined) | undefined {
  const numbered = values.filter((value) => /\d/.test(value));
  if (numbered.length < 2) return undefined;
  const words = new Set(numbered.map((value) => plain(value).replace(/[\d\s.,]+/g, '')));
  const isBand = (text: string) =>
    [belowPattern, /^\W*\d/].some((pattern) => pattern.test(text)) ||
    isAbove(text) ||
    isRange(text) ||
    // The same words around another number, such as "level 3".
    words.size === 1;
  if (!numbered.map(folded).every(isBand)) return undefined;
  // Texts with different units of time have the order of their days.
  const units = numbered.map((value) => numbersIn(value, times).some(({ unit }) => unit !== undefined));
  const factors = units.every(Boolean) ? times : multiples;
  return (value) => {
    const text = folded(value);
    const [first, second] = inOneUnit(numbersIn(text, factors));
    if (first === undefined) return nothingPattern.test(text.trim()) ? -Infinity : undefined;
    if (second !== undefined) return first;
    const nudge = tiny * Math.max(1, Math.abs(first));
    if (belowPattern.test(text)) return first - nudge;
    return isAbove(text) ? first + nudge : first;
  };
}

type Factors = readonly (readonly [pattern: string, factor: number])[];
const multiples: Factors = [
  ['k|tsd|tausend|thousand|mille|mila|mil|duizend', 1e3],
  ['m|mio|mln|mill?ion\\w*', 1e6],
];
const times: Factors = [
  ['min\\w*', 1 / 1440],
  ['h|hours?|stunden?|heures?|horas?|ore|ora|uur|uren', 1 / 24],
  ['days?|tage?n?|jours?|dias?|giorn[oi]|dag(en)?', 1],
  ['weeks?|wochen?|semaines?|semanas?|settiman[ae]|week|weken', 7],
  ['months?|monate?n?|mois|mes(es)?|mes[ei]|maand(en)?', 30.4],
  ['years?|yrs?|jahre?n?|ans?|annees?|anos?|ann[oi]|jaar|jaren', 365],
];

interface NumberOfBand {
  readonly number: number;
  readonly unit: number | undefined;
}

function numbersIn(value: string, factors: Factors): NumberOfBand[] {
  const text = folded(value).replace(/(\d)[.,' \u00A0\u202F](?=\d{3}(?!\d))/g, '$1');
  return Array.from(text.matchAll(/(\d+(?:[.,]\d+)?)\s*([a-z]+)?/g), ([, digits, word]) => ({
    number: Number(digits!.replace(',', '.')),
    unit: word === undefined ? undefined : factors.find(([words]) => new RegExp(`^(${words})$`).test(word))?.[1],
  }));
}

/** In a range such as 20-40k, both numbers have the unit of the second one. */
function inOneUnit([first, second]: readonly NumberOfBand[]): number[] {
  if (!first) return [];
  if (!second) return [first.number * (first.unit ?? 1)];
  const shared = first.number <= second.number ? second.unit : undefined;
  return [first.number * (first.unit ?? shared ?? 1), second.number * (second.unit ?? 1)];
}

/** Steps, lowest first. Each step is a list of words for it. */
const scales = [
  'never|not at all|nie|niemals|nunca|jamais|mai|nooit, almost never|hardly ever|nearly never|very rarely|fast nie|casi nunca|presque jamais|quasi mai|bijna nooit, rarely|seldom|infrequently|not often|selten|raramente|rarement|raras veces|rara vez|di rado|zelden, occasionally|once in a while|now and then|gelegentlich|de vez en cuando|de temps en temps|ogni tanto|af en toe, sometimes|some of the time|manchmal|a veces|algunas veces|parfois|quelquefois|a volte|qualche volta|soms, half the time|about half the time|about half of the time, regularly|regelmäßig|regularmente|régulièrement|regolarmente|regelmatig, often|frequently|a lot of the time|oft|häufig|a menudo|frecuentemente|con frecuencia|souvent|spesso|vaak, very often|sehr oft|muy a menudo|très souvent|molto spesso|zeer vaak|heel vaak, usually|mostly|generally|meistens|normalmente|la plupart du temps|di solito|meestal|most of the time|very frequently, almost always|nearly always|fast immer|casi siempre|presque toujours|quasi sempre|bijna altijd, always|all the time|all of the time|immer|siempre|toujours|sempre|altijd',
  'never|nie|nunca|jamais|mai|nooit, less than once a year, yearly|annually|once a year|jährlich|anual|anualmente|annuel|annuellement|annualmente|jaarlijks, a few times a year|several times a year, quarterly, monthly|once a month|monatlich|mensual|mensualmente|mensuel|chaque mois|mensile|mensilmente|maandelijks, a few times a month, weekly|once a week|wöchentlich|semanal|semanalmente|hebdomadaire|chaque semaine|settimanale|settimanalmente|wekelijks, a few times a week|several times a week, daily|every day|täglich|diario|diariamente|tous les jours|chaque jour|quotidien|quotidiennement|ogni giorno|quotidianamente|dagelijks, several times a day',
  'very low|sehr niedrig|muy bajo|muy baja|très faible|molto basso|molto bassa|zeer laag, low|niedrig|gering|bajo|baja|faible|bas|basse|basso|bassa|laag, rather low|medium low, medium|middle|moderate|mid|average|normal|mittel|medio|media|moyen|moyenne|midden|middel|gemiddeld, medium high, high|hoch|alto|alta|élevé|élevée|haut|haute|hoog, very high|sehr hoch|muy alto|muy alta|très élevé|très élevée|molto alto|molto alta|zeer hoog',
  'extra small|xs, small|s|klein|pequeño|petit|petite|piccolo|piccola, medium|m|mittel|mediano|moyen|moyenne|medio|media|middel|gemiddeld, large|big|l|groß|gross|grande|grand|groot, extra large|very large|xl, xxl|2xl, xxxl|3xl, 4xl',
  'none|no|nothing|not at all|gar nicht|überhaupt nicht|keine|keiner|ninguno|nada|aucun|pas du tout, very few, few|a few|a little|a little bit|little|slightly|wenig|wenige|ein wenig|etwas|poco|pocos|peu|un peu, some|somewhat|moderately|a moderate amount|einige|mäßig|algo|algunos, several|mehrere, many|much|a lot|quite a bit|very much|a great deal|extremely|sehr|viel|viele|mucho|muchos|beaucoup, most|die meisten, all|everything|alle|alles|todo|todos|tous',
  'terrible|very bad|awful|sehr schlecht|ungenügend|muy malo|muy mala|pésimo|très mauvais|molto cattivo|pessimo|zeer slecht, bad|poor|schlecht|mangelhaft|malo|mala|mauvais|cattivo|scarso|scadente|slecht, below average, fair|mediocre|médiocre|ausreichend|regular|passable|insufficiente|matig, average|ok|okay|acceptable|satisfactory|befriedigend|mittel|moyen|sufficiente|redelijk|voldoende, above average|assez bien|discreto, good|gut|bueno|buena|bien|bon|buono|goed, very good|sehr gut|muy bueno|muy buena|très bien|très bon|molto buono|ottimo|zeer goed, excellent|outstanding|hervorragend|ausgezeichnet|excelente|eccellente|uitstekend',
  'none|no|no schooling|no formal education|keine|ohne abschluss|kein abschluss|ninguno|sin estudios|aucun|nessuno|geen, primary|primary school|elementary|elementary school|grundschule|primaria|primaire|elementare|licenza elementare|basisonderwijs|basisschool, lower secondary|middle school|junior high|hauptschule|collège|brevet|media|licenza media|vmbo, some high school|less than high school|realschule, high school|highschool|hs|secondary|secondary school|high school graduate|upper secondary|abitur|gymnasium|secundaria|secondaire|lycée|bac|baccalauréat|bachillerato|diploma|havo|vwo, vocational|mbo|formación profesional|fp|bac+2|vocational training|apprenticeship|trade school|ausbildung|lehre, some college, associate|associates|associate degree|associate s degree|two year degree|two year college, bachelor|bachelors|bachelor s|bachelor degree|bachelor s degree|bachelors degree|college|college degree|college graduate|undergraduate|university|university degree|tertiary|ba|bsc|universidad|universitario|grado|université|bac+3|laurea|hbo|hochschule|universität|licence, graduate|postgraduate|graduate degree|graduate school|master|masters|master s|master degree|master s degree|masters degree|ma|msc|maestría|máster|bac+5|laurea magistrale|wo|universiteit, doctorate|doctoral|phd|doctor|promotion|doctorado|doctorat|dottorato',
  'none|healthy|absent|keine, minimal, mild|minor|light|leicht|leve|léger|lieve|licht, moderate|medium|mittel|moderado|modéré|moderato|matig, serious|severe|major|heavy|schwer|grave|sévère|severo|ernstig, very severe|critical|extreme|kritisch|crítico, fatal|death|dead|tödlich',
  'novice|none, beginner|anfänger|principiante|débutant, basic|elementary, intermediate|fortgeschritten|intermedio|intermédiaire, advanced|avanzado|avancé, expert|experte|experto|master',
  'bronze, silver, gold, platinum, diamond',
  'baby|infant, child|kid|kind|niño|enfant, teen|teenager|adolescent|youth|jugendlicher, young adult|young|jung|joven|jeune, adult|middle aged|erwachsener|adulto|adulte, senior|elderly|old|alt|viejo|mayor|vieux',
  'i, ii, iii, iv, v, vi, vii',
  'first|1st|erste|primero, second|2nd|zweite|segundo, third|3rd|dritte|tercero, fourth|4th|vierte|cuarto, fifth|5th',
  'lower|lower class|unterschicht, working|working class, lower middle|lower middle class, middle|middle class|mittelschicht, upper middle|upper middle class, upper|upper class|oberschicht',
  'much worse|viel schlechter|mucho peor|bien pire|molto peggio|veel slechter, worse|schlechter|peor|pire|peggio|slechter, somewhat worse|slightly worse|etwas schlechter|algo peor|iets slechter, same|the same|about the same|unchanged|no change|gleich|igual|pareil|uguale|gelijk|hetzelfde, somewhat better|slightly better|etwas besser|algo mejor|iets beter, better|besser|mejor|mieux|meglio|beter, much better|viel besser|mucho mejor|bien mieux|molto meglio|veel beter',
  'decrease|decreased|down|lower|less|fewer|fallen|gesunken, same|the same|about the same|stable|unchanged|no change|gleich, increase|increased|up|higher|more|risen|gestiegen',
  'no|nein|non|nee, maybe|perhaps|unsure|vielleicht|quizás|tal vez|peut être|forse|misschien, yes|ja|sí|si|sì|oui',
  'poor|arm|pobre|pauvre, middle|average, rich|reich|rico|riche',
  'cold|kalt|frío, cool, mild|warm, hot|heiß',
  'left|links|izquierda|gauche, centre|center|mitte|centro, right|rechts|derecha|droite',
].map((scale) => scale.split(', ').map((step) => folded(step).split('|')));

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

const neutralPattern = new RegExp(
  `${wordPattern('neutral[eo]?|neutre|neutraal|average|medium|neither|undecided|unsure|indifferent[e]?|mixed|weder|unentschieden|indecis[oa]|ni|ne (.* )?ne|noch|niet (mee )?eens en niet|niet (mee )?eens niet').source}|^(teils|no opinion|partly|the same|about the same|no change|unchanged)`,
);
const negativePattern = wordPattern(
  'disagree|dis\\w+|unlikely|unhappy|unfavou?rable|unsatisf\\w*|unimportant|uninterested|unwilling|unsafe|unwahrscheinlich|unzufrieden|unwichtig|insatisf\\w*|improbable|desaccord|desacuerdo|insoddisfatt\\w|improbabile|oneens|ontevreden|onwaarschijnlijk|onbelangrijk|not?|nicht|kein\\w*|pas|nada|niente|nulla|affatto|non|niet|geen|oppose[sd]?|against|ablehn\\w*|lehne|dagegen|contra|contre|contrari[oa]|tegen|bad|poor|worse|difficult|hard|low|little|weak|negative|unfair|false|reject|distrust|doubt|cold',
);
const positivePattern = wordPattern(
  'agree|satisfied|likely|happy|favou?r\\w*|support\\w*|approve|important|interested|willing|concerned|useful|helpful|safe|easy|confident|good|better|fair|high|strong|positive|true|accept|trust|believe|like|love|for|familiar|clear|warm|zufrieden|zu|zustimm\\w*|wahrscheinlich|wichtig|dafur|gut|acuerdo|satisfech[oa]s?|probable|importante?|interesad[oa]|accord|satisfaite?s?|interesse\\w*|pour|accordo|soddisfatt[oaie]|probabile|eens|tevreden|waarschijnlijk|belangrijk|voor',
);
const intensities = (
  [
    [
      'extremely|completely|totally|absolutely|voll|vollig|vollkommen|totalmente|completamente|tout a fait|extremement|del tutto|pienamente|estremamente|assolutamente|helemaal|totaal|volledig|uiterst|at all|uberhaupt|gar nicht|du tout|nada|niente|nulla|affatto',
      5,
    ],
    ['strongly|very|definitely|highly|fully|much|sehr|stark|muy|tres|molto|fortemente|zeer|erg|heel|sterk', 4],
    ['quite|moderately|fairly|ziemlich|bastante|assez|abbastanza|tamelijk|redelijk|vrij', 2],
    ['somewhat|rather|mostly|essentially|generally|tend to|probably|eher|algo|plutot|piuttosto|eerder|enigszins', 1.5],
    ['slightly|a little|a bit|etwas|wenig|poco|un peu|peu|leggermente|een beetje|beetje|weinig', 1],
  ] as const
).map(([words, strength]) => [wordPattern(words), strength] as const);

/** Signed strength of an opinion: -4 for "strongly disagree", 0 for "neither", 3 for "agree". */
function degreeOf(value: string): number | undefined {
  const text = plain(value);
  if (neutralPattern.test(text)) return 0;
  const isNegative = negativePattern.test(text);
  if (!isNegative && !positivePattern.test(text)) return undefined;
  const strength = intensities.find(([pattern]) => pattern.test(text))?.[1] ?? 3;
  return isNegative ? -strength : strength;
}
