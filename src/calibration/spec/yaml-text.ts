/** A text in a flow of YAML. */
export function scalar(text: string): string {
  const isPlain =
    /^[A-Za-z][A-Za-z0-9_. ~+|-]*$/.test(text) &&
    !/^(yes|no|true|false|on|off|null|y|n)$/i.test(text) &&
    !/[:#]/.test(text) &&
    text.trim() === text;
  return isPlain || /^-?\d+(\.\d+)?$/.test(text) ? text : JSON.stringify(text);
}
