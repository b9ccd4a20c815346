import { jsonText, writeJson } from './json-text.js';

describe('writeJson', () => {
  it('It writes texts at any depth as they are, and everything else like JSON.stringify', () => {
    const text = '{"b": 1.0,  "a":[1e3,"\\u00e9"]}';
    const value = {
      first: jsonText(text),
      list: [jsonText('[]'), { inner: jsonText('"x"'), none: undefined }],
      last: 1,
    };
    expect(writeJson(value)).toBe(`{"first":${text},"list":[[],{"inner":"x"}],"last":1}`);
    const plain = { a: [1, 'é', null], date: new Date(0), none: undefined };
    expect(writeJson(plain)).toBe(JSON.stringify(plain));
    expect(writeJson(jsonText(text))).toBe(text);
  });

  it('Other code that writes the value as JSON gets the same value, also after an error', () => {
    const value = { id: 'ds_1', columns: jsonText('[{"name":"a"}]') };
    const circular: object[] = [];
    circular.push({ columns: jsonText('[]') }, circular);
    expect(() => writeJson(circular)).toThrow('circular');
    expect(JSON.parse(JSON.stringify(value))).toEqual({ id: 'ds_1', columns: [{ name: 'a' }] });
  });
});
