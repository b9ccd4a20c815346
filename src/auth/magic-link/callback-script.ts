/**
 * The script of the sign-in page. It first removes the token from the address bar and the history. It writes texts with `textContent`, because
 * a third party may have chosen the name of the organization.
 */
export const callbackScript = `
const token = new URLSearchParams(location.search).get('token');
history.replaceState(null, '', location.pathname);
const element = (id) => document.getElementById(id);
const [button, keep, discard] = ['sign-in', 'keep', 'discard'].map(element);
const buttons = [button, keep, discard];
const show = (text) => { element('output').textContent = text; };
const disable = (disabled) => { for (const each of buttons) each.disabled = disabled; };
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
  button.disabled = answer.isFinal;
  if (!answer.ok) return show(answer.meta.message);
  preview = answer.data;
  confirmed = preview.same_browser;
  element('account').textContent = 'You sign in as ' + preview.email + '.';
  show('');
  disable(false);
  const found = preview.unverified_account;
  if (!found) return;
  element('found').textContent = [
    'An account with a password already exists for this address. The address was never confirmed.',
    'Organization: ' + found.organization_name,
    'Created: ' + found.created_at.slice(0, 10),
    'Contents: ' + count(found.api_keys, 'API key') + ', ' + count(found.webhook_endpoints, 'webhook endpoint'),
    'Did you create this account? If you are not sure, delete its contents: a third party could use the keys. In both cases, the password ends.',
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
  if (!ok) {
    show(meta.message);
    return disable(isFinal);
  }
  for (const each of buttons) each.hidden = true;
  element('found').textContent = '';
  show('Signed in as ' + data.user.email + ' (' + data.organization.name + '). You can close this page.');
};

const run = (work) => work().catch(() => {
  show('The service did not respond. Check your connection and click again.');
  disable(false);
});
const start = (choice) => run(() => (preview ? signIn(choice) : load()));
button.addEventListener('click', () => start());
keep.addEventListener('click', () => start('keep'));
discard.addEventListener('click', () => start('discard'));
if (token) run(load);
else show('The link is incomplete. Open the link in your sign-in email, or request a new one.');
`;
