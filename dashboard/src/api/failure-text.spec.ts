import { failureText } from './client';

describe('the message of an error for people', () => {
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
  ])('“%s” is shown without fields and routes of the API', (message, text) => expect(failureText(message)).toBe(text));
});
