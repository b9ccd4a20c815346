import { heardOf, newsSince, positionOf, toEventId } from './event-position.js';

const queued = { attempt: 0, status: 'queued', agentsDone: 0 } as const;
const begun = { attempt: 1, status: 'running', agentsDone: 0 } as const;
const half = { attempt: 1, status: 'running', agentsDone: 500 } as const;
const takenOver = { attempt: 2, status: 'running', agentsDone: 0 } as const;
const completed = { attempt: 2, status: 'completed', agentsDone: 1_000 } as const;

describe('what is told of a simulation', () => {
  it('to who knows nothing: where it stands', () => {
    expect(newsSince(undefined, queued)).toEqual(['state']);
    expect(newsSince(undefined, half)).toEqual(['state', 'progress']);
    expect(newsSince(undefined, completed)).toEqual(['state', 'done']);
  });

  it('to who has heard something: what is newer, and nothing twice', () => {
    expect(newsSince(positionOf(queued), queued)).toEqual([]);
    expect(newsSince(positionOf(queued), begun)).toEqual(['state']);
    expect(newsSince(positionOf(begun), half)).toEqual(['progress']);
    expect(newsSince(positionOf(half), begun)).toEqual([]);
    expect(newsSince(positionOf(half), takenOver)).toEqual(['state']);
    expect(newsSince(positionOf(takenOver), completed)).toEqual(['state', 'done']);
    expect(newsSince(positionOf(completed), completed)).toEqual([]);
  });

  it('goes on from the id of the last event, and anew after an id that it never had', () => {
    for (const row of [queued, half, completed])
      expect(heardOf(toEventId(positionOf(row)), row)).toEqual(positionOf(row));
    for (const id of [undefined, '', 'x', '1-1', '1-1-500-', '-1-1-1', '1-1-1e3', '9-9-999999999']) {
      expect(heardOf(id, half)).toBeUndefined();
    }
    expect(heardOf(toEventId(positionOf(completed)), half)).toBeUndefined();
  });
});
