import { LineCounter, parseDocument } from 'yaml';
import { SpecError } from './spec-error.js';
import { type Spec, specSchema } from './spec.schema.js';
import { suggestionFor } from './names.js';

/** A spec has 10 to 300 lines. */
export const maxSpecCharacters = 500_000;

/**
 * Reads a document in YAML or JSON.
 *
 * @throws SpecError with the line of every problem
 */
export function parseYaml(text: string): unknown {
  if (text.length > maxSpecCharacters)
    throw new SpecError([{ path: '', message: `has more than ${maxSpecCharacters} characters` }]);
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    uniqueKeys: true,
    prettyErrors: false,
    logLevel: 'silent',
  });
  if (document.errors.length > 0)
    throw new SpecError(
      document.errors.slice(0, 20).map(({ message, pos: [start] }) => ({
        path: `line ${lines.linePos(start).line}`,
        message: `is not valid YAML: ${message.split('\n')[0]}`,
      })),
    );
  try {
    return document.toJS({ maxAliasCount: 100 }) as unknown;
  } catch {
    throw new SpecError([{ path: '', message: 'has too many references (&, *): write the values out' }]);
  }
}

/** Reads a short spec in YAML or JSON. @throws SpecError */
export function parseSpec(text: string): Spec {
  return checkSpec(parseYaml(text));
}

/** Checks a parsed spec. @throws SpecError */
export function checkSpec(value: unknown): Spec {
  if (typeof value === 'object' && value !== null && 'workflow_id' in value && 'decision' in value)
    throw new SpecError([
      {
        path: '',
        message:
          'is a definition, not a spec: publish it with POST /v1/case-studies and the body { "definition": … }, or write a spec with a title and a formula',
      },
    ]);
  const parsed = specSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.flatMap((issue) => {
    const path = issue.path.map(String).join('.');
    if (issue.code !== 'unrecognized_keys') return [{ path, message: issue.message }];
    return issue.keys.map((key) => ({
      path,
      message: `"${key}" is not a field${issue.path.length === 0 ? suggestionFor(key, Object.keys(specSchema.shape)) : ''}`,
    }));
  });
  throw new SpecError(issues);
}
