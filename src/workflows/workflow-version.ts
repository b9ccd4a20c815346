/** Parts of a version such as `1.10.0` as numbers, which sort correctly. */
export function versionParts(version: string): number[] {
  return version.split('.').map(Number);
}
