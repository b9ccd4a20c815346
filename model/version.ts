/** Version in every manifest. Equal inputs can give different numbers under different versions. */
export const ENGINE_VERSION = '2.4.0';
