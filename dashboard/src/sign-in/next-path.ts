/**
 * The path in `?next=`, to which a sign-in leads. Only paths of this origin are used, so that no link of a third party leads away
 * through the sign-in page.
 */
export function nextPath(search: string, origin = window.location.origin): string {
  const next = new URLSearchParams(search).get('next');
  if (!next?.startsWith('/') || !URL.canParse(next, origin)) return '/';
  const url = new URL(next, origin);
  const path = url.pathname + url.search + url.hash;
  return url.origin === origin && !path.startsWith('//') ? path : '/';
}
