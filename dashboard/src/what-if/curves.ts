import { productsRequest, type ProductInput } from '../adjustments/adjustments';
import type { ProductsFieldProps } from '../adjustments/products-field';
import {
  type NumberParameter,
  type Parameter,
  type ParameterValue,
  type ParameterValues,
  plainScale,
  type Scale,
  valueOf,
  withValue,
} from '../parameter-form/parameters';
import { spanOf } from '../parameter-form/number-field';
import type { EngineAdjustments, EngineRequest } from './engine-messages';

/** Something that a curve can vary: a parameter of the workflow, or a number of a product. */
export interface Curved {
  parameter: Parameter;
  now: ParameterValue;
  /** Default: the scale of the parameter. */
  scale?: Scale;
  figureId: string | null;
  /** The changes of a request with another value. */
  at: (value: ParameterValue) => Partial<EngineRequest>;
  set: (value: number) => void;
}

const curvePoints = 9;

/** Values that a curve shows: all options, or few numbers from one end of the slider to the other. */
export function curveValues(parameter: Parameter): ParameterValue[] {
  if (parameter.kind === 'option') return parameter.options.map(({ id }) => id);
  const [low, high] = spanOf(parameter, true);
  const values = Array.from({ length: curvePoints }, (_, k) => low + ((high - low) * k) / (curvePoints - 1));
  const rounded = values.map((value) => (parameter.integer ? Math.round(value) : Number(value.toPrecision(6))));
  return [...new Set([...rounded, low, high])].filter((value) => value >= low && value <= high).sort((a, b) => a - b);
}

export const curveOfParameter = (
  parameter: Parameter,
  { values, figureId }: { values: ParameterValues; figureId: string | null },
  onValues: (values: ParameterValues) => void,
): Curved => ({
  parameter,
  now: valueOf(parameter, values),
  figureId,
  at: (value) => ({ values: withValue(values, parameter, value) }),
  set: (value) => onValues(withValue(values, parameter, value)),
});

export type Products = Pick<ProductsFieldProps, 'attributes' | 'products' | 'onChange'>;
type Attribute = Products['attributes'][number];

const cellId = (index: number, attribute: string) => `product ${index} ${attribute}`;

/** The number of a product as a parameter of its share. The service checks its value, so that it has no bounds of its own. */
function cellParameter(own: ProductInput, index: number, { id, label, unit, range }: Attribute): NumberParameter {
  const [low = 0, high = 0] = range ?? [];
  return {
    ...{ kind: 'number', id: cellId(index, id), label: `${label} of ${own.label}`, description: '', unit: unit ?? '' },
    ...{ default: Number(own.values[id]), integer: false, calibratedRange: [low, high] },
    ...{ minimum: low >= 0 ? 0 : -Infinity, maximum: Infinity },
  };
}

/** The curves of the share of each product over its own numbers, such as its price. */
export function curvesOfProducts(
  { attributes, products, onChange }: Products,
  adjustments: EngineAdjustments | undefined,
): Curved[] {
  const requested = productsRequest(products);
  return products.flatMap((own, index) =>
    attributes.flatMap((attribute): Curved[] => {
      if (!attribute.range || !adjustments) return [];
      const parameter = cellParameter(own, index, attribute);
      const withCell = (value: ParameterValue) =>
        requested.map((other, at) =>
          at === index ? { ...other, attributes: { ...other.attributes, [attribute.id]: value } } : other,
        );
      const changed = (value: number) => ({ ...own, values: { ...own.values, [attribute.id]: String(value) } });
      return [
        {
          ...{ parameter, now: parameter.default, scale: plainScale(parameter), figureId: requested[index]!.id },
          at: (value) => ({
            adjustments: { ...adjustments, alternatives: { ...adjustments.alternatives, products: withCell(value) } },
          }),
          set: (value) => onChange(products.map((other, at) => (at === index ? changed(value) : other))),
        },
      ];
    }),
  );
}

/** The number of a product that differs between two tables, as the id of its curve. */
export function movedCell({ attributes, products }: Products, next: readonly ProductInput[]): string | undefined {
  if (next.length !== products.length) return undefined;
  for (const [index, own] of next.entries())
    for (const { id, range } of attributes)
      if (range && own.values[id] !== products[index]!.values[id]) return cellId(index, id);
  return undefined;
}
