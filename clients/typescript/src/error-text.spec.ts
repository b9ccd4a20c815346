import { errorText, textFor, toolPathOf } from './error-text.js';
import { type ApiError, errorOf } from './errors.js';

describe('the text of an error for people and models', () => {
  it.each([
    [
      'The request is invalid. `meta.issues` lists each problem with its path. Fix them and retry.',
      'The request is invalid. Fix them and retry.',
    ],
    [
      'The run is already finished (`meta.status`), so it cannot be canceled. Its status does not change anymore.',
      'The run is already finished, so it cannot be canceled. Its status does not change anymore.',
    ],
    ['The run does not exist in this tier. List runs with GET /v1/runs.', 'The run does not exist in this tier.'],
    ['Wait for `meta.seconds`.', 'The service rejected the request.'],
    ['The limit is reached (`meta.key_limit`). Revoke a key.', 'The limit is reached (1,500). Revoke a key.'],
    ['Retry after the number of seconds in `Retry-After`.', 'Retry after 41 seconds.'],
  ])('“%s” is shown with numbers, and without fields and routes of the API', (message, text) =>
    expect(errorText(message, { key_limit: 1_500, status: 'failed' }, 41)).toBe(text),
  );

  it('A low limit of an unverified organization has the fix of its cause', async () => {
    const meta = {
      message: 'Too many. Open the link or use POST /v1/auth/magic-link/request.',
      cause: 'email_unverified',
    };
    const error: ApiError = await errorOf(Response.json({ error: 'rate_limited', meta }, { status: 429 }));
    expect(textFor('terminal', error)).toBe(
      'Too many. Open the link in the email from the sign-up, or sign in again with: simulate login EMAIL',
    );
  });

  it.each([
    ['scenario_context.price', 'scenario.price'],
    ['objective.target', 'target'],
    ['parameters.0.name', 'parameter'],
    ['parameters.0.from', 'from'],
    ['agent_count', 'agent_count'],
  ])('The path %s is the argument %s of a tool', (path, argument) => expect(toolPathOf(path)).toBe(argument));
});
