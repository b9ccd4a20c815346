/** `baseline_share` → `with_share`: what stands for the baseline in a summary is the other simulation in a comparison. */
export type WithOther<T> = { [K in keyof T as K extends `baseline_${infer Rest}` ? `with_${Rest}` : K]: T[K] };

export function withOther<T extends object>(named: T): WithOther<T> {
  const entries = Object.entries(named).map(([name, value]): [string, unknown] => [
    name.replace(/^baseline_/, 'with_'),
    value,
  ]);
  return Object.fromEntries(entries) as WithOther<T>;
}
