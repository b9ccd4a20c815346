import type { WorkflowDefinition } from '../definition/definition.schema.js';
import { familyOf } from '../families/family-of.js';
import { figureLayouts, hasExpectedShares } from './figures.js';
import { segmentLayouts } from './segment-groups.js';

/**
 * Usual sizes of the JSON of the parts of a summary of the baseline, without ids and labels. Most of it is numbers with 16 digits. Groups of
 * interacting agents have fewer numbers.
 */
const figureBytes = { independent: 470, interacting: 365 };
/** More than for a group: expected shares, or percentiles. */
const wholeBytes = 90;
const pointBytes = 385;
const groupBytes = 90;

const utf8 = new TextEncoder();
const textBytes = (...texts: readonly string[]) => texts.reduce((sum, text) => sum + utf8.encode(text).length, 0);

/** Estimates the size of the JSON of the largest summary of a definition, without a simulation, in bytes. */
export function estimateSummaryBytes(definition: WorkflowDefinition): number {
  const { decision } = definition;
  const layouts = figureLayouts(definition);
  const bytes = figureBytes[hasExpectedShares(definition) ? 'independent' : 'interacting'];
  const figures = layouts.reduce((sum, { id, label }) => sum + bytes + textBytes(id, label), 0);
  const groups = segmentLayouts(definition).flatMap((segment) => segment.groups);
  const ofGroups = groups.reduce((sum, { id, label }) => sum + groupBytes + textBytes(id, label) + figures, 0);
  const points = familyOf(decision)
    .curves(decision)
    .reduce((sum, { steps }) => sum + steps.length, 0);
  return figures + wholeBytes * layouts.length + ofGroups + pointBytes * points;
}
