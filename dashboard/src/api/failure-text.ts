/**
 * Returns the message of an error without what only programs can use: fields of the response and routes of the API. The pages show the
 * fields themselves.
 */
export function failureText(message: string): string {
  const sentences = message
    .replaceAll(/\s*\(`meta\.[^)]*\)/g, '')
    .split(/(?<=\.)\s+/)
    .filter((sentence) => !/`meta\.|\b(GET|POST|PATCH|DELETE) \/v1/.test(sentence));
  return sentences.join(' ') || 'The service rejected the request.';
}
