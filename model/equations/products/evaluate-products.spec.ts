import fc from 'fast-check';
import type { ProductProgram } from './compile-products.js';
import { addProduct, addProducts } from './evaluate-products.js';

const count = 17;
const number = fc.double({ min: -1e6, max: 1e6, noNaN: true });
const product = fc.record({ weight: number, factors: fc.array(fc.nat(4), { maxLength: 4 }) });
const columns = fc.array(fc.array(number, { minLength: count, maxLength: count }), { minLength: 5, maxLength: 5 });

describe('addProducts', () => {
  it('Adding products together is bit-identical to adding them one by one', () => {
    fc.assert(
      fc.property(fc.array(product, { maxLength: 14 }), columns, (products, values) => {
        const starts = [0];
        for (const { factors } of products) starts.push(starts.at(-1)! + factors.length);
        const program: ProductProgram = {
          inputs: [],
          weights: Float64Array.from(products, ({ weight }) => weight),
          starts: Int32Array.from(starts),
          factors: Int32Array.from(products.flatMap(({ factors }) => factors)),
        };
        const inputs = values.map((column) => Float64Array.from(column));
        const [together, apart] = [new Float64Array(count + 3), new Float64Array(count + 3)];
        const order = Int32Array.from(products.keys());
        addProducts(program, order, [0, order.length], inputs, together, 3, count);
        for (const k of order) addProduct(program, k, inputs, apart, 3, count);
        expect(together).toEqual(apart);
      }),
    );
  });
});
