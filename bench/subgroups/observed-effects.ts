import type { Table } from '../../model/fitting/rows/table.js';

export interface ObservedEffect {
  readonly attribute: string;
  readonly category: string;
  /** Difference of the turnout between the arm and the control group. */
  readonly effect: number;
  /** Of independent respondents. The data do not identify households, so it is slightly too small. */
  readonly standardError: number;
}

/** Observed effects of an arm in the held-out rows, by category of each attribute of the specification. */
export function observedEffects(
  { columns }: Table,
  mapping: Readonly<Record<string, unknown>>,
  arm: string,
): ObservedEffect[] {
  const read = (name: string) => columns.get(name)!;
  const [split, arms, counts, voted] = [read('split'), read('arm'), read('n'), read('voted')];
  return Object.entries(mapping).flatMap(([target, source]) => {
    if (!target.startsWith('attribute.')) return [];
    const { column, map } = source as { column: string; map: Record<string, string> };
    const values = read(column);
    return [...new Set(Object.values(map))].map((category): ObservedEffect => {
      const shareOf = (own: string) => {
        let [all, events] = [0, 0];
        for (let row = 0; row < values.length; row++) {
          if (split[row] !== 'test' || arms[row] !== own || map[values[row]!] !== category) continue;
          all += Number(counts[row]);
          events += Number(voted[row]);
        }
        const share = events / all;
        return { share, variance: (share * (1 - share)) / all };
      };
      const [treated, control] = [shareOf(arm), shareOf('control')];
      return {
        attribute: target.slice('attribute.'.length),
        category,
        effect: treated.share - control.share,
        standardError: Math.sqrt(treated.variance + control.variance),
      };
    });
  });
}
