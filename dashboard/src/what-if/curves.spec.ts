import { curvesOfProducts, curveValues, movedCell, type Products } from './curves';

const attributes = [
  { id: 'price', label: 'Price', unit: 'EUR', range: [8, 16] as [number, number], levels: [] },
  { id: 'brand', label: 'Brand', unit: null, range: null, levels: [{ id: 'bolt', label: 'Bolt' }] },
];
const table = (...prices: string[]): Products['products'] =>
  prices.map((price, at) => ({ label: `Phone ${at + 1}`, values: { price, brand: 'bolt' } }));
const productsOf = (products: Products['products'], onChange: Products['onChange'] = () => undefined): Products => ({
  ...{ attributes, products, onChange },
});

describe('the curves of products', () => {
  it('The curve over the price of a product shows its own share, and changes only this price', () => {
    let changed: unknown;
    const products = productsOf(table('9', '12'), (next) => (changed = next));
    const [, second] = curvesOfProducts(products, { targetAgentCount: 100, alternatives: { remove: ['none'] } });
    expect(second).toMatchObject({
      now: 12,
      figureId: 'phone_2',
      parameter: { label: 'Price of Phone 2', unit: 'EUR' },
    });
    const values = curveValues(second!.parameter).map(Number);
    expect([values[0]! < 8, values.at(-1)! > 16]).toEqual([true, true]);
    expect(second!.at(10).adjustments).toMatchObject({
      alternatives: {
        remove: ['none'],
        products: [{ attributes: { price: 9 } }, { id: 'phone_2', attributes: { price: 10, brand: 'bolt' } }],
      },
    });
    second!.set(10.5);
    expect(changed).toEqual(table('9', '10.5'));
  });

  it('The number that a user changes in the table names its curve; levels and added products name none', () => {
    const products = productsOf(table('9', '12'));
    const [first, second] = curvesOfProducts(products, { targetAgentCount: 100 });
    expect(movedCell(products, table('10', '12'))).toBe(first!.parameter.id);
    expect(movedCell(products, table('9', '11'))).toBe(second!.parameter.id);
    expect(movedCell(products, table('9', '12', '12'))).toBeUndefined();
    expect(movedCell(products, table('9', '12'))).toBeUndefined();
  });
});
