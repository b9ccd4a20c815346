import { periodsOf, type WorkflowDefinition } from '../../../model/definition.js';
import type { SegmentRecord } from '../summary.schema.js';
import type { AskedGroups, ViewInput } from './view-input.js';
import { groupsOf } from '../../../model/analyses.js';

type Segments = NonNullable<NonNullable<ViewInput['routedVia']>['segments']>;

/** The groups of a question by attribute: a selection of agents. */
export function askedWhere(segments: Segments): Record<string, string[]> {
  const where: Record<string, string[]> = {};
  for (const { attribute, values } of segments)
    where[attribute] = [...new Set([...(where[attribute] ?? []), ...values])];
  return where;
}

/** The groups in words, one text for each attribute: `Age: 18 to 24 or 25 to 34`. */
export function groupLabels(
  all: readonly SegmentRecord[],
  where: Readonly<Record<string, readonly string[]>>,
): string[] {
  return Object.entries(where).map(([attribute, ids]) => {
    const segment = all.find((one) => one.attribute === attribute);
    const labels = ids.map((id) => segment?.groups.find((group) => group.id === id)?.label ?? id);
    return `${segment?.label ?? attribute}: ${labels.join(' or ')}`;
  });
}

/** The results of a single group, which are part of the summary. Undefined for other selections. */
export function figuresOfGroup(
  all: readonly SegmentRecord[],
  where: Readonly<Record<string, readonly string[]>>,
): AskedGroups['figures'] | undefined {
  const [entry, ...others] = Object.entries(where);
  if (!entry || others.length > 0 || entry[1].length > 1) return undefined;
  return all.find(({ attribute }) => attribute === entry[0])?.groups.find(({ id }) => id === entry[1][0]);
}

/** The input with the results of the groups that the question names. A view with its own selection has that one. */
export function focusOf(input: ViewInput): ViewInput {
  const { definition, summary, selection } = input;
  const figures = input.askedGroups?.figures;
  if (!figures || selection) return input;
  // Groups have no curves: their shares are those of the last period.
  const periods = periodsOf(definition);
  const place = periods ? ` in ${periods.unit.replace(/s$/, '')} ${periods.number}` : '';
  const ofGroup = <Figure extends { id: string; label: string }>(all: readonly Figure[], found: readonly object[]) =>
    all.map((own) => {
      const values = (found as readonly Figure[]).find(({ id }) => id === own.id);
      return { ...own, ...values, label: `${own.label}${place}` };
    });
  return {
    ...input,
    summary: {
      ...summary,
      outcomes: ofGroup(summary.outcomes, figures.outcomes),
      outcome_groups: ofGroup(summary.outcome_groups, figures.outcome_groups),
      measures: ofGroup(summary.measures, figures.measures),
      curves: [],
    },
  };
}

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
