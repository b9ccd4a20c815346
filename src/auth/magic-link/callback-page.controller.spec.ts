import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { callbackPage } from './callback-page.controller.js';

describe('the design of the sign-in page', () => {
  it('The sign-in page has the colors of the dashboard', () => {
    const tokens = readFileSync(join(__dirname, '../../../dashboard/src/styles/tokens.css'), 'utf8');
    const colors = callbackPage.match(/--[\w-]+: light-dark\([^)]*\);/g) ?? [];
    expect(colors.length).toBeGreaterThan(5);
    for (const color of colors) expect(tokens).toContain(color);
  });
});
