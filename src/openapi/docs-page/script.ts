/**
 * The script of the reference: the search, links between its pages, and the requests that a reader sends. The API key stays in the input, so
 * that it is lost when the page closes. The script writes responses with `textContent`, because callers choose texts in them.
 */
export const script = `
const maxShownCharacters = 100000;
const maxShownFields = 12;
const all = (selector, from = document) => [...from.querySelectorAll(selector)];
const element = (id) => document.getElementById(id);
const main = () => document.querySelector('main');
const prepare = (from) => {
  for (const each of all('[data-script]', from)) each.hidden = false;
  for (const each of all('[data-origin]', from)) each.textContent = location.origin;
};
prepare(document);

let index;
const wordsOf = () => element('search').value.toLowerCase().split(/\\s+/).filter((word) => word !== '');
const add = (to, name, text) => to.appendChild(Object.assign(document.createElement(name), { textContent: text }));
const result = ({ href, title, line, names }) => {
  const item = document.createElement('li');
  add(item, 'a', title).href = href;
  add(item, 'code', line);
  if (names.length > 0) add(item, 'small', 'Fields: ' + names.slice(0, maxShownFields).join(', ') + (names.length > maxShownFields ? ' …' : ''));
  return item;
};
/** Matches of titles are first, then those of field names, then those of other texts. */
const find = (words, { fields, entries }) => {
  const has = (...parts) => {
    const text = parts.join(' ').toLowerCase();
    // The word elasticity also finds elasticities.
    const singular = text.replace(/ies\\b/g, 'y');
    return words.every((word) => text.includes(word) || singular.includes(word));
  };
  const named = fields.map(({ name }) => has(name));
  const described = fields.map(({ name, text }) => has(name, text));
  return entries.map((entry) => {
    const own = entry.fields.filter((field) => described[field]);
    const rank = has(entry.title, entry.line) ? 0 : own.some((field) => named[field]) ? 1
      : own.length > 0 || has(entry.title, entry.line, entry.text) ? 2 : 3;
    return { ...entry, rank, names: [...new Set(own.map((field) => fields[field].name))] };
  }).filter(({ rank }) => rank < 3).sort((a, b) => a.rank - b.rank);
};
const load = () => (index ??= fetch('/docs/search.json').then((response) => response.json()))
  .catch(() => { index = undefined; });
const search = async () => {
  const loaded = wordsOf().length > 0 ? await load() : undefined;
  // The reader may have typed more in the meantime.
  const words = wordsOf();
  const found = loaded && words.length > 0 ? find(words, loaded) : [];
  main().hidden = words.length > 0;
  element('results').hidden = words.length === 0;
  element('results').firstElementChild.replaceChildren(...found.map(result));
  element('found').textContent = words.length === 0 ? ''
    : !loaded ? 'The service did not respond. Check the connection and retry.'
    : found.length + (found.length === 1 ? ' match' : ' matches');
};
element('search').addEventListener('input', search);
const isWide = matchMedia('(min-width: 70em)').matches;
if (!isWide) element('contents').open = false;

// Other pages of the reference replace the content of this one, so that the API key stays in its input.
let shownPath = location.pathname;
let latest;
const show = async (url) => {
  latest = url;
  if (url.pathname !== shownPath) {
    const response = await fetch(url.pathname);
    if (!response.ok) throw new Error('the page is unavailable');
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    if (latest !== url) return;
    main().replaceWith(page.querySelector('main'));
    document.title = page.title;
    shownPath = url.pathname;
    prepare(main());
  }
  element('search').value = '';
  await search();
  if (!isWide) element('contents').open = false;
  const target = element(decodeURIComponent(url.hash.slice(1))) ?? main().querySelector('h1');
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
  target.scrollIntoView();
};
document.addEventListener('click', (event) => {
  const link = event.target.closest('a[href^="/docs"]');
  if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  const url = new URL(link.href);
  show(url).then(() => latest === url && history.pushState(null, '', url), () => location.assign(url));
});
addEventListener('popstate', () => show(new URL(location.href)).catch(() => location.reload()));
// The first page had the anchors of all operations.
const moved = location.hash.length > 1 && !element(decodeURIComponent(location.hash.slice(1)))
  ? all('nav li a').find(({ hash }) => hash === location.hash) : undefined;
if (moved) location.replace(moved.href);

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

const showBody = async (response, output) => {
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
    await showBody(response, output.firstElementChild);
  } catch (error) {
    status.textContent = abort.signal.aborted ? 'Stopped.'
      : error instanceof TypeError ? 'The service did not respond. Check the connection and retry.' : error.message;
  } finally {
    button.disabled = false;
    stop.hidden = true;
    stop.removeEventListener('click', end);
  }
};
document.addEventListener('click', ({ target }) => {
  const form = target.closest('[data-path]');
  if (form && target === form.querySelector('button')) void send(form);
});
`;
