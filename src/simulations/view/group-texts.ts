import { groupsOf } from '../../../model/analyses.js';
import type { WorkflowDefinition } from '../../../model/definition.js';

/** Returns groups of attributes in words: `Income: high or medium`. */
export function groupTexts(
  { population: { attributes } }: Pick<WorkflowDefinition, 'population'>,
  where: Readonly<Record<string, readonly string[]>>,
): string[] {
  return Object.entries(where).map(([id, wanted]) => {
    const attribute = attributes.find((one) => one.id === id);
    const known = attribute ? groupsOf(attribute) : [];
    const labels = wanted.map((group) => known.find((one) => one.id === group)?.label ?? group);
    return `${attribute?.label ?? id}: ${labels.join(' or ')}`;
  });
}
