/** Characters that `String.fromCharCode` can take as arguments at once. */
const maxArguments = 8_192;

/** Base64 of bytes, without `Buffer`, so that it also works in browsers. */
export function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let start = 0; start < bytes.length; start += maxArguments)
    binary += String.fromCharCode(...bytes.subarray(start, start + maxArguments));
  return btoa(binary);
}

/** Bytes of a base64 text. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let position = 0; position < binary.length; position++) bytes[position] = binary.charCodeAt(position);
  return bytes;
}
