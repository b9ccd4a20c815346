// Product of two matrices of 32-bit floats, for the sentence encoder (src/routing/embedding). Compile it with: node tools/engine-kernel/build.mjs

/**
 * y (n × m) = x (n × k) · w (k × m), in blocks of 4 rows and 8 columns: n is a multiple of 4, and m of 8. The numbers of w that a block reads
 * are next to each other: first 8 columns of all rows, then the next 8 columns.
 */
export function multiply(x: usize, n: i32, k: i32, w: usize, m: i32, y: usize): void {
  const xRow: usize = (<usize>k) << 2;
  const row: usize = (<usize>m) << 2;
  for (let j = 0; j < m; j += 8) {
    const panel = w + <usize>j * xRow;
    for (let i = 0; i < n; i += 4) {
      const start = x + <usize>i * xRow;
      let a0 = f32x4.splat(0);
      let a1 = f32x4.splat(0);
      let b0 = f32x4.splat(0);
      let b1 = f32x4.splat(0);
      let c0 = f32x4.splat(0);
      let c1 = f32x4.splat(0);
      let d0 = f32x4.splat(0);
      let d1 = f32x4.splat(0);
      let at = panel;
      for (let p = start, end = start + xRow; p < end; p += 4) {
        const w0 = v128.load(at);
        const w1 = v128.load(at, 16);
        const a = v128.load_splat<f32>(p);
        const b = v128.load_splat<f32>(p + xRow);
        const c = v128.load_splat<f32>(p + 2 * xRow);
        const d = v128.load_splat<f32>(p + 3 * xRow);
        a0 = f32x4.add(a0, f32x4.mul(a, w0));
        a1 = f32x4.add(a1, f32x4.mul(a, w1));
        b0 = f32x4.add(b0, f32x4.mul(b, w0));
        b1 = f32x4.add(b1, f32x4.mul(b, w1));
        c0 = f32x4.add(c0, f32x4.mul(c, w0));
        c1 = f32x4.add(c1, f32x4.mul(c, w1));
        d0 = f32x4.add(d0, f32x4.mul(d, w0));
        d1 = f32x4.add(d1, f32x4.mul(d, w1));
        at += 32;
      }
      let to = y + <usize>i * row + ((<usize>j) << 2);
      v128.store(to, a0);
      v128.store(to, a1, 16);
      to += row;
      v128.store(to, b0);
      v128.store(to, b1, 16);
      to += row;
      v128.store(to, c0);
      v128.store(to, c1, 16);
      to += row;
      v128.store(to, d0);
      v128.store(to, d1, 16);
    }
  }
}
