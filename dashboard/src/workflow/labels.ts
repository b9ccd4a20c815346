import type { CaseStudy, CaseStudyEntry } from './use-workflow';
import { formatCount, formatNumber, formatPoints } from '../format/format';

interface Labeled {
  id: string;
  label: string;
  /** Only measures have a unit. */
  unit?: string;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isLabeled = (value: unknown): value is Labeled =>
  isRecord(value) && typeof value['id'] === 'string' && typeof value['label'] === 'string';

/** Parts of a decision whose ids results do not report. */
const internalParts = new Set(['coefficients', 'terms', 'variables']);

function reportedParts(decision: Record<string, unknown>): unknown[] {
  const reported = Object.entries(decision).filter(([name]) => !internalParts.has(name));
  return reported.flatMap(([, part]) => {
    if (!isRecord(part)) return [];
    return Array.isArray(part) ? (part as unknown[]) : [part, ...Object.values(part)];
  });
}

/** An outcome, outcome group or measure. Undefined if the definition has no label for it. */
export function labeledPart({ outcome_groups, definition }: CaseStudy, id: string): Labeled | undefined {
  const labeled = [...outcome_groups, ...reportedParts(definition.decision)].filter(isLabeled);
  return labeled.find((one) => one.id === id);
}

/** The label of an outcome, outcome group or measure; its id if the definition has no label for it. */
export function outcomeLabel(workflow: CaseStudy, id: string): string {
  return labeledPart(workflow, id)?.label ?? inWords(id);
}

/** The labels of a segment, such as “Sex: Woman”. `groupLabel` names a quarter of a numeric attribute. */
export function segmentLabel(
  { definition }: CaseStudy,
  attribute: string,
  category: string,
  groupLabel = inWords(category),
): string {
  const attributes = definition.population.attributes as unknown[];
  const found = attributes.find((one) => isLabeled(one) && one.id === attribute);
  if (!isLabeled(found)) return `${inWords(attribute)}: ${inWords(category)}`;
  const { categories } = found as { categories?: unknown };
  const value = (Array.isArray(categories) ? (categories as unknown[]) : []).find(
    (one) => isLabeled(one) && one.id === category,
  );
  return `${found.label}: ${isLabeled(value) ? value.label : groupLabel}`;
}

/** An id such as `public_opinion` in words: “Public opinion”. */
export function inWords(id: string): string {
  const words = id.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** "a", "a and b" or "a, b and c". */
export function listed(items: readonly string[], last = 'and'): string {
  return items.length <= 1 ? items.join('') : `${items.slice(0, -1).join(', ')} ${last} ${items.at(-1) ?? ''}`;
}

const families: Record<string, string> = {
  conditional_logit: 'Choice between alternatives',
  binary_logit: 'Yes-or-no decision',
  ordered_logit: 'Rating',
  diffusion: 'Spread through a population',
  hazard: 'Time until an event',
  counts: 'Counts',
  willingness_to_pay: 'Willingness to pay',
  amounts: 'Amounts',
  repeated_games: 'Repeated games',
};

export function familyLabel(family: string): string {
  return families[family] ?? inWords(family);
}

const kinds: Record<string, string> = {
  stated_preference: 'Stated choices',
  revealed_preference: 'Observed choices',
  experiment: 'Randomized experiment',
  panel: 'Panel',
  observational: 'Observed behavior',
};

export function dataKindLabel(kind: string): string {
  return kinds[kind] ?? inWords(kind);
}

const countries = new Intl.DisplayNames('en', { type: 'region' });
export const countryLabel = (code: string): string => countries.of(code) ?? code;

type DataOrigin = CaseStudy['data_origin'];

/** The years of the data, such as “1986 to 1992” or “published in 1994”. */
function yearsText({ from, to, basis }: NonNullable<DataOrigin>['years']): string {
  const years = from === to ? String(from) : `${from} to ${to}`;
  return basis === 'published' ? `published in ${years}` : years;
}

/** Country and years of the data, as far as they are known. */
export const originParts = (origin: DataOrigin): string[] =>
  origin ? [...(origin.country ? [countryLabel(origin.country)] : []), yearsText(origin.years)] : [];

const scores: Record<string, string> = {
  log_loss: 'Log loss',
  brier: 'Brier score',
  accuracy: 'Accuracy',
  auc: 'AUC',
  mean_absolute_error: 'Mean absolute error',
  root_mean_squared_error: 'Root mean squared error',
};

export function scoreLabel(id: string): string {
  return scores[id] ?? inWords(id);
}

export function heldOutText({ total_variation, held_out_observations, score }: CaseStudyEntry['evidence']): string {
  const count = formatCount(held_out_observations);
  if (total_variation !== undefined)
    return `Shares off by ${formatPoints(total_variation).replace('+', '')} in total, for ${count} observations`;
  const against = score.null_value === undefined ? '' : `, against ${formatNumber(score.null_value)} without the model`;
  return `${scoreLabel(score.id)} ${formatNumber(score.value)}${against}, for ${count} observations`;
}

/** A p-value with three decimals. */
export const formatProbability = (p: number): string => (p < 0.001 ? '< 0.001' : p.toFixed(3));
