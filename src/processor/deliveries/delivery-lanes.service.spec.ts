import { Lane, Capacity } from './delivery-lanes.service.js';

describe('Lane', () => {
  it('The window of a lane grows with each success and shrinks to one attempt if the receiver does not respond', () => {
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

  it('Active attempts reduce the capacity of a lane', () => {
    const lane = new Lane();
    lane.active = lane.capacity();
    expect(lane.capacity()).toBe(0);
    expect(lane.isIdle()).toBe(false);
    lane.active = 0;
    lane.failed(false);
    expect(lane.isIdle()).toBe(true);
  });
});

describe('Capacity', () => {
  it('One organization can never use the whole capacity of a worker', () => {
    const capacity = new Capacity<string>();
    capacity.acquire('a', capacity.available('a'));
    expect(capacity.available('a')).toBe(0);
    expect(capacity.available('b')).toBeGreaterThan(0);
    capacity.release('a', 1);
    expect(capacity.available('a')).toBe(1);
  });

  it('Waiting lanes are woken once each, in the order of arrival', () => {
    const capacity = new Capacity<number>();
    for (let lane = 0; lane < 6; lane++) capacity.enqueue(lane);
    const first = capacity.dequeue();
    expect(first).toEqual([0, 1, 2, 3]);
    capacity.enqueue(0);
    expect(capacity.dequeue()).toEqual([4, 5, 0]);
    expect(capacity.dequeue()).toEqual([]);
  });
});
