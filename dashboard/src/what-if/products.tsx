import { productsRequest, type ProductInput } from '../adjustments/adjustments';
import { ProductsField, type ProductsFieldProps } from '../adjustments/products-field';
import { formatNumber } from '../format/numbers';
import { formatValueInterval } from '../results/figure';
import { movedCell } from './curves';
import type { EngineResult } from './engine-messages';

/** The table of products of a conjoint, and the products that the page starts with. */
export interface PanelProducts extends Omit<ProductsFieldProps, 'result'> {
  start: readonly ProductInput[];
}

/** A product that the user renames or removes has no result of its own. */
export function productFigure(products: readonly ProductInput[], figureId: string | null): string | null {
  const ids = productsRequest(products).map(({ id }) => id);
  return ids.length === 0 || (figureId !== null && ids.includes(figureId)) ? figureId : ids[0]!;
}

export const revenueName = (label: string) => `${label} per agent`;

interface ProductsProps {
  products: PanelProducts;
  onHand: (id: string) => void;
  revenue: EngineResult['revenue'];
}

/** The table of products with their revenues. */
export function Products({ products, onHand, revenue }: ProductsProps) {
  const unit = revenue?.unit ? `, ${revenue.unit}` : '';
  return (
    <ProductsField
      {...products}
      onChange={(next) => {
        const moved = movedCell(products, next);
        if (moved !== undefined) onHand(moved);
        products.onChange(next);
      }}
      result={
        revenue && {
          header: `${revenueName(revenue.label)}${unit}`,
          texts: productsRequest(products.products).map(({ id }) => {
            const own = revenue.products[id];
            return own
              ? { value: formatNumber(own.value), interval: formatValueInterval('', own.interval) }
              : { value: '…', interval: '' };
          }),
        }
      }
    />
  );
}
