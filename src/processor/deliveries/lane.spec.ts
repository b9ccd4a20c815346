import { Lane } from './lane.js';
import { Room } from './room.js';

describe('a lane', () => {
  it('gets more room with each success, and hardly any once nothing answers', () => {
    const lane = new Lane();
    const first = lane.room(0);
    for (let count = 0; count < 100; count++) lane.succeeded();
    const largest = lane.room(0);
    expect(largest).toBeGreaterThan(first);
    lane.failed(true, 0, 0);
    expect(lane.room(0)).toBe(largest / 2);
    lane.failed(false, 0, 0);
    expect(lane.room(0)).toBe(1);
    for (let count = 0; count < 10; count++) lane.failed(true, 0, 0);
    expect(lane.room(0)).toBe(1);
  });

  it('has no room for what is under way', () => {
    const lane = new Lane();
    lane.underWay = lane.room(0);
    expect(lane.room(0)).toBe(0);
    expect(lane.isIdle(0)).toBe(false);
  });

  it('is left alone for as long as its receiver asks, and remembered so long', () => {
    const lane = new Lane();
    lane.failed(true, 1_000, 500);
    expect([lane.room(1_499), lane.isIdle(1_499)]).toEqual([0, false]);
    expect([lane.room(1_500), lane.isIdle(1_500)]).toEqual([1, true]);
  });
});

describe('the room of a worker', () => {
  it('is never all taken by one organization', () => {
    const room = new Room<string>();
    room.take('a', room.left('a'));
    expect(room.left('a')).toBe(0);
    expect(room.left('b')).toBeGreaterThan(0);
    room.give('a', 1);
    expect(room.left('a')).toBe(1);
  });

  it('is given to those that wait in the order in which they came, each once', () => {
    const room = new Room<number>();
    for (let lane = 0; lane < 6; lane++) room.waitFor(lane);
    const first = room.next();
    expect(first).toEqual([0, 1, 2, 3]);
    room.waitFor(0);
    expect(room.next()).toEqual([4, 5, 0]);
    expect(room.next()).toEqual([]);
  });
});
