import type { Interpretation, Range } from './findings.js';

const range =
  /\b(?:somewhere |anywhere |anything )?(?:(between)|from)\s+([^.,;:?!\n]{1,40}?)\s+(?:and|to)\s+([^.,;:?!\n]{1,60})/gi;
/** A number without a unit. */
const bareNumber =
  /^(?:[\d.,]+|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)$/i;
/** A question is read twice for each range, so their number is limited. */
const maxRanges = 2;
const leadingNumber = /^(?:[\p{Sc}]?[\d.,]*\d|[a-z]+)/iu;
const wide =
  /\b(?:somewhere|anywhere|anything|range|ranges|ranging|varies|vary|varied|varying|between|every value|each value|step|steps|sweep)\b/i;
/** `10 to 30%`, `10–30%`, but not `from 10 to 30%`, which states a change. */
const dash = /(?<!from )(?<![\d.,\p{L}])(\p{Sc}?\d[\d.,]*)(?: to | ?[–-] ?)(\p{Sc}?\d[\d.,]*[^,;:?!\n]{0,40})/giu;

/**
 * Reads a range such as `between 10 and 30% lower`: each end takes the place of the range, and the same rules read both sentences. Both
 * ends must set the same numeric parameter.
 */
export function readRange(
  text: string,
  read: (variant: string) => Pick<Interpretation, 'interpreted'>,
): Range | undefined {
  // `from 5 to 10` without `between` or `anywhere` states a change.
  const isWide = ({ 0: words, 1: between, index }: RegExpExecArray) =>
    between !== undefined || wide.test(text.slice(Math.max(0, index - 30), index) + words);
  const named = [...text.matchAll(range)].filter(isWide);
  const written = [
    ...named.map(({ 0: words, 2: low = '', 3: high = '', index }) => ({ words, low, high, index })),
    ...[...text.matchAll(dash)].map(({ 0: words, 1: low = '', 2: high = '', index }) => ({ words, low, high, index })),
  ];
  for (const { words, low, high, index } of written.slice(0, maxRanges)) {
    const lowText = bareNumber.test(low) ? low + high.replace(leadingNumber, '') : low;
    const [first, second] = [lowText, high].map((end) => {
      const variant = `${text.slice(0, index)}${end}${text.slice(index + words.length)}`;
      return read(variant).interpreted.filter(({ value }) => typeof value === 'number');
    });
    const ends = first?.flatMap((one) => {
      const other = second?.find(({ parameter, value }) => parameter === one.parameter && value !== one.value);
      return other ? [{ parameter: one.parameter, ends: [one.value, other.value] as [number, number] }] : [];
    });
    if (ends?.length === 1) return { ...ends[0]!, from: words.trim() };
  }
  return undefined;
}
