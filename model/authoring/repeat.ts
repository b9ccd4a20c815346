import { SpecError } from './spec-error.js';

/** Repeated entries must not multiply a small document without bounds. */
const maxNodes = 200_000;
const maxCharacters = 10_000_000;
const maxDepth = 50;

/** A map of the document. */
export type Fields = Record<string, unknown>;

/** Values of each name in scope: the key of an item and its properties. */
type Scope = ReadonlyMap<string, { readonly key: string; readonly item: Fields }>;

/** An entry uses a property that its item lacks. */
class MissingProperty extends Error {}

const placeholder = /<([a-z_]+)(?:\.([a-z_]+))?>/g;
const wholePlaceholder = /^<([a-z_]+)(?:\.([a-z_]+))?>$/;
const repetition = /^for ([a-z_]+)(?: \(.*\))?$/;

/**
 * Repeats entries: a key `for fuel` has entries that are repeated for each item of the list `fuel`. `<fuel>` is the key
 * of the item, and `<fuel.label>` one of its properties. A note in parentheses makes keys differ: `for fuel (terms)`. An entry that uses a property that the item lacks is left out.
 *
 * @param lists items by name: a list of keys, or `{ key: { property: value } }`
 * @throws SpecError
 */
export function repeatEntries(document: unknown, lists: unknown): unknown {
  return new Repeater(itemsOf(lists)).value(document, new Map());
}

function itemsOf(lists: unknown): Map<string, [string, Fields][]> {
  if (lists === undefined) return new Map();
  if (!isFields(lists)) throw new SpecError([{ path: 'lists', message: 'must be { name: items }' }]);
  return new Map(
    Object.entries(lists).map(([name, items]) => {
      const path = `lists.${name}`;
      if (Array.isArray(items)) return [name, items.map((key) => [String(key), {}])];
      if (!isFields(items))
        throw new SpecError([{ path, message: 'must be a list of keys, or { key: { property: value } }' }]);
      return [
        name,
        Object.entries(items).map(([key, item]) => {
          if (!isFields(item))
            throw new SpecError([{ path: `${path}.${key}`, message: 'must be { property: value }' }]);
          return [key, item];
        }),
      ];
    }),
  );
}

class Repeater {
  private depth = 0;
  private nodes = 0;
  private characters = 0;
  private readonly properties: ReadonlyMap<string, ReadonlySet<string>>;

  constructor(private readonly lists: ReadonlyMap<string, readonly [string, Fields][]>) {
    this.properties = new Map(
      Array.from(lists, ([name, items]) => [name, new Set(items.flatMap(([, item]) => Object.keys(item)))]),
    );
  }

  value(value: unknown, scope: Scope): unknown {
    if (++this.depth > maxDepth) throw new SpecError([{ path: '', message: `has more than ${maxDepth} levels` }]);
    try {
      return this.within(value, scope);
    } finally {
      this.depth--;
    }
  }

  private within(value: unknown, scope: Scope): unknown {
    if (++this.nodes > maxNodes)
      throw new SpecError([{ path: 'lists', message: `repeat entries to more than ${maxNodes} values` }]);
    if (typeof value === 'string') return this.text(value, scope);
    if (Array.isArray(value)) return value.flatMap((item) => this.listItem(item, scope));
    return isFields(value) ? Object.fromEntries(this.entries(value, scope)) : value;
  }

  private listItem(item: unknown, scope: Scope): unknown[] {
    const [key, ...others] = isFields(item) ? Object.keys(item) : [];
    const name = others.length === 0 ? repetition.exec(key ?? '')?.[1] : undefined;
    if (name === undefined) return [this.value(item, scope)];
    const body = (item as Fields)[key!];
    return this.repeated(name, scope).flatMap((own) =>
      (Array.isArray(body) ? body : [body]).flatMap((one) => withoutMissing(() => this.listItem(one, own))),
    );
  }

  private entries(map: Fields, scope: Scope): [string, unknown][] {
    return Object.entries(map).flatMap(([key, body]) => {
      const name = repetition.exec(key)?.[1];
      if (name === undefined) return [[String(this.text(key, scope)), this.value(body, scope)] as [string, unknown]];
      if (!isFields(body)) throw new SpecError([{ path: key, message: 'must have entries' }]);
      return this.repeated(name, scope).flatMap((own) =>
        Object.entries(body).flatMap((entry) => withoutMissing(() => this.entries(Object.fromEntries([entry]), own))),
      );
    });
  }

  private repeated(name: string, scope: Scope): Scope[] {
    const items = this.lists.get(name);
    if (!items) throw new SpecError([{ path: `for ${name}`, message: `needs the list "${name}" under \`lists\`` }]);
    return items.map(([key, item]) => new Map(scope).set(name, { key, item }));
  }

  private text(text: string, scope: Scope): unknown {
    const whole = wholePlaceholder.exec(text);
    if (whole && this.lists.has(whole[1]!)) return this.placeholder(whole[1]!, whole[2], scope);
    return text.replace(placeholder, (own, name: string, property?: string) => {
      if (!this.lists.has(name)) return own;
      const inserted = String(this.placeholder(name, property, scope));
      this.characters += inserted.length;
      if (this.characters > maxCharacters)
        throw new SpecError([{ path: 'lists', message: `insert more than ${maxCharacters} characters` }]);
      return inserted;
    });
  }

  private placeholder(name: string, property: string | undefined, scope: Scope): unknown {
    const found = scope.get(name);
    const text = property === undefined ? `<${name}>` : `<${name}.${property}>`;
    if (!found) throw new SpecError([{ path: text, message: `must be under \`for ${name}\`` }]);
    if (property === undefined) return found.key;
    if (Object.hasOwn(found.item, property)) return found.item[property];
    if (!this.properties.get(name)!.has(property))
      throw new SpecError([{ path: text, message: `no item of the list "${name}" has "${property}"` }]);
    throw new MissingProperty();
  }
}

function withoutMissing<Result>(work: () => Result[]): Result[] {
  try {
    return work();
  } catch (error) {
    if (error instanceof MissingProperty) return [];
    throw error;
  }
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The map, or an empty one for any other value. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}
