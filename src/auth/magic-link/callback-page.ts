import { sha256 } from '../../common/crypto.js';
import { callbackScript as script } from './callback-script.js';

const style = `
body { font: 16px/1.5 system-ui, sans-serif; color: #1a1a1a; background: #fff; max-width: 30em; margin: 15vh auto 0; padding: 0 1em }
button { font: inherit; padding: 0.6em 1.2em; color: #fff; background: #1d4ed8; border: 0; border-radius: 4px; cursor: pointer }
#found { white-space: pre-line; overflow-wrap: anywhere }
button:disabled { opacity: 0.6; cursor: default }
@media (prefers-color-scheme: dark) { body { color: #e5e5e5; background: #171717 } }
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
<main>
<h1>Simulation Service</h1>
<p id="account"></p>
<p id="found"></p>
<p>
<button id="sign-in" type="button" disabled>Sign in</button>
<button id="discard" type="button" hidden disabled>Delete its contents and sign in</button>
<button id="keep" type="button" hidden disabled>I created it: keep its contents and sign in</button>
</p>
<p id="output" role="status"></p>
<noscript><p>Sign-in needs JavaScript. Enable it and open the link again.</p></noscript>
</main>
<script>${script}</script>
</body>
</html>
`;

const source = (text: string) => `'sha256-${sha256(text).toString('base64')}'`;

/** Only the inline script and style run, the page sends no referrer, and caches do not store it. */
export const callbackPageHeaders: Record<string, string> = {
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
