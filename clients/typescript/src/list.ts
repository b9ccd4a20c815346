/** A page of a list. */
export interface Page<Item> {
  data: Item[];
  meta: { has_more: boolean; next_cursor: string | null; returned: number };
}

/** A list of the API. `for await` reads all items, page by page. */
export class List<Item> implements AsyncIterable<Item> {
  /** @param read requests the page after a cursor; undefined for the first page */
  constructor(private readonly read: (cursor: string | undefined) => Promise<Page<Item>>) {}

  /** The first page. */
  first(): Promise<Page<Item>> {
    return this.read(undefined);
  }

  /** All pages, one after the other. */
  async *pages(): AsyncGenerator<Page<Item>> {
    for (let cursor: string | undefined; ;) {
      const page = await this.read(cursor);
      yield page;
      if (!page.meta.has_more || page.meta.next_cursor === null) return;
      cursor = page.meta.next_cursor;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item> {
    for await (const { data } of this.pages()) yield* data;
  }

  /** The first items. Default: at most 1,000. */
  async toArray(limit = 1_000): Promise<Item[]> {
    const items: Item[] = [];
    if (limit <= 0) return items;
    for await (const item of this) if (items.push(item) >= limit) break;
    return items;
  }
}
