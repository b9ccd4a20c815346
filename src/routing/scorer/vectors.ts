/** Normalizes a vector to length 1; a zero vector stays zero. */
export function unit(vector: ArrayLike<number>): Float64Array {
  const length = Math.sqrt(dot(vector, vector));
  return Float64Array.from(vector, (value) => (length > 0 ? value / length : 0));
}

export function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k]! * b[k]!;
  return sum;
}

/** Vectors of equal length as the rows of a matrix in one array, which is several times faster to multiply. */
export function rowsOf(vectors: readonly ArrayLike<number>[], dimensions: number): Float64Array {
  const rows = new Float64Array(vectors.length * dimensions);
  vectors.forEach((vector, k) => rows.set(vector, k * dimensions));
  return rows;
}

/** The dot product of a vector with each row of a matrix. Four sums let the processor multiply in parallel. */
export function dotsWithRows(rows: Float64Array, vector: Float64Array): Float64Array {
  const size = vector.length;
  const inFours = size - (size % 4);
  const dots = new Float64Array(size === 0 ? 0 : rows.length / size);
  for (let row = 0; row < dots.length; row++) {
    const start = row * size;
    let [a, b, c, d] = [0, 0, 0, 0];
    let k = 0;
    for (; k < inFours; k += 4) {
      a += rows[start + k]! * vector[k]!;
      b += rows[start + k + 1]! * vector[k + 1]!;
      c += rows[start + k + 2]! * vector[k + 2]!;
      d += rows[start + k + 3]! * vector[k + 3]!;
    }
    for (; k < size; k++) a += rows[start + k]! * vector[k]!;
    dots[row] = a + b + c + d;
  }
  return dots;
}
