/** g'·V·g. Four rows at a time, because the sum of one row waits for each addition. */
export function quadraticForm(gradient: Float64Array, matrix: Float64Array): number {
  const size = gradient.length;
  const ends = size - (size % 4);
  let sum = 0;
  for (let i = 0; i < ends; i += 4) {
    const [first, second, third, fourth] = [i * size, (i + 1) * size, (i + 2) * size, (i + 3) * size];
    let [a, b, c, d] = [0, 0, 0, 0];
    for (let j = 0; j < size; j++) {
      const factor = gradient[j]!;
      a += matrix[first + j]! * factor;
      b += matrix[second + j]! * factor;
      c += matrix[third + j]! * factor;
      d += matrix[fourth + j]! * factor;
    }
    sum = sum + gradient[i]! * a + gradient[i + 1]! * b + gradient[i + 2]! * c + gradient[i + 3]! * d;
  }
  for (let i = ends; i < size; i++) {
    let line = 0;
    for (let j = 0; j < size; j++) line += matrix[i * size + j]! * gradient[j]!;
    sum += gradient[i]! * line;
  }
  return sum;
}
