import { setTheme, useTheme, type Theme } from '../session/theme';

const labels: Record<Theme, string> = { system: 'System', light: 'Light', dark: 'Dark' };

export function ThemeSwitch() {
  const theme = useTheme();
  return (
    <label className="theme-switch">
      <span>Theme</span>
      <select
        className="button button-plain button-small"
        value={theme}
        onChange={(event) => setTheme(event.target.value as Theme)}
      >
        {Object.entries(labels).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}
