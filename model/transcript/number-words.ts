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

const smallOrdinals = ['zeroth', 'first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth'];

/** Writes an ordinal number for a sentence: in letters up to ninth, in digits above. */
export function ordinalWord(value: number): string {
  const known = smallOrdinals[value];
  if (known !== undefined) return known;
  const isTeen = Math.floor(value / 10) % 10 === 1;
  const suffix = isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][value % 10] ?? 'th');
  return `${value}${suffix}`;
}
