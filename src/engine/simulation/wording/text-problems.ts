// cspell:ignore aeiou (letters of a pattern)
/** Checks of a finished sentence: a pattern, and the problem that a match shows. `$&` in the message is the match. */
const patterns: readonly { readonly pattern: RegExp; readonly problem: string }[] = [
  { pattern: /\{[^{}]*\}/, problem: 'has no value for the placeholder "$&"' },
  { pattern: /(?<![\w-])(?!that that|had had)(\p{L}+) \1(?![\w-])/iu, problem: 'repeats a word: "$&"' },
  { pattern: /\b(?:I|we|you|they|she|he) not\b/i, problem: 'lacks a verb before "not": "$&"' },
  {
    pattern: /(?:^|[.;:,] |\band )(?:I|we|they) (?:an?|the|my|of|with|without|from|no|male|female|\d\S*)\b/,
    problem: 'lacks a verb: "$&"',
  },
  {
    pattern: /\b(?:am|is|are|was|were|be) (?:am|is|are|was|were|be|has|have|do|does|did)\b/i,
    problem: 'has two verbs in a row: "$&"',
  },
  { pattern: /\b(?:an?|the|my) (?:an?|the|my)\b/i, problem: 'has two articles in a row: "$&"' },
  { pattern: /\ba (?!uni|eu|use|usu|one\b|once\b|U[A-Z])[aeiou]\p{L}/iu, problem: 'needs "an" before a vowel: "$&"' },
  {
    pattern: /\b(?:for|of|with|by|against|over|to|in) (?:for|of|with|by|against|over|to|in)\b/i,
    problem: 'has two prepositions in a row: "$&"',
  },
  {
    pattern: /\b(?:for|against|over|predicts|favors?) (?:do|does|did|will|would|not(?! \w+ing\b))\b/i,
    problem: 'puts a verb where a noun phrase is needed: "$&"',
  },
  { pattern: /[.!?] (?=\p{Ll})\p{Ll}+/u, problem: 'starts a sentence in lower case: "$&"' },
  { pattern: /[.!?][;,.)]|[,;:] ?[.,;:]/, problem: 'has punctuation inside a sentence: "$&"' },
  { pattern: / {2}| [,.;:]/, problem: 'has a space too many: "$&"' },
];

/** Problems of a finished text; empty if there are none. */
export function textProblems(text: string): string[] {
  return patterns.flatMap(({ pattern, problem }) => {
    const match = pattern.exec(text);
    return match ? [problem.replace('$&', match[0].trim())] : [];
  });
}
