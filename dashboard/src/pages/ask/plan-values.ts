import { valueOf, type Parameter, type ParameterValue, type ParameterValues } from '../../parameter-form';
import type { Draft } from './draft';
import type { Interpretation } from './requests';
import type { ValueChip } from './value-chips';

/** The values of a plan that differ from the defaults, or that the question or the user set, in the order of the workflow. */
export function chipsOf(
  parameters: readonly Parameter[],
  { overrides }: Draft,
  interpreted: Interpretation['interpreted'],
): ValueChip[] {
  return parameters.flatMap((parameter) => {
    const { id } = parameter;
    const read = interpreted.find((one) => one.parameter === id);
    const isChanged = Object.hasOwn(overrides, id);
    const value = overrides[id] ?? read?.value;
    const source = isChanged ? 'override' : (read?.source ?? 'override');
    return value === undefined ? [] : [{ parameter, value, words: read?.words ?? null, source }];
  });
}

/** The parameters that the question does not set or vary. */
export function otherParameters(
  parameters: readonly Parameter[],
  { interpreted, also }: Pick<Interpretation, 'interpreted' | 'also'>,
): Parameter[] {
  const set = new Set([
    ...interpreted.map(({ parameter }) => parameter),
    ...also.flatMap(({ values }) => Object.keys(values)),
  ]);
  return parameters.filter(({ id }) => !set.has(id));
}

/** Overrides after a change in the form of the other parameters, whose defaults need no override. */
export function withOtherValues(overrides: ParameterValues, others: readonly Parameter[], values: ParameterValues) {
  const ids = new Set(others.map(({ id }) => id));
  const kept = Object.entries(overrides).filter(([id]) => !ids.has(id));
  const changed = others
    .map((parameter) => [parameter.id, valueOf(parameter, values), parameter.default] as const)
    .filter(([, value, initial]) => value !== initial)
    .map(([id, value]) => [id, value] as const);
  return Object.fromEntries<ParameterValue>([...kept, ...changed]);
}

export function withoutValue(overrides: ParameterValues, parameter: string): ParameterValues {
  return Object.fromEntries(Object.entries(overrides).filter(([id]) => id !== parameter));
}
