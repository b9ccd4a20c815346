/** Filter of a name that contains a text. Escapes the wildcards of LIKE, which Prisma does not. */
export const containing = (text: string) => ({
  contains: text.replace(/[\\%_]/g, '\\$&'),
  mode: 'insensitive' as const,
});
