import type { ReactNode } from 'react';
import { useTitle } from '../../components/page';
import { PublicFrame } from '../../shell/public-frame';
import './sign-in.css';

interface SignInFrameProps {
  title: string;
  intro?: ReactNode;
  /** Links to the other pages of this kind, under the panel. */
  footer?: ReactNode;
  children: ReactNode;
}

/** The frame of the pages to sign in, to sign up and to set a password. */
export function SignInFrame({ title, intro, footer, children }: SignInFrameProps) {
  useTitle(title);
  return (
    <PublicFrame>
      <div className="sign-in">
        <h1>{title}</h1>
        {intro && <p className="muted">{intro}</p>}
        <div className="panel sign-in-panel">{children}</div>
        {footer && <p className="sign-in-footer">{footer}</p>}
      </div>
    </PublicFrame>
  );
}
