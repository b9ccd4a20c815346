/**
 * Reads and changes one line of a spec. The dashboard does not parse YAML: the service does, and a draft has each field in one line.
 */
const linePattern = (field: string) => new RegExp(`^${field}:[ \\t]+(.*)$`, 'm');

/** The text of a field. Undefined if it is not in one line. */
export function fieldOf(spec: string, field: string): string | undefined {
  const value = linePattern(field).exec(spec)?.[1]?.trim();
  if (value === undefined || /^([|>&*!{[]|#|$)/.test(value)) return undefined;
  const double = /^("(?:[^"\\]|\\.)*")\s*(#.*)?$/.exec(value);
  if (double) return parsed(double[1]!);
  const single = /^'((?:[^']|'')*)'\s*(#.*)?$/.exec(value);
  if (single) return single[1]!.replaceAll("''", "'");
  return /^["']/.test(value) ? undefined : value.replace(/\s+#.*$/, '');
}

function parsed(text: string): string | undefined {
  try {
    return JSON.parse(text) as string;
  } catch {
    return undefined;
  }
}

/** The spec with another text of a field that {@link fieldOf} reads. */
export function withField(spec: string, field: string, text: string): string {
  // A JSON text is a YAML text. Others need no quotes and are easier to read.
  const isPlain =
    /^[A-Za-z][\w. ~+|*^()-]*$/.test(text) && text.trim() === text && !/^(yes|no|true|false|null)$/i.test(text);
  return spec.replace(linePattern(field), () => `${field}: ${isPlain ? text : JSON.stringify(text)}`);
}
