import { writeJson } from '../http/json-text.js';
import { CursorCodec } from './cursor.js';
import { toPage } from './page.js';

const cursors = new CursorCodec(Buffer.alloc(32, 1));
const list = 'list';
function page(sizes: number[], limit: number, character = 'x') {
  const rows = sizes.map((size, k) => ({
    id: `row_${k}`,
    createdAt: new Date(1_000 - k),
    text: character.repeat(size),
  }));
  const { data, extras } = toPage(rows, { limit, list, cursors, toRecord: ({ id, text }) => ({ id, text }) });
  const sent = JSON.parse(writeJson(data)) as typeof data;
  return { data: sent, meta: extras.meta as { has_more: boolean; returned: number; next_cursor: string | null } };
}

describe('a page of a list', () => {
  it('A page with small records has as many as requested', () => {
    const { data, meta } = page([1, 1, 1], 2);
    expect(data.map(({ id }) => id)).toEqual(['row_0', 'row_1']);
    expect(meta).toMatchObject({ has_more: true, returned: 2 });
    expect(page([1, 1], 2).meta).toEqual({ has_more: false, returned: 2, next_cursor: null });
  });

  it('A page ends before the record with which it would exceed 4 MB, and its cursor continues there', () => {
    const { data, meta } = page([1_500_000, 1_500_000, 1_500_000], 3);
    expect(data.map(({ id }) => id)).toEqual(['row_0', 'row_1']);
    expect(meta).toMatchObject({ has_more: true, returned: 2 });
    expect(cursors.decode(list, meta.next_cursor!).id).toBe('row_1');
  });

  it('A record that alone exceeds 4 MB is a page of its own, so that a client can read past it', () => {
    expect(page([5_000_000, 1], 2).meta).toMatchObject({ has_more: true, returned: 1 });
    expect(page([5_000_000], 2).meta).toMatchObject({ has_more: false, returned: 1 });
  });

  it('Characters count with their bytes', () => {
    const { meta } = page([500_000, 500_000, 500_000], 3, '日');
    expect(meta).toMatchObject({ has_more: true, returned: 2 });
  });
});
