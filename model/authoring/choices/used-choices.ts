import { listText, present } from '../variables/names.js';
import {
  type LongColumns,
  problemText,
  readSituations,
  restartedText,
  type Situation,
  unchosen,
} from './situations.js';
import { SpecError, type SpecIssues } from '../spec-error.js';
import type { Spec } from '../spec.schema.js';
import type { Table } from '../../fitting/rows/table.js';

/** The choices that the spec uses. */
export function choicesOf(
  { alternatives }: Spec,
  named: LongColumns,
  table: Table,
): { situations: readonly Situation[]; notes: string[] } {
  const { misfits, opt_out: optOut } = alternatives!;
  const { all, isNamed, chosenAt, isRestarted } = readSituations(table, named);
  if (chosenAt && !alternatives!.constants)
    throw new SpecError([
      {
        path: 'alternatives.constants',
        message: `the chosen row is the ${chosenAt} one of each choice, so that numbers of rows state the choice: write \`constants: []\`, or name the column with the alternatives in \`id\``,
      },
    ]);
  const isWrong = ({ problem }: Situation) => problem !== undefined && !(problem === 'none' && optOut !== undefined);
  const wrong = all.filter(isWrong);
  const problem = wrong.length > 0 ? problemText(all, named, wrong) : undefined;
  if (problem !== undefined && (misfits === undefined || wrong.length === all.length))
    throw new SpecError([
      {
        path: 'alternatives.situation',
        message: `${problem}. A choice has one chosen row, and each alternative once: correct the lines, name the columns that identify a choice in \`situation\`, or leave such choices out with \`misfits: drop\``,
      },
    ]);
  return {
    situations: all.filter((one) => !isWrong(one)),
    notes: present(
      problem !== undefined && `${problem}. They are left out.`,
      isRestarted && restartedText(named.situation),
      isNamed && `"${named.outcome}" has the chosen alternative of each choice.`,
      chosenAt !== undefined &&
        `The chosen row is the ${chosenAt} one of each choice, so that each choice is numbered from another row.`,
    ),
  };
}

/** Alternatives with rows, in the order of the file, and the one without. */
export function alternativesIn(
  { alternatives }: Spec,
  situations: readonly Situation[],
): { alternatives: string[]; optOut: string | undefined } {
  const found = [...new Set(situations.flatMap(({ rows }) => [...rows.keys()]))];
  const optOut = alternatives!.opt_out;
  if (optOut !== undefined && !alternatives!.opt_out_rows && found.includes(optOut))
    throw new SpecError([
      { path: 'alternatives.opt_out', message: `"${optOut}" is an alternative with rows: write another name` },
    ]);
  return { alternatives: found, optOut };
}

/** Notes on alternatives that no choice has. Their constants have no finite estimate, so that they are left out. */
export function neverChosen(
  { alternatives: settings }: Spec,
  alternatives: readonly string[],
  situations: readonly Situation[],
  issues: SpecIssues,
): string[] {
  const never = unchosen(alternatives, situations);
  if (never.length === 0) return [];
  if (settings!.constants)
    issues.add(
      'alternatives.constants',
      `${listText(never)} ${never.length === 1 ? 'is' : 'are'} never chosen, which only constants can explain: remove \`constants\``,
    );
  return [`Never chosen, and left out: ${listText(never)}.`];
}
