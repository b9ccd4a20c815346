import { Store, useStore } from './store';

export type Theme = 'system' | 'light' | 'dark';

const storageKey = 'theme';
const stored = localStorage.getItem(storageKey);
const store = new Store<Theme>(stored === 'light' || stored === 'dark' ? stored : 'system');

function apply(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}
apply(store.get());

export function setTheme(theme: Theme): void {
  localStorage.setItem(storageKey, theme);
  store.set(theme);
  apply(theme);
}

export function useTheme(): Theme {
  return useStore(store);
}
