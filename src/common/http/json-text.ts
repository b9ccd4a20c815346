import { randomUUID } from 'node:crypto';

/** Marks the place of a text in JSON. No value of a caller can contain it. */
const place = `json-text-${randomUUID()}`;
const quotedPlace = JSON.stringify(place);

/** The texts of the value that is being written, in their order. */
let found: string[] | undefined;

class JsonText {
  constructor(readonly text: string) {}

  /** `JSON.stringify` of other code writes the value. */
  toJSON(): unknown {
    if (!found) return JSON.parse(this.text);
    found.push(this.text);
    return place;
  }
}

/**
 * Returns a value of a response that is JSON already, such as a column of the database. The response contains the text as it is: to parse a
 * large one and write it again would delay other requests. Only {@link writeJson} reads it, whatever its type is.
 */
export function jsonText<Value>(text: string): Value {
  return new JsonText(text) as Value;
}

/** Returns an object whose last fields are JSON already: those of another object, which has at least one. */
export function withTextFields<Value extends object>(fields: object, text: string): Value {
  return jsonText(`${JSON.stringify(fields).slice(0, -1)},${text.slice(1)}`);
}

/** Returns a function that writes the value of an object once, while the object is in memory, and returns it as {@link jsonText}. */
export function jsonTextPer<Key extends object, Value>(valueOf: (key: Key) => Value): (key: Key) => Value {
  const texts = new WeakMap<Key, Value>();
  return (key) => {
    const known = texts.get(key) ?? jsonText<Value>(JSON.stringify(valueOf(key)));
    texts.set(key, known);
    return known;
  };
}

/** Like `JSON.stringify`, with the texts of {@link jsonText} at any place in the value. */
export function writeJson(value: unknown): string {
  found = [];
  try {
    const json = JSON.stringify(value);
    if (found.length === 0) return json;
    const [start = '', ...others] = json.split(quotedPlace);
    return start + others.map((other, k) => found![k]! + other).join('');
  } finally {
    found = undefined;
  }
}
