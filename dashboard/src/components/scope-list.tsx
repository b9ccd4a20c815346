import type { Scope } from '../session/session';
import { scopeWords } from '../session/scope-words';
import './scope-list.css';

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
