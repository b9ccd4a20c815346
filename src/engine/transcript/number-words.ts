const SMALL = [
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

/** A whole number as it stands in a sentence: in letters up to twelve, then in digits. */
export function numberWord(value: number): string {
  return SMALL[value] ?? String(value);
}
