import { EventReader } from './events.js';

describe('the reader of server-sent events', () => {
  it('Events are complete even if their text arrives in pieces', () => {
    const reader = new EventReader();
    expect(reader.read('retry: 1000\n\nevent: state\nda')).toEqual([]);
    expect(reader.read('ta: {"status":"running"}\n')).toEqual([]);
    expect(reader.read('\n:\n\n')).toEqual([{ event: 'state', data: { status: 'running' } }]);
  });

  it('The last id stays until an event has another one', () => {
    const reader = new EventReader();
    reader.read('event: progress\nid: 1-1-500\ndata: {"agents_done":500}\n\nevent: state\ndata: {}\n\n');
    expect(reader.lastEventId).toBe('1-1-500');
    reader.read('event: progress\nid: 1-1-900\ndata: {}\n\n');
    expect(reader.lastEventId).toBe('1-1-900');
  });

  it('An incomplete event of a lost connection is dropped', () => {
    const reader = new EventReader();
    reader.read('event: progress\ndata: {"agents');
    reader.reset();
    expect(reader.read('event: done\ndata: {"id":1}\n\n')).toEqual([{ event: 'done', data: { id: 1 } }]);
  });
});
