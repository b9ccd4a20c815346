// The navigation and the search of the docs site.

/** The service redirects `/guide/docs` and `/guide/errors` to the API reference (`src/platform/built-files/built-files.ts`). */
export const navigation = [
  { text: 'Guide', link: '/' },
  { text: 'Workflows', link: '/workflows/' },
  { text: 'Errors', link: '/errors', target: '_self' },
  { text: 'API reference', link: '/docs', target: '_self' },
];

/** Lists that contain most words, and would be the first results for many of them. */
const notSearched = /^(operator\/asvs|developer\/(optimizations|mcp-conformance))/;

/** The text of a page that the search finds. Records of decisions are found by their title: guides answer more questions. */
export function searchText(source, env, md) {
  if (notSearched.test(env.relativePath)) return '';
  const isRecord = env.relativePath.startsWith('developer/adr/');
  return md.render(isRecord ? source.split('\n', 1)[0] : source, env);
}
