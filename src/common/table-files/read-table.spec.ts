import { parquetWriteBuffer } from 'hyparquet-writer';
import { readTable, type TableFile } from './read-table.js';

const limits = { maxRows: 10, maxColumns: 5, maxCells: 40 };
const read = (text: string | Uint8Array, format: 'csv' | 'ndjson' = 'csv') =>
  readTable(typeof text === 'string' ? Buffer.from(text) : text, format, limits);
const contentOf = ({ columns, notes }: TableFile) => ({
  columns: Object.fromEntries(columns),
  notes: notes.map(({ message }) => message),
});

describe('readTable', () => {
  const rows = { name: ['Zoë', 'Bo'], price: ['1.5', ''] };
  const utf16 = (text: string, bigEndian: boolean) => {
    const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le');
    return bigEndian ? bytes.swap16() : bytes;
  };
  const csv = 'name,price\nZoë,1.5\nBo,\n';
  it.each<[string, string | Uint8Array, string[]]>([
    ['commas', csv, []],
    ['a byte order mark and line breaks of Windows', `\uFEFF${csv.replaceAll('\n', '\r\n')}`, []],
    ['semicolons', csv.replaceAll(',', ';'), ['The file is separated by ";".']],
    ['tabs', csv.replaceAll(',', '\t'), ['The file is separated by tabs.']],
    ['vertical bars', csv.replaceAll(',', '|'), ['The file is separated by "|".']],
    [
      'semicolons and decimal commas',
      csv.replaceAll(',', ';').replace('.', ','),
      ['The file is separated by ";".', 'These columns have decimal commas: price.'],
    ],
    ['the encoding UTF-16 LE', utf16(csv, false), ['The file has the encoding UTF-16.']],
    ['the encoding UTF-16 BE', utf16(csv, true), ['The file has the encoding UTF-16.']],
    [
      'the encoding windows-1252',
      Buffer.from(csv, 'latin1'),
      ['The file is not UTF-8. It was read as windows-1252: check letters with accents.'],
    ],
  ])('A CSV file with %s is read, and notes state what was detected', async (_, file, notes) => {
    expect(contentOf(await read(file))).toEqual({ columns: rows, notes });
  });

  it('Quoted names with another separator do not change the separator', async () => {
    expect(contentOf(await read('"a;b;c",d\n1,2\n')).columns).toEqual({ 'a;b;c': ['1'], d: ['2'] });
  });

  it('A header with angle or square brackets is no other kind of file', async () => {
    expect(contentOf(await read('<DATE>,[open]\n1,2\n')).columns).toEqual({ '<DATE>': ['1'], '[open]': ['2'] });
  });

  it('Commas in texts are no decimal commas', async () => {
    const { columns } = contentOf(await read('a;b;c\n1,5;x,y;1,2,3\n2;z;4\n'));
    expect(columns).toEqual({ a: ['1.5', '2'], b: ['x,y', 'z'], c: ['1,2,3', '4'] });
  });

  it('Each row has the line at which it ends, also after empty lines and values with line breaks', async () => {
    expect([...(await read('a,b\n\n1,2\n"x\ny",3\n')).lines]).toEqual([3, 5]);
  });

  it('NDJSON and Parquet give the same texts as CSV, and nulls are empty', async () => {
    const ndjson = await read('{"n":1.5,"t":"a","b":true}\n{"n":null,"b":false}\n', 'ndjson');
    const expected = { n: ['1.5', ''], t: ['a', ''], b: ['true', 'false'] };
    expect(contentOf(ndjson).columns).toEqual(expected);
    const file = parquetWriteBuffer({
      columnData: [
        { name: 'n', data: [1.5, null], type: 'DOUBLE' },
        { name: 't', data: ['a', null], type: 'STRING' },
        { name: 'b', data: [true, false], type: 'BOOLEAN' },
      ],
    });
    expect(contentOf(await readTable(new Uint8Array(file), 'parquet', limits)).columns).toEqual(expected);
  });

  it('Numbers of NDJSON that a double does not hold are the texts of the file, so that identifiers stay different', async () => {
    const lines = ['9007199254740993', '9007199254740992', '-12345678901234567890', '0.12345678901234567890', '1e3'];
    const text = lines.map((number, row) => `{"id":${number},"t":"\\"1234567890123456789${row}"}`).join('\n');
    const { columns } = contentOf(await read(text, 'ndjson'));
    expect(columns['id']).toEqual([...lines.slice(0, 4), '1000']);
    expect(columns['t']).toEqual(lines.map((_, row) => `"1234567890123456789${row}`));
  });

  it('Integers of 64 bits, dates and times of Parquet are exact texts, and NaN is a missing value', async () => {
    const file = parquetWriteBuffer({
      columnData: [
        { name: 'id', data: [9_007_199_254_740_993n], type: 'INT64' },
        { name: 'day', data: [new Date('2024-02-29')], type: 'TIMESTAMP' },
        { name: 'time', data: [new Date('2024-02-29T12:30:00Z')], type: 'TIMESTAMP' },
        { name: 'x', data: [NaN], type: 'DOUBLE' },
      ],
    });
    expect(contentOf(await readTable(new Uint8Array(file), 'parquet', limits)).columns).toEqual({
      id: ['9007199254740993'],
      day: ['2024-02-29'],
      time: ['2024-02-29T12:30:00.000Z'],
      x: [''],
    });
  });

  it('Columns with the names of object properties are columns like others', async () => {
    const names = ['__proto__', 'constructor', 'toString'];
    const { columns } = await read(`${names.join()}\n1,2,3\n`);
    expect([...columns]).toEqual(names.map((name, k) => [name, [String(k + 1)]]));
    const json = await read('{"__proto__":1,"constructor":2}\n', 'ndjson');
    expect([...json.columns]).toEqual([
      ['__proto__', ['1']],
      ['constructor', ['2']],
    ]);
  });

  const download = 'download the file that the page links to, or save its table as CSV';
  const writeLines = 'write one object per line, and send it with the media type application/x-ndjson';
  it.each<[string, string | Uint8Array, string]>([
    ['no bytes', '', 'the file is empty: expected a header and rows'],
    ['no rows', 'a,b\n', 'the file has a header but no rows: add rows'],
    ['the same column twice', 'a,b,a\n1,2,3\n', 'the file has two columns with the name "a" in line 1: rename one'],
    [
      'a column without a name',
      'a,,b\n1,2,3\n',
      'the file has no name for column 2: name the column in line 1, or remove it',
    ],
    [
      'a row with another number of values',
      'a,b\n1,2\n\n3,4,5\n',
      'line 4: the row has another number of values than the header: quote values that contain ","',
    ],
    [
      'a quote that is not closed',
      'a,b\n1,2\n"3,4\n5,6\n',
      'line 3: a quoted value is not closed correctly: write quotes inside a value twice',
    ],
    ['too many rows', `a\n${'1\n'.repeat(11)}`, 'the file has more than 10 rows: send a random sample of them'],
    [
      'too many columns',
      'a,b,c,d,e,f\n',
      'the file has 6 columns, but can have at most 5: remove columns that no model uses',
    ],
    [
      'too many values',
      `a,b,c,d,e\n${'1,2,3,4,5\n'.repeat(9)}`,
      'the file has more than 40 values (rows times columns): remove columns that no model uses',
    ],
    [
      'a name of 201 characters',
      `${'a'.repeat(201)}\n1\n`,
      'the file has a name with more than 200 characters for column 1: check that line 1 is the header',
    ],
    ['the character U+0000', 'a,b\n1,\0\n', 'the file contains the character U+0000: send text in UTF-8, not UTF-16'],
    [
      'the bytes of an Excel file',
      Buffer.from('504b030414000600', 'hex'),
      'the file is an Excel or ZIP file: save the sheet as CSV, and send the CSV file',
    ],
    [
      'the bytes of a Parquet file',
      'PAR1',
      'the file is a Parquet file: send it with the media type application/vnd.apache.parquet',
    ],
    ['a web page', '\n<!DOCTYPE html>\n<p class="a">', `the file is a web page (HTML): ${download}`],
    ['XML', '<?xml version="1.0"?>', 'the file is an XML file: save the table as CSV'],
    ['the bytes of a PDF file', '%PDF-1.7\n%âãÏÓ', 'the file is a PDF file: save the table as CSV'],
    ['RTF', '{\\rtf1\\ansi', 'the file is an RTF document: save the table as CSV'],
    [
      'the bytes of an image',
      Buffer.from('89504e470d0a1a0a00', 'hex'),
      'the file is an image: send the numbers as CSV',
    ],
    ['the bytes of a bzip2 file', Buffer.from('425a683931415926', 'hex'), 'the file is compressed: decompress it'],
    ['the bytes of a Stata file', '<stata_dta><header>', 'the file is a Stata file: export the data as CSV'],
    ['the bytes of an SPSS file', '$FL2@(#) SPSS', 'the file is an SPSS file: export the data as CSV'],
    ['a JSON array', '[\n  {"a": 1}]', `the file is JSON: ${writeLines}`],
    ['objects of JSON', '{"a": 1}\n', `the file is JSON: ${writeLines}`],
  ])('A CSV file with %s is rejected with the line and the fix', async (_, file, message) => {
    await expect(read(file)).rejects.toThrow(message);
  });

  it.each([
    [
      'a key that the first object lacks',
      '{"a":1}\n{"a":1,"b":2}\n',
      'line 2: the object has the key "b", which the first object lacks: write all keys in the first object, with null for missing values',
    ],
    [
      'a list as a value',
      '{"a":1}\n{"a":[1]}\n',
      'line 2: the column "a" has a value that is a list, an object or not finite: write one text or number',
    ],
    [
      'an escaped U+0000',
      '{"a":"\\u0000"}\n',
      'line 1: the column "a" has a value with the character U+0000 or half of a character: remove it',
    ],
    [
      'half of a character',
      '{"a":"\\ud800"}\n',
      'line 1: the column "a" has a value with the character U+0000 or half of a character: remove it',
    ],
    ['no JSON', '{"a":1}\nb\n', 'line 2: expected one JSON object per line, with at most 200000 bytes'],
    ['an empty object', '{}\n', 'the file has no columns: add a header with their names'],
  ])('An NDJSON file with %s is rejected with the line and the fix', async (_, file, message) => {
    await expect(read(file, 'ndjson')).rejects.toThrow(message);
  });
});
