/**
 * The script of the reference page: the search, and the requests that a reader sends. The API key stays in the input, so that it is lost when
 * the page closes. The script writes responses with `textContent`, because callers choose texts in them.
 */
export const script = `
const maxShownCharacters = 100000;
const all = (selector, from = document) => [...from.querySelectorAll(selector)];
const element = (id) => document.getElementById(id);
for (const each of all('[data-script]')) each.hidden = false;
for (const each of all('[data-origin]')) each.textContent = location.origin;

const items = all('main article, .codes tbody tr').map((item) => ({
  item,
  text: all(item.matches('tr') ? 'td' : 'h3, .line, :scope > p, td:first-child', item).map((part) => part.textContent).join(' ').toLowerCase(),
  entry: item.id === '' ? null : document.querySelector('nav a[href="#' + item.id + '"]'),
}));
const search = () => {
  const words = element('search').value.toLowerCase().split(/\\s+/).filter((word) => word !== '');
  const matching = items.filter(({ text }) => words.every((word) => text.includes(word)));
  const isShown = new Set(matching.map(({ item }) => item));
  for (const { item, entry } of items) {
    item.hidden = !isShown.has(item);
    if (entry) entry.closest('li').hidden = item.hidden;
  }
  for (const section of all('main section')) section.hidden = items.every(({ item }) => item.hidden || !section.contains(item));
  for (const list of all('nav ul')) list.hidden = list.previousElementSibling.hidden = all('li:not([hidden])', list).length === 0;
  element('start').hidden = words.length > 0;
  element('found').textContent = words.length === 0 ? '' : matching.length + (matching.length === 1 ? ' match' : ' matches');
};
element('search').addEventListener('input', search);
if (!matchMedia('(min-width: 70em)').matches) element('contents').open = false;

const key = element('key');
key.addEventListener('input', () => {
  const value = key.value.trim();
  element('key-note').textContent = value.startsWith('sk_live_')
    ? 'This key belongs to the live tier: requests change live data.'
    : value.startsWith('sk_test_') ? 'This key belongs to the sandbox tier.' : '';
});

const newId = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

const requestOf = (form) => {
  let path = form.dataset.path;
  const query = new URLSearchParams();
  const headers = new Headers();
  for (const input of all('[data-in]', form)) {
    const { in: place, name } = input.dataset;
    if (input.value.trim() === '' && name === 'Idempotency-Key' && input.required) input.value = newId();
    const value = input.value.trim();
    if (value === '' && input.required) { input.focus(); throw new Error('Enter a value for ' + name + '.'); }
    if (value === '') continue;
    if (place === 'path') path = path.replace('{' + name + '}', encodeURIComponent(value));
    if (place === 'query') query.append(name, value);
    if (place === 'header') headers.set(name, value);
  }
  const needsKey = form.dataset.key !== undefined;
  if (needsKey && key.value.trim() === '') { key.focus(); throw new Error('Enter an API key next to the search.'); }
  if (needsKey) headers.set('Authorization', 'Bearer ' + key.value.trim());
  const body = form.querySelector('textarea')?.value;
  if (body !== undefined) headers.set('Content-Type', 'application/json');
  const search = query.size > 0 ? '?' + query : '';
  return [path + search, { method: form.dataset.method, headers, body, credentials: 'omit', cache: 'no-store' }];
};

const isText = (type) => /json|text|csv|xml/.test(type);
const pretty = (text) => { try { return JSON.stringify(JSON.parse(text), null, 2); } catch { return text; } };

const show = async (response, output) => {
  const type = response.headers.get('content-type') ?? '';
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (let part = await reader?.read(); part && !part.done; part = await reader.read()) {
    bytes += part.value.length;
    if (isText(type)) text += decoder.decode(part.value, { stream: true });
    if (text.length > maxShownCharacters) {
      await reader.cancel();
      output.textContent = text.slice(0, maxShownCharacters) + '\\n… The rest of the response is not shown.';
      return;
    }
    output.textContent = text;
  }
  if (isText(type)) output.textContent = pretty(text);
  else output.textContent = bytes === 0 ? 'The response has no body.' : bytes + ' bytes of ' + (type || 'an unknown type') + '.';
};

const send = async (form) => {
  const [button, stop] = all('button', form);
  const status = form.querySelector('[role=status]');
  const output = form.querySelector('pre');
  const abort = new AbortController();
  const end = () => abort.abort();
  stop.addEventListener('click', end);
  output.hidden = true;
  output.firstElementChild.textContent = '';
  try {
    const [url, init] = requestOf(form);
    button.disabled = true;
    stop.hidden = false;
    status.textContent = 'Sending …';
    const response = await fetch(url, { ...init, signal: abort.signal });
    const id = response.headers.get('x-request-id');
    status.textContent = 'Status ' + response.status + ' ' + response.statusText + (id ? ' · request ' + id : '');
    output.hidden = false;
    await show(response, output.firstElementChild);
  } catch (error) {
    status.textContent = abort.signal.aborted ? 'Stopped.'
      : error instanceof TypeError ? 'The service did not respond. Check the connection and retry.' : error.message;
  } finally {
    button.disabled = false;
    stop.hidden = true;
    stop.removeEventListener('click', end);
  }
};
for (const form of all('[data-path]')) form.querySelector('button').addEventListener('click', () => send(form));
`;
