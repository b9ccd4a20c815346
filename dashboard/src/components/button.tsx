import type { ButtonHTMLAttributes } from 'react';
import { Link, type LinkProps } from 'react-router';

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
      aria-label={of && `${String(rest.children)} ${of}`}
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
