import type { ProductInput } from '../adjustments/adjustments';
import { type Parameter, type ParameterValues, problemOf } from '../parameter-form/parameters';

/** What a panel shows, in the address of its page. */
export interface WhatIfState {
  values: ParameterValues;
  where: Readonly<Record<string, readonly string[]>>;
  /** Products of a conjoint. Undefined: those that the page starts with. */
  products?: readonly ProductInput[] | undefined;
  kept: readonly ParameterValues[];
}

export const maxKept = 4;
const names = { values: 'set', where: 'where', products: 'products', kept: 'kept' } as const;
/** Opens the panel of a result. */
export const openPanel = 'what_if';

/** Ids have no `:`, `,`, `.` or `;`, except that numbers have a point. */
const textOf = (values: ParameterValues) =>
  Object.entries(values)
    .map(([id, value]) => `${id}:${value}`)
    .join(',');

function valuesIn(text: string, parameters: readonly Parameter[]): ParameterValues {
  const pairs = text.split(',').flatMap((pair) => {
    const [id, written = ''] = pair.split(':');
    const parameter = parameters.find((one) => one.id === id);
    const value = parameter?.kind === 'number' ? Number(written || NaN) : written;
    return parameter && problemOf(parameter, value) === undefined ? [[parameter.id, value] as const] : [];
  });
  return Object.fromEntries(pairs);
}

function productsIn(text: string | null): readonly ProductInput[] | undefined {
  try {
    const products = JSON.parse(text ?? '') as unknown;
    return Array.isArray(products) && products.every(isProduct) ? products : undefined;
  } catch {
    return undefined;
  }
}

const isProduct = (own: unknown): own is ProductInput => {
  const { label, values } = (own ?? {}) as Partial<ProductInput>;
  return typeof label === 'string' && Object.values(values ?? {}).every((value) => typeof value === 'string');
};

export const hasState = (search: URLSearchParams) => search.has(names.values);

/** The state in an address. Values that a workflow does not have are left out. */
export function stateIn(search: URLSearchParams, parameters: readonly Parameter[]): WhatIfState {
  const groups = (search.get(names.where) ?? '').split(',').filter(Boolean);
  return {
    values: valuesIn(search.get(names.values) ?? '', parameters),
    where: Object.fromEntries(
      groups.map((pair) => [pair.split(':')[0]!, (pair.split(':')[1] ?? '').split('.').filter(Boolean)]),
    ),
    products: productsIn(search.get(names.products)),
    kept: (search.get(names.kept) ?? '')
      .split(';')
      .slice(0, search.has(names.kept) ? maxKept : 0)
      .map((text) => valuesIn(text, parameters)),
  };
}

/** The address with a state in place of its earlier one. Values that the page starts with are left out. */
export function withState(
  search: URLSearchParams,
  { values, where, products, kept }: WhatIfState,
  start: ParameterValues = {},
): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const name of Object.values(names)) next.delete(name);
  const groups = Object.entries(where).filter(([, ids]) => ids.length > 0);
  const hasOthers = groups.length + kept.length > 0 || products !== undefined;
  if (textOf(values) !== textOf(start) || hasOthers) next.set(names.values, textOf(values));
  if (groups.length > 0) next.set(names.where, groups.map(([id, ids]) => `${id}:${ids.join('.')}`).join(','));
  if (products) next.set(names.products, JSON.stringify(products));
  if (kept.length > 0) next.set(names.kept, kept.map(textOf).join(';'));
  return next;
}
