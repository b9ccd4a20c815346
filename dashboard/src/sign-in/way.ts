export type SignInWay = 'link' | 'password';

const storageKey = 'sign-in-way';

/** How the user of this browser signed in last. */
export function lastWay(): SignInWay {
  return localStorage.getItem(storageKey) === 'password' ? 'password' : 'link';
}

export function rememberWay(way: SignInWay): void {
  localStorage.setItem(storageKey, way);
}
