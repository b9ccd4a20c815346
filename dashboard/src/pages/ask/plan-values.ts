import { valueOf, type Parameter, type ParameterValue, type ParameterValues } from '../../parameter-form';
import type { Draft } from './draft';
import type { Interpretation } from './requests';

type Interpreted = Interpretation['interpreted'];

/** The values that the question sets. */
const readValues = (interpreted: Interpreted): ParameterValues =>
  Object.fromEntries(interpreted.map(({ parameter, value }) => [parameter, value]));

/** The values of a plan: those of the question, and the user's in their place. */
export const planValues = (interpreted: Interpreted, { overrides }: Pick<Draft, 'overrides'>): ParameterValues => ({
  ...readValues(interpreted),
  ...overrides,
});

/** The values that the user changed, compared with the question. */
export function overridesOf(
  parameters: readonly Parameter[],
  interpreted: Interpreted,
  values: ParameterValues,
): ParameterValues {
  const read = readValues(interpreted);
  const changed = parameters
    .map((parameter) => [parameter, valueOf(parameter, values)] as const)
    .filter(([parameter, value]) => value !== valueOf(parameter, read));
  return Object.fromEntries<ParameterValue>(changed.map(([{ id }, value]) => [id, value]));
}

/** Where the values are from, by id of the parameter. */
export function sourceNotes(interpreted: Interpreted, { overrides }: Pick<Draft, 'overrides'>): Record<string, string> {
  const read = interpreted.map(({ parameter, words, source }) => {
    const text = source === 'assumed' ? `Assumed: “${words}” names no amount.` : `From “${words}”.`;
    return [parameter, text] as const;
  });
  const own = Object.keys(overrides).map((id) => [id, 'Set by you.'] as const);
  return Object.fromEntries([...read, ...own]);
}

/** The parameters in which compared simulations differ. They have no control. */
export const comparedParameters = (also: Interpretation['also']): string[] => [
  ...new Set(also.flatMap(({ values }) => Object.keys(values))),
];
