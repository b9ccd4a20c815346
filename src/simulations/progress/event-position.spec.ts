import { parseEventId, eventsSince, positionOf, toEventId } from './event-stream.js';

const queued = { attempt: 0, status: 'queued', agentsDone: 0 } as const;
const started = { attempt: 1, status: 'running', agentsDone: 0 } as const;
const half = { attempt: 1, status: 'running', agentsDone: 500 } as const;
const takenOver = { attempt: 2, status: 'running', agentsDone: 0 } as const;
const completed = { attempt: 2, status: 'completed', agentsDone: 1_000 } as const;

describe('event positions', () => {
  it('A new client receives the current state of the simulation', () => {
    expect(eventsSince(undefined, queued)).toEqual(['state']);
    expect(eventsSince(undefined, half)).toEqual(['state', 'progress']);
    expect(eventsSince(undefined, completed)).toEqual(['state', 'done']);
  });

  it('A client that reconnects receives only newer events, and no event twice', () => {
    expect(eventsSince(positionOf(queued), queued)).toEqual([]);
    expect(eventsSince(positionOf(queued), started)).toEqual(['state']);
    expect(eventsSince(positionOf(started), half)).toEqual(['progress']);
    expect(eventsSince(positionOf(half), started)).toEqual([]);
    expect(eventsSince(positionOf(half), takenOver)).toEqual(['state']);
    expect(eventsSince(positionOf(takenOver), completed)).toEqual(['state', 'done']);
    expect(eventsSince(positionOf(completed), completed)).toEqual([]);
  });

  it('A stream resumes after the id of the last event, and starts over after an unknown id', () => {
    for (const row of [queued, half, completed])
      expect(parseEventId(toEventId(positionOf(row)), row)).toEqual(positionOf(row));
    for (const id of [undefined, '', 'x', '1-1', '1-1-500-', '-1-1-1', '1-1-1e3', '9-9-999999999']) {
      expect(parseEventId(id, half)).toBeUndefined();
    }
    expect(parseEventId(toEventId(positionOf(completed)), half)).toBeUndefined();
  });
});
