import { factorSchema } from '../../definition/product.schema.js';
import { shapeOf } from './shape.js';

const values = (shape: Parameters<typeof shapeOf>[0]) => [-5, 0, 30, 40, 50, 70].map(shapeOf(shape));

it('The parts of a number sum to the number', () => {
  expect(values({ part: { to: 30 } })).toEqual([-5, 0, 30, 30, 30, 30]);
  expect(values({ part: { from: 30, to: 50 } })).toEqual([0, 0, 0, 10, 20, 20]);
  expect(values({ part: { from: 50 } })).toEqual([0, 0, 0, 0, 0, 20]);
});

it('A part is taken before the scale and the transform', () => {
  expect(values({ part: { from: 30 }, scale: 0.1, transform: 'square' })).toEqual([0, 0, 0, 1, 4, 16]);
});

it.each([{}, { from: 50, to: 30 }, { from: 30, to: 30 }])('The part %j is refused', (part) => {
  expect(factorSchema.safeParse({ attribute: 'age', part }).error?.issues[0]).toMatchObject({
    path: ['part'],
    message: 'needs `from`, `to` or both, with `from` below `to`',
  });
});
