import { sha256 } from '../../common/crypto.js';

const style = `
body { font: 16px/1.5 system-ui, sans-serif; color: #1a1a1a; background: #fff; max-width: 30em; margin: 15vh auto 0; padding: 0 1em }
button { font: inherit; padding: 0.6em 1.2em; color: #fff; background: #1d4ed8; border: 0; border-radius: 4px; cursor: pointer }
button:disabled { opacity: 0.6; cursor: default }
@media (prefers-color-scheme: dark) { body { color: #e5e5e5; background: #171717 } }
`;

// The script first removes the token from the address bar and the history.
const script = `
const token = new URLSearchParams(location.search).get('token');
history.replaceState(null, '', location.pathname);
const button = document.getElementById('sign-in');
const output = document.getElementById('output');
const show = (text) => { output.textContent = text; };
if (token) button.disabled = false;
else show('The link is incomplete. Open the link in your sign-in email, or request a new one.');
button.addEventListener('click', async () => {
  button.disabled = true;
  show('Signing in…');
  try {
    const response = await fetch('/v1/auth/magic-link/verify', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    });
    const { data, meta } = await response.json();
    if (response.ok) {
      button.hidden = true;
      show('Signed in as ' + data.user.email + ' (' + data.organization.name + '). You can close this page.');
    } else {
      show(meta.message);
      button.disabled = response.status === 401;
    }
  } catch {
    show('The service did not respond. Check your connection and click again.');
    button.disabled = false;
  }
});
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
<p><button id="sign-in" type="button" disabled>Sign in</button></p>
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
