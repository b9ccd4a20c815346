import { Lane } from './lane.js';
import { Room } from './room.js';

describe('a lane', () => {
  it('gets more room with each success, and hardly any once nothing answers', () => {
    const lane = new Lane();
    const first = lane.room();
    for (let count = 0; count < 100; count++) lane.succeeded();
    const largest = lane.room();
    expect(largest).toBeGreaterThan(first);
    lane.failed(true);
    expect(lane.room()).toBe(largest / 2);
    lane.failed(false);
    expect(lane.room()).toBe(1);
    for (let count = 0; count < 10; count++) lane.failed(true);
    expect(lane.room()).toBe(1);
  });

  it('has no room for what is under way', () => {
    const lane = new Lane();
    lane.active = lane.room();
    expect(lane.room()).toBe(0);
    expect(lane.isIdle()).toBe(false);
    lane.active = 0;
    lane.failed(false);
    expect(lane.isIdle()).toBe(true);
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
