import { type ButtonHTMLAttributes, Children, type ReactNode, useEffect, useState } from 'react';
import { Link, type LinkProps } from 'react-router';
import { errorText } from '../../../clients/typescript/src/error-text.js';
import { type ApiFailure, isApiFailure } from '../api/client';

interface NoticeProps {
  kind?: 'info' | 'warning' | 'bad';
  title?: ReactNode;
  /** A text is one paragraph. */
  children?: ReactNode;
  action?: ReactNode;
}

/** A text as a paragraph; other content as it is. */
export function Paragraph({ children }: { children: ReactNode }) {
  const parts = Children.toArray(children);
  return parts.length > 0 && parts.every((child) => typeof child !== 'object') ? <p>{children}</p> : children;
}

export function Notice({ kind = 'info', title, children, action }: NoticeProps) {
  return (
    <div className={`notice notice-${kind}`} role={kind === 'bad' ? 'alert' : 'status'}>
      <div>
        {title && (
          <p>
            <strong>{title}</strong>
          </p>
        )}
        <Paragraph>{children}</Paragraph>
      </div>
      {action}
    </div>
  );
}

const maxMessages = 10;

export function Warnings({ title, messages }: { title: string; messages: readonly { message: string }[] }) {
  if (messages.length === 0) return null;
  const further = messages.length - maxMessages;
  return (
    <Notice kind="warning" title={title}>
      <ul className="text-list">
        {messages.slice(0, maxMessages).map(({ message }) => (
          <li key={message} dir="auto">
            {message}
          </li>
        ))}
        {further > 0 && <li>and {further} more</li>}
      </ul>
    </Notice>
  );
}

function waitText(seconds: number): string {
  if (seconds < 90) return `${seconds} seconds`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} minutes`;
  return seconds < 129_600 ? `${Math.round(seconds / 3600)} hours` : `${Math.round(seconds / 86_400)} days`;
}

function Advice({ failure }: { failure: ApiFailure }) {
  if (failure.code === 'insufficient_quota')
    return (
      <p>
        Your input is kept. See <Link to="/usage">what the plan includes</Link> and when the quota renews.
      </p>
    );
  if (failure.code === 'insufficient_scope')
    return (
      <p>
        Needed: <code>{String(failure.meta['required_scope'])}</code>. See the <Link to="/members">owners</Link>.
      </p>
    );
  if (failure.meta['cause'] === 'email_unverified')
    return <p>The notice at the top of the page sends the link again.</p>;
  if (failure.retryAfterSeconds !== undefined) return <p>Try again in {waitText(failure.retryAfterSeconds)}.</p>;
  return null;
}

type Words = typeof import('./error-words').default;
let loaded: Words | undefined;

/** Words for the code of an error. Until they are loaded, and without a connection, the message of the API is shown. */
function useWords(code: string | undefined) {
  const [words, setWords] = useState(loaded);
  useEffect(() => {
    if (code !== undefined && code !== 'unreachable')
      import('./error-words').then(({ default: all }) => setWords((loaded = all))).catch(() => undefined);
  }, [code]);
  if (code === 'unreachable') return { title: 'No connection to the service' };
  return code === undefined ? undefined : words?.[code];
}

/** Shows any failure: what happened, what to do, and the request id for support. */
export function ErrorNotice({ error, onRetry }: { error: unknown; onRetry?: (() => void) | undefined }) {
  const words = useWords(isApiFailure(error) ? error.code : undefined);
  if (!isApiFailure(error)) {
    return (
      <Notice kind="bad" title="This page has a problem">
        Reload the page. If the problem remains, report it.
      </Notice>
    );
  }
  return (
    <Notice
      kind="bad"
      title={words?.title}
      action={
        onRetry && (
          <Button size="small" onClick={onRetry}>
            Try again
          </Button>
        )
      }
    >
      <p>{words?.text ?? errorText(error.message, error.meta, error.retryAfterSeconds)}</p>
      {error.meta.issues && (
        <ul>
          {error.meta.issues.map(({ path, message }) => (
            <li key={path + message}>
              {path && <code>{path}</code>} {message}
            </li>
          ))}
        </ul>
      )}
      <Advice failure={error} />
      {error.meta.request_id && <p className="small muted">Request {error.meta.request_id}</p>}
    </Notice>
  );
}

type Look = 'primary' | 'danger' | 'plain' | 'normal';
interface LookProps {
  look?: Look;
  size?: 'small' | 'normal';
}

function classOf({ look = 'normal', size = 'normal' }: LookProps, className = ''): string {
  return ['button', look !== 'normal' && `button-${look}`, size === 'small' && 'button-small', className]
    .filter(Boolean)
    .join(' ');
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, LookProps {
  /** The action runs: the button is disabled, and screen readers learn that it is busy. */
  busy?: boolean;
  /** What the action applies to, for screen readers: “Remove” is read as “Remove Product 1”. */
  of?: string;
}

export function Button({ look, size, busy = false, of, className, type = 'button', disabled, ...rest }: ButtonProps) {
  return (
    <button
      aria-label={of && `${rest.children as string} ${of}`}
      {...rest}
      {...{ type, disabled: disabled || busy, className: classOf({ look, size }, className) }}
      aria-busy={busy}
    />
  );
}

/** A link that looks like a button. It leads to another page; a button acts on this one. */
export function ButtonLink({ look, size, className, ...rest }: LinkProps & LookProps) {
  return <Link {...rest} className={classOf({ look, size }, className)} />;
}
