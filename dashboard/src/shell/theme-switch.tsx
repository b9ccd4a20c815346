import { setTheme, useTheme, type Theme } from '../session/theme';

const labels: Record<Theme, string> = { system: 'System theme', light: 'Light theme', dark: 'Dark theme' };

export function ThemeSwitch() {
  const theme = useTheme();
  return (
    <label>
      <span className="visually-hidden">Theme</span>
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
