import type { ReactNode } from 'react';
import { isApiFailure } from '../api/api-failure';
import { ErrorNotice } from './notice';

interface FormErrors {
  /** The problem of one field, by its path in the request body. */
  at: (field: string) => string | undefined;
  /** Every problem that belongs to no field of the form. */
  notice: ReactNode;
}

/**
 * Splits a failure into the problems of the form's fields and the rest.
 * @param fields paths of the fields that the form shows
 * @param codes error codes that belong to one field, with a text for the interface
 */
export function formErrors(
  error: unknown,
  fields: readonly string[],
  codes: Readonly<Record<string, { field: string; text: string }>> = {},
): FormErrors {
  const code = isApiFailure(error) ? codes[error.code] : undefined;
  if (code) return { at: (field) => (field === code.field ? code.text : undefined), notice: null };
  const issues = (isApiFailure(error) && error.meta.issues) || [];
  const areAllShown = issues.length > 0 && issues.every(({ path }) => fields.includes(path));
  return {
    at: (field) => sentence(issues.find(({ path }) => path === field && fields.includes(path))?.message),
    notice: error && !areAllShown ? <ErrorNotice error={error} /> : null,
  };
}

/** The API's messages continue the name of the field: "must have at least 10 characters". */
function sentence(message: string | undefined): string | undefined {
  return message && `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
}
