import { useState } from 'react';
import { Button } from '../../components/button';
import { Dialog } from '../../components/dialog';
import { Notice } from '../../components/notice';
import { SecretText } from '../../components/secret-text';
import type { IssuedApiKey } from './api-key';

/** Shows a new key, once. Closing asks for a confirmation, because the service cannot show the key again. */
export function IssuedKeyDialog({ issued, onClose }: { issued: IssuedApiKey; onClose: () => void }) {
  const [isClosing, setClosing] = useState(false);
  if (isClosing)
    return (
      <Dialog
        open
        onClose={() => setClosing(false)}
        title="Did you store the key?"
        description="The service stores only a hash of the key and cannot show it again."
      >
        <div className="dialog-actions">
          <Button onClick={() => setClosing(false)}>Show the key again</Button>
          <Button look="primary" onClick={onClose}>
            Yes, I stored it
          </Button>
        </div>
      </Dialog>
    );
  return (
    <Dialog open onClose={() => setClosing(true)} title="Copy your new API key">
      <div className="stack">
        <p dir="auto">
          <strong>{issued.name}</strong>, for the {issued.is_test ? 'sandbox' : 'live'} tier
        </p>
        <SecretText label="API key" text={issued.key} />
        <Notice kind="warning" title="This key is shown only once">
          <p>Store it in a password manager or in the secrets of your program. Never put it into source code.</p>
        </Notice>
        <p className="small muted">
          Send it with each request: <code>Authorization: Bearer {issued.start}…</code>
        </p>
      </div>
      <div className="dialog-actions">
        <Button look="primary" onClick={() => setClosing(true)}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}
