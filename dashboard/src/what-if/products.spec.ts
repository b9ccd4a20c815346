import type { Curved } from './curves';
import { type CurveMeasure, measuredFigure, unitCostsOf } from './products';
import type { EngineResult } from './engine-messages';

const errors = { choice: 0, population: 0, estimation: 0, model: null };
const outcome = {
  ...{ id: 'phone', label: 'Phone', share: 0.5, interval: [0.4, 0.6], errors, difference_errors: errors },
  ...{ baseline_share: 0.5, baseline_interval: null, difference: 0, difference_interval: null },
};
const result = {
  summary: { outcomes: [outcome], outcome_groups: [], measures: [] },
  revenue: { label: 'Revenue', unit: 'EUR', products: { phone: { value: 5, interval: [4, 6] } } },
} as unknown as EngineResult;
const curved = { figureId: 'phone' } as Curved;
const measure = (of: CurveMeasure['of'], costs: CurveMeasure['costs'] = {}): CurveMeasure => ({
  ...{ of, costs, change: () => undefined },
});

describe('the result that a curve of a product shows', () => {
  it('The revenue is that of the engine, with its unit and interval, and its name states a unit cost', () => {
    expect(measuredFigure(result, curved, measure('share'))).toMatchObject({ unit: 'share', value: 0.5 });
    const money = { unit: 'EUR', value: 5, interval: [4, 6] };
    expect(measuredFigure(result, curved, measure('revenue'))).toMatchObject({ ...money, label: 'Revenue per agent' });
    expect(measuredFigure(result, curved, measure('revenue', { phone: '3' }))?.label).toBe(
      'Revenue minus unit cost per agent',
    );
  });

  it('A result without a price keeps its share, and the cost of another product or an unfinished number is none', () => {
    expect(measuredFigure(result, { ...curved, figureId: null }, measure('revenue'))?.unit).toBe('share');
    expect(unitCostsOf(measure('revenue', { phone: '2.5' }), curved)).toEqual({ phone: 2.5 });
    expect(unitCostsOf(measure('share', { phone: '2.5' }), curved)).toBeUndefined();
    for (const costs of [{ other: '2' }, { phone: '' }, { phone: '-' }] as CurveMeasure['costs'][])
      expect(unitCostsOf(measure('revenue', costs), curved)).toBeUndefined();
  });
});
