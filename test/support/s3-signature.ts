import { createHash, createHmac } from 'node:crypto';

const uriEncoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

export interface SignedRequest {
  method: string;
  /** Path and query, as sent. */
  url: string;
  headers: Record<string, string | string[] | undefined>;
}

/**
 * Checks the `Authorization` header, as the storage does. Written from the description of Signature Version 4 for S3, without the code
 * that signs: https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
export function hasValidSignature({ method, url, headers }: SignedRequest, secret: string): boolean {
  const [, scope = '', names = '', signature] =
    /Credential=[^/]+\/([^,]+),\s*SignedHeaders=([^,]+),\s*Signature=(\w+)/.exec(String(headers.authorization)) ?? [];
  const [path = '', query = ''] = url.split(/\?(.*)/s);
  const parameters = query === '' ? [] : query.split('&').map((pair) => pair.split(/=(.*)/s));
  const canonicalRequest = [
    method,
    path.split('/').map(decodeURIComponent).map(uriEncoded).join('/'),
    parameters
      .map(([name = '', value = '']) => [name, value].map(decodeURIComponent).map(uriEncoded).join('='))
      .sort()
      .join('&'),
    ...names.split(';').map((name) => `${name}:${String(headers[name]).trim().replace(/\s+/g, ' ')}`),
    '',
    names,
    headers['x-amz-content-sha256'],
  ].join('\n');
  const stringToSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonicalRequest)].join('\n');
  const key = scope.split('/').reduce<string | Buffer>((parent, part) => hmac(parent, part), `AWS4${secret}`);
  return hmac(key, stringToSign).toString('hex') === signature;
}
