import { Controller, Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { z } from 'zod';
import { Documented, InTag } from '../../common/http/documented.decorators.js';
import { Html } from '../../common/http/reply.js';
import { AnyQuery } from '../../common/http/input.guard.js';
import { Public } from '../../common/identity/identity.decorators.js';
import { authTag } from '../identity.record.js';
import { sha256 } from '../../common/crypto.js';

/**
 * The script of the sign-in page. It first removes the token from the address bar and the history. It writes texts with `textContent`, because
 * a third party may have chosen the name of the organization.
 */
const script = `
const token = new URLSearchParams(location.search).get('token');
history.replaceState(null, '', location.pathname);
const element = (id) => document.getElementById(id);
const [button, keep, discard, password] = ['sign-in', 'keep', 'discard', 'password'].map(element);
const buttons = [button, keep, discard, password];
const show = (text) => { element('output').textContent = text; };
const disable = (disabled) => { for (const each of buttons) each.disabled = disabled; };
const hideButtons = () => { for (const each of buttons) each.hidden = true; };
const link = (id, path) => {
  element(id).href = path;
  element(id).hidden = false;
};
const invalid = (text) => {
  hideButtons();
  element('title').textContent = 'This link does not work';
  element('account').textContent = '';
  element('found').textContent = '';
  show(text);
  link('request', '/sign-in');
};
const oldLink = 'The link was already used, or it has expired, or a newer link was sent. Only the newest link works, and only once.';
let preview;
let confirmed = false;

const post = async (name, body) => {
  const response = await fetch('/v1/auth/magic-link/' + name, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, ...body }),
  });
  const { data, meta } = await response.json();
  return { ok: response.ok, isFinal: response.status === 401, data, meta };
};
const count = (number, noun) => number + ' ' + noun + (number === 1 ? '' : 's');

const load = async () => {
  disable(true);
  const answer = await post('preview', {});
  button.disabled = false;
  if (answer.isFinal) return invalid(oldLink);
  if (!answer.ok) return show(answer.meta.message);
  preview = answer.data;
  confirmed = preview.same_browser;
  const confirms = preview.confirms_address;
  if (confirms) element('title').textContent = document.title = 'Confirm your email address';
  if (confirms) button.textContent = 'Confirm the address';
  element('account').textContent = confirms
    ? 'You confirm ' + preview.email + '. You stay signed in. The password of the sign-up ends: set a new one here or later.'
    : 'You sign in as ' + preview.email + '.';
  show('');
  disable(false);
  password.hidden = false;
  const found = preview.unverified_account;
  if (!found) return;
  element('found').textContent = [
    'An account with a password already exists for this address. The address was never confirmed.',
    'Organization: ' + found.organization_name,
    'Created: ' + found.created_at.slice(0, 10),
    'Contents: ' + ([
      [found.api_keys, 'API key'],
      [found.share_links, 'share link'],
      [found.webhook_endpoints, 'webhook endpoint'],
      [found.workflows, 'workflow version'],
      [found.datasets, 'dataset'],
      [found.populations, 'population'],
      [found.calibrations, 'calibration'],
    ].filter(([number]) => number > 0).map(([number, noun]) => count(number, noun)).join(', ') || 'none'),
    'Did you create this account? If you are not sure, delete its contents: a third party could use them. In both cases, the password ends.',
  ].join('\\n');
  button.hidden = true;
  keep.hidden = false;
  discard.hidden = false;
};

const signIn = async (choice) => {
  if (!confirmed) {
    confirmed = true;
    return show('This link was requested in another browser. If you requested it yourself, click again to sign in here. Otherwise, close this page.');
  }
  disable(true);
  show('Signing in…');
  const { ok, isFinal, data, meta } = await post('verify', choice ? { unverified_account: choice } : {});
  if (isFinal) return invalid(oldLink);
  if (!ok) {
    show(meta.message);
    return disable(false);
  }
  hideButtons();
  element('title').textContent = preview.confirms_address ? 'Your address is confirmed' : 'You are signed in';
  element('account').textContent = '';
  element('found').textContent = '';
  show('Signed in as ' + data.user.email + ' (' + data.organization.name + ').');
  link('open', '/');
  location.replace('/');
};

// The page for new passwords reads the token from the storage of this tab, so that it is in no address.
const setPassword = () => {
  sessionStorage.setItem('reset-token', token);
  location.assign('/reset-password');
};

const run = (work) => work().catch(() => {
  show('The service did not respond. Check your connection and click again.');
  disable(false);
});
const start = (choice) => run(() => (preview ? signIn(choice) : load()));
button.addEventListener('click', () => start());
keep.addEventListener('click', () => start('keep'));
discard.addEventListener('click', () => start('discard'));
password.addEventListener('click', setPassword);
if (token) run(load);
else invalid('The link is incomplete. Open the link in your email, or request a new one.');
`;

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
