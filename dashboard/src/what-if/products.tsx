import { useState } from 'react';
import { type ProductInput, productsRequest } from '../adjustments/adjustments';
import { ProductsField, type ProductsFieldProps } from '../adjustments/products-field';
import { formatNumber } from '../format/format';
import { figuresOf, formatValueInterval } from '../results/figure';
import { type Curved, movedCell } from './curves';
import type { EngineResult } from './engine-messages';
import { DecimalField, SelectField } from '../components/field';

/** The table of products of a conjoint, and the products that the page starts with. */
export interface PanelProducts extends Omit<ProductsFieldProps, 'result'> {
  start: readonly ProductInput[];
}

/** A product that the user renames or removes has no result of its own. */
export function productFigure(products: readonly ProductInput[], figureId: string | null): string | null {
  const ids = productsRequest(products).map(({ id }) => id);
  return ids.length === 0 || (figureId !== null && ids.includes(figureId)) ? figureId : ids[0]!;
}

const revenueName = (label: string) => `${label} per agent`;

interface ProductsProps {
  products: PanelProducts;
  onHand: (id: string) => void;
  revenue: EngineResult['revenue'];
}

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

/** What a curve shows of its result: the share, or the revenue of a product. */
export interface CurveMeasure {
  of: 'share' | 'revenue';
  /** As typed, by id of the product. */
  costs: Readonly<Record<string, string>>;
  change: (next: Partial<Pick<CurveMeasure, 'of' | 'costs'>>) => void;
}

export function useCurveMeasure(): CurveMeasure {
  const [own, setOwn] = useState<Pick<CurveMeasure, 'of' | 'costs'>>({ of: 'share', costs: {} });
  return { ...own, change: (next) => setOwn({ ...own, ...next }) };
}

/** The unit cost for the engine. Undefined without one. */
export function unitCostsOf({ of, costs }: CurveMeasure, curved: Curved | undefined) {
  const id = curved?.figureId ?? '';
  const cost = Number(costs[id] ?? '');
  return of === 'revenue' && Number.isFinite(cost) && cost !== 0 ? { [id]: cost } : undefined;
}

const revenueIn = (result: EngineResult | undefined, { figureId }: Curved) => result?.revenue?.products[figureId ?? ''];

/** A point of the curve. Undefined if the result does not have it. */
export function measuredFigure(result: EngineResult, curved: Curved, measure: CurveMeasure) {
  const money = measure.of === 'revenue' ? revenueIn(result, curved) : undefined;
  if (!money || !result.revenue) return figuresOf(result.summary, curved.figureId).headline;
  const { label, unit } = result.revenue;
  const name = unitCostsOf(measure, curved) ? `${label} minus unit cost` : label;
  return { id: curved.figureId!, label: revenueName(name), unit, ...money };
}

interface CurveMeasureFieldsProps {
  curved: Curved;
  measure: CurveMeasure;
  result: EngineResult | undefined;
}

/** The choice between share and revenue, for a product that has a price. */
export function CurveMeasureFields({ curved, measure, result }: CurveMeasureFieldsProps) {
  const { of, costs, change } = measure;
  const id = curved.figureId ?? '';
  if (!result?.revenue || !revenueIn(result, curved)) return null;
  const { label, unit } = result.revenue;
  return (
    <>
      <SelectField
        label="Result of the curve"
        value={of}
        onChange={(value) => change({ of: value === 'revenue' ? 'revenue' : 'share' })}
        options={[
          { value: 'share', label: 'Share of agents' },
          { value: 'revenue', label: revenueName(label) },
        ]}
      />
      {of === 'revenue' && (
        <DecimalField
          label={`Unit cost${unit && ` (${unit})`}`}
          hint="Subtracted from the price. Empty: none."
          value={costs[id] ?? ''}
          onChange={(value) => change({ costs: { ...costs, [id]: value } })}
        />
      )}
    </>
  );
}
