import { Controller, Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { z } from 'zod';
import { Documented, InTag } from '../../common/http/documented.decorators.js';
import { Html } from '../../common/http/reply.js';
import { AnyQuery } from '../../common/http/query.guard.js';
import { Public } from '../../common/identity/identity.decorators.js';
import { authTag } from '../auth.tag.js';
import { sha256 } from '../../common/crypto.js';
import { callbackScript as script } from './callback-script.js';

/** The colors are those of `dashboard/src/styles/tokens.css`. The page loads no file, so that it needs no permission to load any. */
const style = `
:root {
  color-scheme: light dark;
  --page: light-dark(#ffffff, #111418);
  --raised: light-dark(#ffffff, #1f242b);
  --border: light-dark(#d9dde3, #2c333c);
  --border-strong: light-dark(#828b97, #76818f);
  --text: light-dark(#1a1d21, #e6e9ee);
  --accent: light-dark(#1d4ed8, #7aa2ff);
  --on-accent: light-dark(#ffffff, #0b1020);
}
* { box-sizing: border-box }
body { margin: 0; padding: 12px 16px 40px; font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; color: var(--text); background: var(--page) }
.brand { max-width: 74rem; margin: 0 auto; font-weight: 700 }
main { max-width: 27rem; margin: clamp(24px, 9vh, 96px) auto 0; padding: 24px; border: 1px solid var(--border); border-radius: 12px; background: var(--raised) }
h1 { margin: 0 0 12px; font-size: 1.6rem; line-height: 1.25 }
p { margin: 0 0 12px; overflow-wrap: anywhere }
p:empty { display: none }
#found { white-space: pre-line }
.actions { display: grid; gap: 8px; margin: 16px 0 0 }
[hidden] { display: none !important }
button, .button { display: flex; align-items: center; justify-content: center; min-height: 40px; padding: 8px 16px; font: inherit; text-align: center; text-decoration: none; color: var(--text); background: var(--raised); border: 1px solid var(--border-strong); border-radius: 8px; cursor: pointer }
.primary { color: var(--on-accent); background: var(--accent); border-color: var(--accent) }
.plain { color: var(--accent); background: none; border-color: transparent }
button:disabled { opacity: 0.6; cursor: default }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
`;

/** The target page of sign-in links. It requires a click, because mail scanners open links and must not use them up. */
export const callbackPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sign in to Simulation Service</title>
<style>${style}</style>
</head>
<body>
<header class="brand">Simulation Service</header>
<main>
<h1 id="title">Sign in</h1>
<p id="account"></p>
<p id="found"></p>
<p id="output" role="status"></p>
<div class="actions">
<button id="sign-in" class="primary" type="button" disabled>Sign in</button>
<button id="discard" type="button" hidden disabled>Delete its contents and sign in</button>
<button id="keep" type="button" hidden disabled>I created it: keep its contents and sign in</button>
<button id="password" class="plain" type="button" hidden>Set a new password</button>
<a id="open" class="button primary" hidden>Open the dashboard</a>
<a id="request" class="button primary" hidden>Request a new link</a>
</div>
<noscript><p>Sign-in needs JavaScript. Enable it and open the link again.</p></noscript>
</main>
<script>${script}</script>
</body>
</html>
`;

const source = (text: string) => `'sha256-${sha256(text).toString('base64')}'`;

/** Only the inline script and style run, the page sends no referrer, and caches do not store it. */
const callbackPageHeaders: Record<string, string> = {
  'Content-Security-Policy': [
    `default-src 'none'`,
    `script-src ${source(script)}`,
    `style-src ${source(style)}`,
    `connect-src 'self'`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'none'`,
  ].join('; '),
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Opener-Policy': 'same-origin',
};

/** Serves the target page of sign-in links for installations without a frontend. */
@Controller('auth/callback')
@Public()
@InTag(authTag)
export class CallbackPageController {
  @Get()
  @AnyQuery()
  @Documented({
    summary: 'Open the sign-in page',
    description:
      'Returns the page that sign-in links open if no other frontend is configured. The link is used only after the user clicks a button, so that mail scanners do not use it.',
    content: { 'text/html': z.string() },
    headers: ['Cache-Control'],
  })
  show(@Res({ passthrough: true }) response: Response): Html {
    response.set(callbackPageHeaders);
    return new Html(callbackPage);
  }
}
