import { maxDefinitionBytes, parseDefinition } from './own-workflow';

describe('the text of a definition', () => {
  it('A JSON object is a definition', () => {
    expect(parseDefinition('{"name":"Trains"}')).toEqual({ definition: { name: 'Trains' } });
  });

  it('Other JSON, broken JSON and texts that the API would reject for their size are explained', () => {
    expect(parseDefinition('[1]')).toEqual({ problem: 'A definition is one JSON object, between { and }.' });
    expect(parseDefinition('{"name":')).toMatchObject({ problem: expect.stringContaining('not valid JSON') as string });
    const large = JSON.stringify({ name: 'x'.repeat(maxDefinitionBytes) });
    expect(parseDefinition(large)).toMatchObject({ problem: expect.stringContaining('256 KiB') as string });
  });
});
