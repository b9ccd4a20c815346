export const publicScopes = [
  'simulations:read',
  'simulations:write',
  'case_studies:read',
  'case_studies:write',
  'keys:read',
  'keys:write',
] as const;
export type PublicScope = (typeof publicScopes)[number];

/** Only the operator CLI can grant this scope. */
export const wildcardScope = '*';

export function grants(scopes: readonly string[], needed: PublicScope): boolean {
  return scopes.includes(needed) || scopes.includes(wildcardScope);
}
