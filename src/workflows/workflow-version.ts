/** `1.10.0` as numbers, which sort as versions do and as text does not. */
export function versionParts(version: string): number[] {
  return version.split('.').map(Number);
}
