/**
 * The token of an `Authorization` header with the scheme Bearer, which any case and any spaces may follow (RFC 9110, 11.4). Undefined for
 * another scheme or a token with spaces.
 */
export const bearerTokenOf = (authorization: string | undefined): string | undefined =>
  /^bearer[ \t]+([^\s]+)$/i.exec(authorization ?? '')?.[1];
