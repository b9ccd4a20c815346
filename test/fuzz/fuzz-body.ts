import fc from 'fast-check';
import { hostileText, hostileValue, malformed } from './hostile-values.js';

export const rarely = <T>(usual: fc.Arbitrary<T>, other: fc.Arbitrary<T>, oneIn = 10) =>
  fc.oneof({ weight: oneIn - 1, arbitrary: usual }, { weight: 1, arbitrary: other });

/** A body with this value, with malformed JSON, or without content. */
export function bodyOf(value: fc.Arbitrary<unknown>): fc.Arbitrary<Buffer | undefined> {
  const text = rarely(fc.oneof(value, value, mutated(value)), hostileValue, 20).map((it) => JSON.stringify(it));
  return fc.oneof(
    { weight: 8, arbitrary: text.map((it) => Buffer.from(it)) },
    { weight: 2, arbitrary: text.chain(malformed) },
    { weight: 1, arbitrary: fc.constant(undefined) },
  );
}

/** The example of a file, also with another part in the middle, or any bytes. */
export function fileOf(example: string): fc.Arbitrary<Buffer> {
  const bytes = fc.uint8Array({ maxLength: 200 }).map((it) => Buffer.from(it));
  const changed = fc
    .tuple(
      fc.nat({ max: example.length }),
      fc.oneof(
        hostileText.map((it) => Buffer.from(it)),
        bytes,
      ),
    )
    .map(([at, part]) => Buffer.concat([Buffer.from(example.slice(0, at)), part, Buffer.from(example.slice(at))]));
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant(Buffer.from(example)) },
    { weight: 2, arbitrary: changed },
    bytes,
  );
}

/** Changes, removes or adds one field. */
function mutated(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc
    .tuple(value, fc.nat(), hostileValue, hostileText, fc.nat({ max: 2 }))
    .map(([whole, index, other, name, kind]) => {
      if (typeof whole !== 'object' || whole === null || Array.isArray(whole)) return other;
      const names = Object.keys(whole);
      const chosen = names[index % Math.max(1, names.length)] ?? name;
      if (kind === 0) return { ...whole, [chosen]: other };
      if (kind === 1) return { ...whole, [name]: other };
      return Object.fromEntries(Object.entries(whole).filter(([key]) => key !== chosen));
    });
}
