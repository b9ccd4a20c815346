import { useState } from 'react';
import { DecimalField, SelectField } from '../components/field';
import { figuresOf } from '../results/figure';
import { revenueName } from './products';
import type { Curved } from './curves';
import type { EngineResult } from './engine-messages';

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
