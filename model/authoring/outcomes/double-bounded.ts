import type { Table } from '../../fitting/rows/table.js';
import type { Formula } from '../formula.js';
import { isMissing } from '../variables/profile.js';
import type { SpecIssues } from '../spec-error.js';

const yes = 'y|yes|ja|j|s[ií]|oui|1';
const no = 'n|no|nein|non|nee|0';
const answersPattern = new RegExp(`^(${yes}|${no})[^\\p{L}\\d]*(${yes}|${no})$`, 'iu');
const yesPattern = new RegExp(`^(${yes})$`, 'i');

/** How many of two bids a respondent accepted, by a text such as "yes-no"; undefined for another text. */
export function acceptedBids(text: string): number | undefined {
  const answers = answersPattern.exec(text.trim())?.slice(1);
  return answers?.filter((answer) => yesPattern.test(answer)).length;
}

/**
 * `interval(answers, bid, second_bid)` as the interval of each amount: above both accepted bids, between an accepted and a declined one, or
 * from 0 to below both.
 * Source: Hanemann, Loomis and Kanninen, "Statistical efficiency of double-bounded dichotomous choice contingent valuation", American Journal
 * of Agricultural Economics 73 (1991).
 */
export function withBounds(formula: Formula, table: Table, issues: SpecIssues): { formula: Formula; table: Table } {
  const { columns, function: name } = formula.outcome;
  if (name !== 'interval' || columns.length < 3) return { formula, table };
  const [answers, ...bids] = columns.map((column) => table.columns.get(column) ?? []);
  const bounds = answers!.map((text, row): [string, string] => {
    const accepted = acceptedBids(text);
    const [low, high] = bids.map((own) => own[row]!).sort((a, b) => Number(a) - Number(b)) as [string, string];
    if (accepted === undefined || isMissing(low) || isMissing(high)) {
      if (!isMissing(text) && accepted === undefined)
        issues.add('formula', `"${text}" in "${columns[0]}" is no pair of answers such as yes-no`);
      return ['', ''];
    }
    return accepted === 2 ? [high, ''] : accepted === 1 ? [low, high] : ['0', low];
  });
  const names = [`${columns[0]} lower`, `${columns[0]} upper`] as const;
  return {
    formula: { ...formula, outcome: { function: 'interval', columns: names } },
    table: {
      ...table,
      columns: new Map([
        ...table.columns,
        [names[0], bounds.map(([lower]) => lower)],
        [names[1], bounds.map(([, upper]) => upper)],
      ]),
    },
  };
}
