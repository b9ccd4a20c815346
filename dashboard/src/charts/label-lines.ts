const maxLines = 2;

/** Breaks a label between words into at most two lines, and shortens what does not fit. */
export function labelLines(label: string, maxCharacters: number): string[] {
  const lines: string[] = [];
  let rest = [...label.trim()];
  while (rest.length > 0 && lines.length < maxLines) {
    const isLast = lines.length === maxLines - 1;
    if (rest.length <= maxCharacters) {
      lines.push(rest.join(''));
      break;
    }
    const space = rest.slice(0, maxCharacters + 1).lastIndexOf(' ');
    const end = space > 0 && !isLast ? space : maxCharacters - 1;
    lines.push(`${rest.slice(0, end).join('').trimEnd()}${isLast || space <= 0 ? '…' : ''}`);
    if (space <= 0) break;
    rest = rest.slice(end + 1);
  }
  return lines;
}
