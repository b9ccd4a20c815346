import type { Parameter } from './parameters';

/** Forms up to this length show all parameters. */
const maxUngrouped = 10;

export interface ParameterGroup {
  label: string;
  members: Parameter[];
}

/** Groups by the part of the label before the colon, such as “Electric” of “Electric: range”, if there are many parameters. */
export function parameterGroups(parameters: readonly Parameter[]): { groups: ParameterGroup[]; others: Parameter[] } {
  if (parameters.length <= maxUngrouped) return { groups: [], others: [...parameters] };
  const byLabel = new Map<string, Parameter[]>();
  for (const parameter of parameters) {
    const [, label = ''] = /^([^:]+): /.exec(parameter.label) ?? [];
    byLabel.set(label, [...(byLabel.get(label) ?? []), parameter]);
  }
  const groups = [...byLabel].filter(([label, members]) => label !== '' && members.length > 1);
  const grouped = new Set(groups.flatMap(([, members]) => members));
  return {
    groups: groups.map(([label, members]) => ({ label, members })),
    others: parameters.filter((parameter) => !grouped.has(parameter)),
  };
}
