/** Addresses below `/guide` that are pages of the API reference: the links of the guide get its prefix. */
export const guideRedirects: Readonly<Record<string, string>> = {
  '/docs': '/docs',
  '/errors': '/docs/errors',
};
