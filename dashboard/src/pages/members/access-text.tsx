import { Badge } from '../../components/badge';
import type { Access } from './member';
import './members.css';

/** The role, and the scopes of a member. */
export function AccessText({ access: { role, scopes } }: { access: Access }) {
  return (
    <div className="members-access">
      <Badge kind={role === 'owner' ? 'accent' : 'neutral'}>{role}</Badge>
      {role === 'owner' ? (
        <span className="small muted">All scopes</span>
      ) : (
        <ul>
          {scopes.map((scope) => (
            <li key={scope}>
              <code>{scope}</code>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
