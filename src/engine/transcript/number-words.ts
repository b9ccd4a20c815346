const smallNumbers = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];

/** Writes an integer for a sentence: in letters up to twelve, in digits above. */
export function numberWord(value: number): string {
  return smallNumbers[value] ?? String(value);
}
