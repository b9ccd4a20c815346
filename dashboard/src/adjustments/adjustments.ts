import type { components } from '../api/client';
import type { CaseStudy } from '../workflow/use-workflow';
import type { FormErrors } from '../components/field';

/** A changed attribute of an added alternative, as typed. */
interface ChangedAttribute {
  kind: 'times' | 'number';
  text: string;
}

export interface AddedAlternative {
  label: string;
  /** The alternative that it copies. */
  like: string;
  /** By id of the variable. */
  attributes: Readonly<Record<string, ChangedAttribute>>;
}

/** A product of a conjoint, as typed. */
export interface ProductInput {
  label: string;
  /** A number or the id of a level, by attribute. */
  values: Readonly<Record<string, string>>;
}

/** Who and what a run simulates, as entered. Empty fields keep the published workflow. */
export interface AdjustmentsInput {
  populationId: string;
  /** Groups by attribute. An attribute without groups is incomplete, and changes nothing. */
  where: Readonly<Record<string, readonly string[]>>;
  removed: readonly string[];
  added: readonly AddedAlternative[];
  products: readonly ProductInput[];
  /** A saved calibration, in place of the shares. */
  calibrationId: string;
  /** Percentages by outcome. */
  shares: Readonly<Record<string, string>>;
}

export const noAdjustments: AdjustmentsInput = {
  populationId: '',
  where: {},
  removed: [],
  added: [],
  products: [],
  calibrationId: '',
  shares: {},
};

/** Only these workflows have alternatives that a request can edit. */
export const hasAlternatives = ({ family }: CaseStudy) => family === 'conditional_logit';

/** The fields of a request. An unchanged workflow has none. */
export function adjustmentsRequest(input: AdjustmentsInput) {
  const { populationId, where, removed, added, products, calibrationId } = input;
  const groups = Object.entries(where).filter(([, ids]) => ids.length > 0);
  const targets = targetsOf(input);
  const edits = {
    ...(removed.length > 0 && { remove: removed }),
    ...(added.length > 0 && { add: added.map(addedRequest) }),
    ...(products.length > 0 && { products: productsRequest(products) }),
  };
  return {
    ...(populationId !== '' && { population_id: populationId }),
    ...(groups.length > 0 && { where: Object.fromEntries(groups) }),
    ...(Object.keys(edits).length > 0 && { alternatives: edits }),
    ...(calibrationId !== '' && { calibration_id: calibrationId }),
    ...(targets.length > 0 && { calibration_targets: targets }),
  };
}

const shareOf = (percent: string) => Number((Number(percent) / 100).toFixed(8));

type SharesInput = Pick<AdjustmentsInput, 'calibrationId' | 'shares'>;

function targetsOf({ calibrationId, shares }: SharesInput): { outcome: string; share: number }[] {
  if (calibrationId !== '') return [];
  const given = Object.entries(shares).filter(([, text]) => text !== '');
  return given.map(([outcome, text]) => ({ outcome, share: shareOf(text) }));
}

export function shareSum(input: SharesInput): number {
  return targetsOf(input).reduce((sum, { share }) => sum + share * 100, 0);
}

function addedRequest({ label, like, attributes }: AddedAlternative, index: number) {
  const changed = Object.entries(attributes).filter(([, { text }]) => text !== '');
  const values = changed.map(([id, { kind, text }]): [string, number | { times: number }] => [
    id,
    kind === 'times' ? { times: Number(text) } : Number(text),
  ]);
  return { id: idOf(label, index), label, like, ...(values.length > 0 && { attributes: Object.fromEntries(values) }) };
}

export const productsRequest = (products: readonly ProductInput[]) => products.map(productRequest);

/** A text that is a number is one: levels of numbers have no text. */
function productRequest({ label, values }: ProductInput, index: number) {
  const attributes = Object.entries(values).map(([id, text]): [string, number | string] => [
    id,
    text !== '' && Number.isFinite(Number(text)) ? Number(text) : text,
  ]);
  return { id: idOf(label, index, 'product'), label, attributes: Object.fromEntries(attributes) };
}

/** An id like `night_train`. */
function idOf(label: string, index: number, kind = 'alternative'): string {
  const words = label.toLowerCase().match(/[a-z0-9]+/g) ?? [kind, String(index + 1)];
  return words.join('_').slice(0, 64).replace(/_$/, '');
}

/** The fields that the section shows, for the problems of a request. */
export function adjustmentFields(input: AdjustmentsInput): string[] {
  const { where, added, products } = input;
  return [
    ...['population_id', 'where', 'alternatives', 'calibration_targets', 'calibration_id'],
    ...Object.keys(where).map((attribute) => `where.${attribute}`),
    ...targetsOf(input).map((_, index) => `calibration_targets.${index}`),
    ...added.flatMap(({ attributes }, index) => [
      `alternatives.add.${index}`,
      ...Object.keys(attributes).map((id) => `alternatives.add.${index}.attributes.${id}`),
    ]),
    ...products.flatMap(({ values }, index) => [
      `alternatives.products.${index}`,
      `alternatives.products.${index}.id`,
      ...Object.keys(values).map((id) => `alternatives.products.${index}.attributes.${id}`),
    ]),
  ];
}

export function shareField(input: SharesInput, outcome: string): string | undefined {
  const index = targetsOf(input).findIndex((target) => target.outcome === outcome);
  return index < 0 ? undefined : `calibration_targets.${index}`;
}

export const adjustmentCount = (input: AdjustmentsInput) => Object.keys(adjustmentsRequest(input)).length;

type AdjustmentsRecord = components['schemas']['Simulation']['adjustments'];

/** The input that leads to the adjustments of an earlier run. */
export function adjustmentsInput(record: AdjustmentsRecord): AdjustmentsInput {
  const { where = {}, alternatives, calibration_targets: targets = [] } = record ?? {};
  const idsOf = (groups: string | string[]) => (typeof groups === 'string' ? groups.split(',') : groups);
  return {
    populationId: record?.population_id ?? '',
    where: Object.fromEntries(Object.entries(where).map(([id, groups]) => [id, idsOf(groups)])),
    removed: alternatives?.remove ?? [],
    added: (alternatives?.add ?? []).map(({ label, like, attributes = {} }) => ({
      label,
      like,
      attributes: Object.fromEntries(Object.entries(attributes).map(([id, value]) => [id, changedAttribute(value)])),
    })),
    products: (alternatives?.products ?? []).map(({ label, attributes }) => ({
      label,
      values: Object.fromEntries(Object.entries(attributes).map(([id, value]) => [id, String(value)])),
    })),
    calibrationId: record?.calibration_id ?? '',
    shares: Object.fromEntries(
      targets.filter(isPlain).map(({ outcome, share }) => [outcome, String(Number((share * 100).toFixed(6)))]),
    ),
  };
}

const isPlain = ({ where, standard_error: error = 0 }: { where?: unknown; standard_error?: number }) =>
  where === undefined && error === 0;

/** Whether a run has targets that the form cannot show: of groups, or with an error. */
export const hasDetailedTargets = (record: AdjustmentsRecord): boolean =>
  record?.calibration_targets?.some((target) => !isPlain(target)) ?? false;

function changedAttribute(value: number | { times: number }): ChangedAttribute {
  return typeof value === 'number'
    ? { kind: 'number', text: String(value) }
    : { kind: 'times', text: String(value.times) };
}

export interface AdjustmentProps {
  workflow: CaseStudy;
  input: AdjustmentsInput;
  onChange: (input: AdjustmentsInput) => void;
  /** The problems of the last dry run, by path of the request. */
  problem: FormErrors['at'];
}
