/** Version of the package, as in `package.json`. */
export const version = '1.2.0';
