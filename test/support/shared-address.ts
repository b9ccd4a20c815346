/** The address of a resource that all tests share. `start-service.ts` starts it with the first request, and stops it. */
export async function sharedAddress(of: 'BROWSER' | 'SIGN_IN' | 'EMBEDDINGS'): Promise<string> {
  const response = await fetch(process.env[`SVC_TEST_${of}_URL`] ?? '');
  const text = await response.text();
  if (!response.ok) throw new Error(`it did not start: ${text}`);
  return text;
}
