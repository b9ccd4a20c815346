import { type Kernel, maxKernelRows } from '../../kernel/kernel.js';

/** Choices as of `choose`, with the kernel; 255 for agents without an available alternative. */
export function chooseByKernel(
  { choose, choices, ...tables }: Kernel,
  utilities: Float64Array,
  errors: Float64Array,
  available: readonly Uint8Array[],
): Uint8Array {
  const count = available[0]!.length;
  const out = new Uint8Array(count);
  for (let from = 0; from < count; from += maxKernelRows) {
    const rows = Math.min(maxKernelRows, count - from);
    copyUtilities(tables.utilities, utilities, available, from, rows);
    copyColumns(tables.errors, errors, available.length, count, from, rows);
    choose(available.length, rows);
    out.set(choices.subarray(0, rows), from);
  }
  return out;
}

/** Probabilities as of `probabilitiesOf`, with the kernel. */
export function probabilitiesByKernel(
  { probabilities, utilities: table }: Kernel,
  utilities: Float64Array,
  available: readonly Uint8Array[],
): Float64Array {
  const count = available[0]!.length;
  const out = new Float64Array(utilities.length);
  for (let from = 0; from < count; from += maxKernelRows) {
    const rows = Math.min(maxKernelRows, count - from);
    copyUtilities(table, utilities, available, from, rows);
    probabilities(available.length, rows);
    for (let alternative = 0; alternative < available.length; alternative++) {
      const first = alternative * maxKernelRows;
      out.set(table.subarray(first, first + rows), alternative * count + from);
    }
  }
  return out;
}

/** Copies the utilities of some agents, with -Infinity for unavailable alternatives. */
function copyUtilities(
  table: Float64Array,
  utilities: Float64Array,
  available: readonly Uint8Array[],
  from: number,
  rows: number,
): void {
  copyColumns(table, utilities, available.length, available[0]!.length, from, rows);
  available.forEach((isAvailable, alternative) => {
    const first = alternative * maxKernelRows;
    for (let row = 0; row < rows; row++) if (isAvailable[from + row] === 0) table[first + row] = -Infinity;
  });
}

function copyColumns(
  table: Float64Array,
  values: Float64Array,
  columns: number,
  count: number,
  from: number,
  rows: number,
): void {
  for (let column = 0; column < columns; column++) {
    const first = column * count + from;
    table.set(values.subarray(first, first + rows), column * maxKernelRows);
  }
}
