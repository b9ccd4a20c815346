import type { ExecutionContext } from '@nestjs/common';
import { perRoute } from './documented.decorators.js';

class First {}
class Second {}
const handler = () => undefined;

const contextOf = (controller: object, handler: object) =>
  ({ getClass: () => controller, getHandler: () => handler }) as unknown as ExecutionContext;

describe('perRoute', () => {
  it('A property of a route is read once, and separately for controllers that share a method', () => {
    const reads: object[] = [];
    const nameOf = perRoute((context) => {
      reads.push(context.getClass());
      return context.getClass().name;
    });
    for (let request = 0; request < 2; request += 1) {
      expect(nameOf(contextOf(First, handler))).toBe('First');
      expect(nameOf(contextOf(Second, handler))).toBe('Second');
    }
    expect(reads).toEqual([First, Second]);
  });

  it('A property that is undefined is read once too', () => {
    let reads = 0;
    const nothing = perRoute(() => void (reads += 1));
    const context = contextOf(First, handler);
    expect([nothing(context), nothing(context), reads]).toEqual([undefined, undefined, 1]);
  });
});
