/** Bytes at the start of a file that are read to suggest the mapping. The service reads the whole file. */
const sampleBytes = 1_000_000;
const delimiters = [',', ';', '\t'];

/** The columns at the start of a CSV file. */
export interface CsvSample {
  header: readonly string[];
  rows: readonly (readonly string[])[];
}

export async function readSample(file: Blob): Promise<CsvSample> {
  const text = await file.slice(0, sampleBytes).text();
  const [header = [], ...rows] = parseCsv(text.replace(/^\uFEFF/, ''));
  // The last row of a long file may be incomplete.
  return { header: header.map((name) => name.trim()), rows: file.size > sampleBytes ? rows.slice(0, -1) : rows };
}

/** Rows of a text with the most frequent separator of its first line. */
export function parseCsv(text: string): string[][] {
  const [first = ''] = text.split('\n', 1);
  const [delimiter = ','] = delimiters.toSorted((a, b) => first.split(b).length - first.split(a).length);
  const rows: string[][] = [[]];
  let value = '';
  let isQuoted = false;
  const endValue = () => {
    rows.at(-1)!.push(value);
    value = '';
  };
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (isQuoted && character === '"' && text[at + 1] === '"') value += text[at++];
    else if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) value += character;
    else if (character === delimiter) endValue();
    else if (character === '\n') {
      endValue();
      rows.push([]);
    } else if (character !== '\r') value += character;
  }
  endValue();
  return rows.filter((row) => row.some((cell) => cell !== ''));
}
