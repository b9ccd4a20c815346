import { Lane } from './lane.js';
import { Capacity } from './capacity.js';

describe('a lane', () => {
  it('gets more room with each success, and hardly any once nothing answers', () => {
    const lane = new Lane();
    const first = lane.capacity();
    for (let count = 0; count < 100; count++) lane.succeeded();
    const largest = lane.capacity();
    expect(largest).toBeGreaterThan(first);
    lane.failed(true);
    expect(lane.capacity()).toBe(largest / 2);
    lane.failed(false);
    expect(lane.capacity()).toBe(1);
    for (let count = 0; count < 10; count++) lane.failed(true);
    expect(lane.capacity()).toBe(1);
  });

  it('has no room for what is under way', () => {
    const lane = new Lane();
    lane.active = lane.capacity();
    expect(lane.capacity()).toBe(0);
    expect(lane.isIdle()).toBe(false);
    lane.active = 0;
    lane.failed(false);
    expect(lane.isIdle()).toBe(true);
  });
});

describe('the room of a worker', () => {
  it('is never all taken by one organization', () => {
    const capacity = new Capacity<string>();
    capacity.acquire('a', capacity.available('a'));
    expect(capacity.available('a')).toBe(0);
    expect(capacity.available('b')).toBeGreaterThan(0);
    capacity.release('a', 1);
    expect(capacity.available('a')).toBe(1);
  });

  it('is given to those that wait in the order in which they came, each once', () => {
    const capacity = new Capacity<number>();
    for (let lane = 0; lane < 6; lane++) capacity.enqueue(lane);
    const first = capacity.dequeue();
    expect(first).toEqual([0, 1, 2, 3]);
    capacity.enqueue(0);
    expect(capacity.dequeue()).toEqual([4, 5, 0]);
    expect(capacity.dequeue()).toEqual([]);
  });
});
