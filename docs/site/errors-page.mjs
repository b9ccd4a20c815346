// The page of the error codes. Pure: the same codes give the same text.

/** Markdown with a heading for each code, so that links and the search find it. */
export function errorsPage(codes, isRetryable) {
  const sections = codes.map(([code, { status, message, meta = {} }]) => {
    const fields = Object.entries(meta).map(([name, schema]) => {
      const { description } = schema.meta() ?? {};
      return `- \`meta.${name}\`${description ? `: ${description.replaceAll('\n', ' ')}` : ''}`;
    });
    const text = `Status ${status}, ${isRetryable(code) ? 'retry' : 'no retry'}. ${message}`;
    return [`## ${code}`, text, ...(fields.length > 0 ? [fields.join('\n')] : [])].join('\n\n');
  });
  return `# Errors

The field \`error\` of a response is one of these codes. Codes never change, messages can. After an error with retry, send
the same request again after the seconds of the header \`Retry-After\`, with the same \`Idempotency-Key\`.

${sections.join('\n\n')}
`;
}
