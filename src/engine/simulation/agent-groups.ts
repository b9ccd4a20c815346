import type { GroupCodes } from '../summary/moments.js';
import type { Segmentation } from '../summary/segment-groups.js';

/** Groups of agents, by agent index. */
export interface AgentGroups extends GroupCodes {
  /** Whether the model defines the groups, such as latent classes. */
  readonly isModelGroup: boolean;
}

/** The groups of segmentations. */
export function agentGroupsOf(segmentations: readonly Segmentation[]): AgentGroups[] {
  return segmentations.map(({ groupOf, groups, isModelGroup }) => ({ groupOf, groups: groups.length, isModelGroup }));
}
