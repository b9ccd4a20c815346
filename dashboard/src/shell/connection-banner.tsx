import { useQueryClient } from '@tanstack/react-query';
import { Button } from '../components/button';
import { Notice } from '../components/notice';
import { useConnection } from '../session/connection';

/** Shown while the service does not respond. Everything that the user typed stays on the page. */
export function ConnectionBanner() {
  const connection = useConnection();
  const queryClient = useQueryClient();
  if (connection !== 'unreachable') return null;
  return (
    <div className="connection-banner">
      <Notice
        kind="warning"
        title="No connection to the service"
        action={
          <Button size="small" onClick={() => void queryClient.refetchQueries({ type: 'active' })}>
            Try again
          </Button>
        }
      >
        <p>Your input stays on this page. The page updates when the service responds again.</p>
      </Notice>
    </div>
  );
}
