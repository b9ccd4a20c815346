import type { ReactNode } from 'react';
import { isApiFailure } from '../api/client';
import { ErrorNotice } from './notice';

/** Shows the problems that belong to no other field, with their paths. */
export const anyField = '*';

export interface FormErrors {
  /** The problems of one field, by its path in the request body. */
  at: (field: string) => string | undefined;
  /** Whether each problem belongs to a field of the form. */
  areAllShown: boolean;
  /** Every problem that belongs to no field of the form. */
  notice: ReactNode;
}

/**
 * Splits a failure into the problems of the form's fields and the rest. A problem belongs to the field with its path, or to the nearest one
 * above it: `where.sex` to `where`. All others belong to the field {@link anyField} if the form has it.
 * @param fields paths of the fields that the form shows
 * @param codes error codes that belong to one field, with a text for the interface
 */
export function formErrors(
  error: unknown,
  fields: readonly string[],
  codes: Readonly<Record<string, { field: string; text: string }>> = {},
): FormErrors {
  const code = isApiFailure(error) ? codes[error.code] : undefined;
  if (code) return { at: (field) => (field === code.field ? code.text : undefined), areAllShown: true, notice: null };
  const issues = (isApiFailure(error) && error.meta.issues) || [];
  // The first problem of a value: the others often follow from it.
  const first = issues.filter(({ path }, index) => issues.findIndex((one) => one.path === path) === index);
  const shown = first.map(({ path, message }) => {
    const field = fieldOf(path, fields);
    return { field, text: field === anyField && path !== '' ? `${path}: ${sentence(message)}` : sentence(message) };
  });
  const areAllShown = shown.length > 0 && shown.every(({ field }) => field !== undefined);
  return {
    at: (field) => {
      const texts = shown.filter((each) => each.field === field).map(({ text }) => text);
      return texts.length > 0 ? [...new Set(texts)].join(field === anyField ? '\n' : ' ') : undefined;
    },
    areAllShown,
    notice: error && !areAllShown ? <ErrorNotice error={error} /> : null,
  };
}

/** The longest path that contains the problem. */
function fieldOf(path: string, fields: readonly string[]): string | undefined {
  const above = fields.filter((field) => path === field || path.startsWith(`${field}.`));
  return above.sort((a, b) => b.length - a.length)[0] ?? fields.find((field) => field === anyField);
}

/** The API's messages continue the name of the field: "must have at least 10 characters". Only programs need the names of fields. */
function sentence(message: string): string {
  const text = message.replaceAll('`', '');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.?!]$/.test(text) ? '' : '.'}`;
}
