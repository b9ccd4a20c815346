import { gunzipSync } from 'node:zlib';
import type { Table } from '../../../model/fitting/rows/table.js';
import { SharedTexts } from '../../common/texts.js';
import { contentLimits } from './pack-table.js';

const lineFeed = 10;

/** Reads the compressed cells of a dataset as texts by column. Missing values are empty. */
export function datasetTable(content: Uint8Array): Table {
  const json = gunzipSync(content, { maxOutputLength: contentLimits.textBytes });
  const columns = new Map<string, string[]>();
  let units: Map<string, string> | undefined;
  let lines: Int32Array | undefined;
  for (let from = 0; from < json.length;) {
    const to = json.indexOf(lineFeed, from);
    // One column at a time: its texts are shared before the next one is parsed.
    const values: unknown = JSON.parse(json.toString('utf8', from, to));
    if (lines === undefined) lines = linesOf(values as number[]);
    else if (!Array.isArray(values)) units = new Map((values as { units: [string, string][] }).units);
    else {
      const [name, ...texts] = values as [string, ...string[]];
      const shared = new SharedTexts();
      for (const [row, text] of texts.entries()) texts[row] = shared.add(text);
      columns.set(name, texts);
    }
    from = to + 1;
  }
  return { lines: lines ?? new Int32Array(), columns, ...(units && { units }) };
}

function linesOf(differences: readonly number[]): Int32Array {
  let line = 0;
  return Int32Array.from(differences, (difference) => (line += difference));
}
