import { EigenvalueDecomposition, Matrix } from 'ml-matrix';

/** Eigenvalues, and eigenvectors as columns: `vectors[row * size + k]` belongs to `values[k]`. */
export interface SymmetricEigen {
  readonly values: Float64Array;
  readonly vectors: Float64Array;
}

/**
 * All eigenvalues and eigenvectors of a symmetric matrix.
 *
 * @param matrix size × size, row-major order; not changed
 */
export function symmetricEigen(matrix: Float64Array, size: number): SymmetricEigen {
  const eigen = new EigenvalueDecomposition(Matrix.from1DArray(size, size, matrix), { assumeSymmetric: true });
  return {
    values: Float64Array.from(eigen.realEigenvalues),
    vectors: Float64Array.from(eigen.eigenvectorMatrix.to1DArray()),
  };
}
