/** Eigenvalues, and eigenvectors as columns: `vectors[row * size + k]` belongs to `values[k]`. In no particular order. */
export interface SymmetricEigen {
  readonly values: Float64Array;
  readonly vectors: Float64Array;
}

const SWEEPS = 60;

/**
 * All eigenvalues and eigenvectors of a symmetric matrix, by cyclic Jacobi rotations.
 * Source: Golub and Van Loan, "Matrix computations", section 8.5.
 *
 * @param matrix size × size by rows; left as it is
 */
export function symmetricEigen(matrix: Float64Array, size: number): SymmetricEigen {
  const a = matrix.slice();
  const vectors = new Float64Array(size * size);
  for (let k = 0; k < size; k++) vectors[k * size + k] = 1;
  for (let sweep = 0; sweep < SWEEPS && offDiagonal(a, size) > 1e-26; sweep++) {
    for (let p = 0; p < size - 1; p++) {
      for (let q = p + 1; q < size; q++) rotate(a, vectors, size, p, q);
    }
  }
  return { values: Float64Array.from({ length: size }, (_, k) => a[k * size + k]!), vectors };
}

function offDiagonal(a: Float64Array, size: number): number {
  let sum = 0;
  for (let p = 0; p < size; p++) for (let q = 0; q < p; q++) sum += a[p * size + q]! ** 2;
  return sum;
}

/** Turns the plane of p and q so that a[p, q] becomes 0. */
function rotate(a: Float64Array, vectors: Float64Array, size: number, p: number, q: number): void {
  const apq = a[p * size + q]!;
  if (apq === 0) return;
  const ratio = (a[q * size + q]! - a[p * size + p]!) / (2 * apq);
  const tangent = (ratio < 0 ? -1 : 1) / (Math.abs(ratio) + Math.sqrt(1 + ratio * ratio));
  const cosine = 1 / Math.sqrt(1 + tangent * tangent);
  const sine = tangent * cosine;
  const turn = (m: Float64Array, first: number, second: number) => {
    const [x, y] = [m[first]!, m[second]!];
    m[first] = cosine * x - sine * y;
    m[second] = sine * x + cosine * y;
  };
  for (let k = 0; k < size; k++) turn(a, k * size + p, k * size + q);
  for (let k = 0; k < size; k++) turn(a, p * size + k, q * size + k);
  for (let k = 0; k < size; k++) turn(vectors, k * size + p, k * size + q);
}
