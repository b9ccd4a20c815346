import { CopyButton } from './copy-button';
import './secret-text.css';

/** A key or secret in full, with a button that copies it. */
export function SecretText({ label, text }: { label: string; text: string }) {
  return (
    <div className="secret-text">
      <code aria-label={label} role="textbox" aria-readonly="true" tabIndex={0}>
        {text}
      </code>
      <CopyButton text={text} />
    </div>
  );
}
