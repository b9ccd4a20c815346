/** Group of agents: a group of an attribute. */
export interface AgentGroup {
  readonly attribute: string;
  readonly group: string;
}

/** The groups of a combination of groups, by attribute. */
export const agentGroupsIn = (combination: Readonly<Record<string, { readonly id: string }>>): AgentGroup[] =>
  Object.entries(combination).map(([attribute, { id: group }]) => ({ attribute, group }));
