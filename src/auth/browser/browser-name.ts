/** Order matters: browsers name others for compatibility. */
const browsers: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: [RegExp, string][] = [
  [/\b(iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];
const maxCharacters = 300;

/** Such as `Firefox on Linux`. Only known names, because the client chooses the text of its `User-Agent` header. */
export function browserName(userAgent = ''): string {
  const text = userAgent.slice(0, maxCharacters);
  const nameIn = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(text))?.[1];
  return `${nameIn(browsers) ?? 'Another program'} on ${nameIn(systems) ?? 'another system'}`;
}
