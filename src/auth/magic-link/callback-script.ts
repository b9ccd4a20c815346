/**
 * The script of the sign-in page. It first removes the token from the address bar and the history. It writes texts with `textContent`, because
 * a third party may have chosen the name of the organization.
 */
export const callbackScript = `
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
