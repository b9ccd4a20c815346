import type { Scope } from '../session/session';
import './scope-list.css';

export const scopeWords: Readonly<Record<Scope, string>> = {
  'simulations:read': 'Read simulations, results and transcripts',
  'simulations:write': 'Create and cancel simulations; manage webhooks',
  'case_studies:read': 'Read workflows and their evidence',
  'case_studies:write': 'Publish and deprecate workflows',
  'keys:read': 'List API keys and read the audit log',
  'keys:write': 'Create, rotate and revoke API keys',
};

/** What scopes permit, with their names in the API. */
export function ScopeList({ scopes }: { scopes: readonly (Scope | '*')[] }) {
  return (
    <ul className="scope-list">
      {scopes.map((scope) => (
        <li key={scope}>
          {scope === '*' ? 'Everything' : scopeWords[scope]} <code>{scope}</code>
        </li>
      ))}
    </ul>
  );
}
