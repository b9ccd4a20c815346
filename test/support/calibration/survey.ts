import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { calibrationFolder } from '../calibration-folder.js';

export interface Coefficient {
  readonly name: string;
  readonly estimate: number;
  readonly se?: number;
  readonly se_robust?: number;
}

/** A reference fit computed with R. */
export interface ReferenceFit {
  readonly n: number;
  readonly coefficients: readonly Coefficient[];
  readonly loglik: number;
  readonly [more: string]: unknown;
}

export const hasSurvey = (slug: string): boolean => existsSync(join(calibrationFolder, slug));

export function reference<T>(slug: string): T {
  return JSON.parse(readFileSync(join(calibrationFolder, slug, 'fit.json'), 'utf8')) as T;
}

/** A table of text columns that can be read as numbers. */
export class Survey {
  private constructor(private readonly columns: ReadonlyMap<string, readonly string[]>) {}

  static read(slug: string, file = 'data.csv'): Survey {
    const [header, ...lines] = readFileSync(join(calibrationFolder, slug, file), 'utf8')
      .trim()
      .replaceAll('"', '')
      .split('\n');
    const rows = lines.map((line) => line.split(','));
    return new Survey(new Map(header!.split(',').map((name, k) => [name, rows.map((row) => row[k]!)])));
  }

  get rows(): number {
    return this.text('split').length;
  }

  text(column: string): readonly string[] {
    const found = this.columns.get(column);
    if (!found) throw new Error(`no column ${column}`);
    return found;
  }

  /** NaN where the cell is empty. */
  number(column: string): Float64Array {
    return Float64Array.from(this.text(column), (cell) => (cell === '' ? NaN : Number(cell)));
  }

  /** 1 where the column equals one of the values, else 0. */
  indicator(column: string, ...values: string[]): Float64Array {
    return Float64Array.from(this.text(column), (cell) => (values.includes(cell) ? 1 : 0));
  }

  /** The rows for which `keep` returns true. */
  filter(keep: (row: number) => boolean): Survey {
    const selected = Array.from({ length: this.columns.values().next().value!.length }, (_, row) => row).filter(keep);
    return this.selectRows(selected);
  }

  /** The rows with these numbers, in this order. Numbers may repeat. */
  selectRows(rows: ArrayLike<number>): Survey {
    const numbers = Array.from(rows);
    return new Survey(new Map([...this.columns].map(([name, cells]) => [name, numbers.map((row) => cells[row]!)])));
  }

  train(): Survey {
    const split = this.text('split');
    return this.filter((row) => split[row] === 'train');
  }

  test(): Survey {
    const split = this.text('split');
    return this.filter((row) => split[row] === 'test');
  }
}

export const times = (a: Float64Array, b: Float64Array): Float64Array => a.map((value, k) => value * b[k]!);
export const square = (a: Float64Array): Float64Array => times(a, a);
