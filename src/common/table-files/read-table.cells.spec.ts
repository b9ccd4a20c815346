import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readTextTable, type TableFile } from './read-table.js';

const folder = join(import.meta.dirname, '../../../test/support/own-data');
const ownData = (name: string) => readTextTable(readFileSync(join(folder, `${name}.csv`)), 'csv');
const read = (text: string) => readTextTable(Buffer.from(text), 'csv');
const column = (cells: readonly string[], name = 'x') =>
  read(`${name}\ty\n${cells.map((cell, k) => `${cell}\t${k % 2}\n`).join('')}`.replaceAll('\t', '|'));
/** A column in a file with commas as separators, so that nothing but its cells shows the decimal mark. */
const quotedColumn = (cells: readonly string[]) =>
  read(`x,y\n${cells.map((cell, k) => `"${cell}",${k % 2}\n`).join('')}`);
const x = ({ columns }: TableFile) => columns.get('x');
const codes = ({ notes }: TableFile) => notes.map(({ code }) => code).filter((code) => code !== 'delimiter_detected');
const decimals = (count: number) => Array.from({ length: count }, (_, k) => `${5 + ((k * 7) % 19)}.${10 + (k % 80)}`);

describe('readCells', () => {
  it.each([
    ['excel-na', '"#N/A" in line 7'],
    ['dash', '"-" in line 7'],
  ])('The cell that is no number in %s is missing, and a note names its line', (name, place) => {
    const file = ownData(name);
    expect(file.columns.get('price')!.filter((text) => text === '')).toHaveLength(1);
    expect(file.notes).toEqual([
      { code: 'unreadable_cells', column: 'price', message: `1 cell of "price" is read as missing: ${place}.` },
    ]);
  });

  it.each([
    '#N/A',
    '#NV',
    '#DIV/0!',
    '#WERT!',
    '-',
    '–',
    'None',
    '<NA>',
    '?',
    'k.A.',
    'n/a',
    'unknown',
    '1,5',
    '1.2.3',
    'ca. 5',
  ])('One cell "%s" in a column of numbers is missing, and a note names its line', (odd) => {
    const cells = decimals(40);
    const file = quotedColumn([...cells.slice(0, 9), odd, ...cells.slice(9)]);
    expect(x(file)).toEqual([...cells.slice(0, 9), '', ...cells.slice(9)]);
    expect(file.notes.map(({ message }) => message)).toEqual([
      `1 cell of "x" is read as missing: "${odd}" in line 11.`,
    ]);
  });

  it('An unquoted NA of a CSV file is missing, a quoted one is text, and a note names its column', () => {
    const { columns, notes } = read('country,y\nDE,1\n"NA",0\nNA,NA\n NA ,1\n"NA",1\n"",0\n');
    expect([...columns]).toEqual([
      ['country', ['DE', 'NA', '', '', 'NA', '']],
      ['y', ['1', '0', '', '1', '1', '0']],
    ]);
    const message =
      '2 cells of "country" with the quoted text "NA" are read as a text. An NA without quotes is missing.';
    expect(notes).toEqual([{ code: 'text_na', column: 'country', message }]);
    expect([...read('"NA",b\n1,"NA"\n2,c\n').columns.keys()]).toEqual(['NA', 'b']);
  });

  it('A quoted NA in a column of numbers is missing, as often as it occurs', () => {
    const file = read('rating,y\n"5","1"\n"NA","0"\n"NA","1"\n"3.5","0"\n');
    expect(x({ ...file, columns: new Map([['x', file.columns.get('rating')!]]) })).toEqual(['5', '', '', '3.5']);
    expect(file.notes.map(({ message }) => message)).toEqual([
      '2 cells of "rating" with the quoted text "NA" are read as missing, because the others are numbers.',
    ]);
  });

  it('The text NA of NDJSON is missing, and next to ticks it is no tick', () => {
    expect(x(readTextTable(Buffer.from('{"x":"DE"}\n{"x":"NA"}\n'), 'ndjson'))).toEqual(['DE', '']);
    expect(read('x,y\nx,1\n"",0\nNA,1\n"NA",0\n').columns.get('x')).toEqual(['x', '', '', 'NA']);
  });

  it('Whole numbers that a program writes as 1.0 are whole numbers, and other numbers keep their decimals', () => {
    expect(x(column(['1.0', '0.0', '', '1.0', '-2.0', '3.00']))).toEqual(['1', '0', '', '1', '-2', '3']);
    expect(x(column(['1.0', '2.5', '3.0', '4.0']))).toEqual(['1.0', '2.5', '3.0', '4.0']);
    expect(x(column(['1.0', 'b', 'c', '1.0']))).toEqual(['1.0', 'b', 'c', '1.0']);
  });

  it('Currency, percent and separators of thousands are read as numbers, and their units are returned', () => {
    const file = ownData('currency-percent');
    expect([...file.units]).toEqual([
      ['price', 'USD'],
      ['discount', '%'],
    ]);
    expect(file.columns.get('price')!.slice(0, 2).map(Number)).toEqual([1476.5, 1686]);
    expect(new Set(file.columns.get('discount'))).toEqual(new Set(['0', '5', '10', '15']));
    expect(codes(file)).toEqual(['thousands_separators', 'unit_read', 'unit_read']);
  });

  it.each<[string[], number[], string | undefined]>([
    [['EUR 5', 'EUR 7', 'EUR 12'], [5, 7, 12], 'EUR'],
    [['5 €', '7,50 €', '1.012,25 €'], [5, 7.5, 1012.25], 'EUR'],
    [['£1,000', '£2,500', '£999'], [1000, 2500, 999], 'GBP'],
    [['1 234,5', '12 000,25', '7,5'], [1234.5, 12000.25, 7.5], undefined],
    [["CHF 1'234.50", "CHF 1'000.00"], [1234.5, 1000], 'CHF'],
    [['₹1,00,000', '₹12,50,000', '₹5,000'], [100000, 1250000, 5000], 'INR'],
    [['($1,200.50)', '$300.00', '-$5.25'], [-1200.5, 300, -5.25], 'USD'],
    [['12 %', '7,5 %', '3,25 %'], [12, 7.5, 3.25], '%'],
    [['1200 kr', '1 500 kr', '900 kr'], [1200, 1500, 900], 'kr'],
    [['\u22125.5', '3.2', '1.1'], [-5.5, 3.2, 1.1], undefined],
    [['$0', '12', '$15'], [0, 12, 15], 'USD'],
  ])('The cells %j are the numbers %j', (cells, numbers, unit) => {
    const file = quotedColumn(cells);
    expect(x(file)!.map(Number)).toEqual(numbers);
    expect(file.units.get('x')).toBe(unit);
  });

  it('A column of decimal commas is decided by all its cells, also in a file with commas as separators', () => {
    const file = quotedColumn(['9,53', '1.234,5', '13,7', '7']);
    expect([x(file), codes(file)]).toEqual([['9.53', '1234.5', '13.7', '7'], ['decimal_commas']]);
  });

  it('Numbers that can be thousands or decimals are read as the rest of the file, and otherwise a note asks to check', () => {
    expect(x(read('x;z\n1,234;1.234,5\n2,500;7,5\n'))).toEqual(['1.234', '2.500']);
    expect(x(read('x,z\n"1,234",9.53\n"2,500",7.1\n'))).toEqual(['1234', '2500']);
    const alone = quotedColumn(['1,234', '2,500']);
    expect(x(alone)).toEqual(['1234', '2500']);
    expect(alone.notes.find(({ code }) => code === 'ambiguous_numbers')?.message).toBe(
      'Numbers of "x" such as "1,234" have two meanings. They are read as 1234. If the separator is a decimal mark, write the numbers without separators of thousands and with a decimal point.',
    );
    expect(codes(column(['1.476', '1.686']))).toEqual(['ambiguous_numbers']);
    expect(x(column(['1.476', '987', '1.686']))).toEqual(['1476', '987', '1686']);
  });

  it('Numbers of JSON are never ambiguous', () => {
    const { columns, notes } = readTextTable(Buffer.from('{"x":1.234}\n{"x":2.345}\n'), 'ndjson');
    expect([columns.get('x'), notes]).toEqual([['1.234', '2.345'], []]);
  });

  it.each<[string, string[]]>([
    ['categories', ['A', 'B', 'C', 'A', 'B', 'C']],
    ['dates', ['2024-01-31', '2024-02-01', '2024-02-03']],
    ['several answers in one cell', ['1;2', '3', '1;2;3', '2;3']],
    ['values with commas', Array.from({ length: 60 }, (_, k) => ['Yes, full-time', 'Yes, part-time', 'No'][k % 3]!)],
    ['signs of a test', ['+', '-', '+', '-']],
    ['times', ['12:30', '13:45', '09:15']],
    ['zip codes', ['01234', '00501', '90210']],
  ])('A column of %s stays as it is', (_, cells) => {
    const file = quotedColumn(cells);
    expect([x(file), codes(file)]).toEqual([cells, []]);
  });

  it.each<[string, string[], string]>([
    ['a category with a value "none"', ['none', '10', '20', 'none', '10', '20'], '"none" in line 2'],
    ['two currencies', ['$5', '€6', '$7', '€8'], '"€6" in line 3'],
    ['shares and percent', ['0.1', '12%', '0.3', '15%'], '"12%" in line 3'],
    ['top codes', ['41', '65+', '20', '65+', '30', '55'], '"65+" in line 3'],
  ])('A column of %s stays as it is, and a note names the cells that are no numbers of one kind', (_, cells, place) => {
    const file = quotedColumn(cells);
    expect([x(file), codes(file)]).toEqual([cells, ['text_cells']]);
    expect(file.notes[0]!.message).toContain(
      `"x" is read as texts, because 2 cells are not numbers of one kind: ${place}`,
    );
  });

  it('Ids with letters among numbers stay as they are', () => {
    const ids = Array.from({ length: 60 }, (_, k) => (k % 20 === 7 ? `A${k}` : String(1000 + k)));
    expect(x(quotedColumn(ids))).toEqual(ids);
    for (const name of ['customer_id', 'CustomerId', 'household', 'Kunde'])
      expect(column(['1001', '1002', 'ab', ...decimals(30)], name).columns.get(name)![2]).toBe('ab');
  });

  it('In a column of yes and no, None is missing', () => {
    const file = quotedColumn(['True', 'None', 'False', 'True', 'None']);
    expect([x(file), codes(file)]).toEqual([['True', '', 'False', 'True', ''], ['unreadable_cells']]);
  });

  it('A first line sep=; is a directive, and lines are counted with it', () => {
    const file = ownData('excel-sep-line');
    expect([...file.columns.keys()]).toEqual(['price', 'bought']);
    expect(file.columns.get('price')!.slice(0, 2).map(Number)).toEqual([1476.5, 1686]);
    expect(file.lines[0]).toBe(3);
    for (const [directive, separator] of [
      ['sep=;', ';'],
      ['"sep=|"', '|'],
      ['SEP=,', ','],
      ['sep=\t', '\t'],
    ])
      expect([...read(`${directive}\r\na${separator}b\r\n1${separator}2\r\n`).columns]).toEqual([
        ['a', ['1']],
        ['b', ['2']],
      ]);
  });

  it('Row numbers in a first column without a name are not read, and a note states it', () => {
    const file = ownData('pandas-index');
    expect([...file.columns.keys()]).toEqual(['price', 'bought']);
    expect(file.notes.map(({ message }) => message)).toEqual([
      'Column 1 has no name and has row numbers. It is not read.',
    ]);
    expect([...read('Unnamed: 0,a\n4,1\n9,2\n').columns.keys()]).toEqual(['a']);
    expect([...read('"","a"\n"1",5\n"2",6\n').columns.keys()]).toEqual(['a']);
    expect([...read('a,b,,\n1,2,,\n3,4,,\n').columns.keys()]).toEqual(['a', 'b']);
    expect(() => read('a,,b\n1,2,3\n')).toThrow('no name for column 2');
    expect(() => read(',b\nx,3\ny,4\n')).toThrow('no name for column 1');
  });

  it.each([
    ['a,b\nA,1\nB,2\nA,4\nTotal,7\n', 5, 'Total'],
    ['a,b\n5,1\n7,2\n6,4\nSumme,7\n', 5, 'Summe'],
    ['a,b\nA,$1.50\nB,$2\nA,$4\nGrand total,$7.50\n', 5, 'Grand total'],
    ['a,b\nA,1\nB,2\nA,4\nEindtotaal,7\n', 5, 'Eindtotaal'],
    ['a,b\nA,1\nB,2\nA,4\nTotale complessivo,7\n', 5, 'Totale complessivo'],
    ['a,b,c\nA,1,x\nB,2,y\nA,4,x\nGesamt,9,\n', 5, 'Gesamt'],
  ])('A row of totals at the end is not read, and a note names its line (%j)', (text, line, label) => {
    const { lines, notes } = read(text);
    expect(lines).toHaveLength(3);
    expect(notes.find(({ code }) => code === 'total_row')?.message).toBe(
      `Line ${line} is a summary of the rows ("${label}") and is not read.`,
    );
  });

  it('Row numbers are recognized next to a row of totals, with or without a number', () => {
    for (const last of [',7,Grand Total', 'Total,7,'])
      expect([...read(`,a,b\n0,1,x\n4,2,y\n6,4,x\n${last}\n`).columns]).toEqual([
        ['a', ['1', '2', '4']],
        ['b', ['x', 'y', 'x']],
      ]);
  });

  it('The euro sign of windows-1252 is read', () => {
    const file = readTextTable(Buffer.from('x;y\n1,50 \x80;a\n7,25 \x80;b\n', 'latin1'), 'csv');
    expect([x(file), file.units.get('x')]).toEqual([['1.50', '7.25'], 'EUR']);
  });

  it('A category Total at the end of the file is a row like others', () => {
    expect(read('a,b\nShell,1\nTotal,2\nShell,4\nTotal,9\n').lines).toHaveLength(4);
    expect(read('a,b\nShell,11\nEsso,2\nShell,4\nTotal,30\n').lines).toHaveLength(4);
  });

  it('Rows without any value are not read', () => {
    const { lines, notes } = read('a,b\n1,2\n,\n3,4\n,\n');
    expect(Array.from(lines)).toEqual([2, 4]);
    expect(notes.map(({ message }) => message)).toEqual(['2 rows have no values and are not read.']);
  });

  const answers = ['Yes', 'No', 'No', 'Yes', 'Yes', 'No', 'Yes', 'No'];
  const rows = answers.map((answer, k) => `R_${k},2026-03-0${k + 1} 10:00:00,${answer},${20 + k}\n`);

  it.each([
    [
      'Qualtrics',
      'Response ID,Recorded Date,Would you buy it?,age\n{"ImportId":"_id"},{"ImportId":"date"},{"ImportId":"q"},a\n',
    ],
    ['SurveyMonkey', ',,Response,\n'],
  ])(
    'Headings below the names of columns, as %s writes them, are no rows, and notes name their lines',
    (_, headings) => {
      const lines = headings.replaceAll(/(\{[^}]*\})/g, (cell) => `"${cell.replaceAll('"', '""')}"`);
      const { columns, notes } = read(`id,date,q1,age\n${lines}${rows.join('')}`);
      expect(columns.get('q1')).toEqual(answers);
      const own = notes.filter(({ code }) => code === 'heading_row').map(({ message }) => message);
      expect(own).toHaveLength(lines.split('\n').length - 1);
      expect(own[0]).toMatch(/^Line 2 is a heading \(".*"\) and is not read\.$/);
    },
  );

  it.each([
    ['with an odd cell', 'R_a,2026-03-01 10:00:00,Yes,n/a\n'],
    ['with a text in a column of numbers', 'R_a,2026-03-01 10:00:00,Yes,old\n'],
    ['without its last values', 'R_a,2026-03-01 10:00:00,,\n'],
  ])('A first respondent %s is read', (_, first) => {
    const { columns, notes } = read(`id,date,q1,age\n${first}${rows.join('')}`);
    expect(columns.get('q1')).toHaveLength(9);
    expect(codes({ notes } as TableFile)).not.toContain('heading_row');
  });

  it('Spellings that differ by capital letters are one value, and a note names them', () => {
    const file = column(['Ja', 'ja', 'Ja', 'JA ', 'nein', 'nein']);
    expect([x(file), codes(file)]).toEqual([['Ja', 'Ja', 'Ja', 'Ja', 'nein', 'nein'], ['spellings_merged']]);
  });

  it('Numbers that all have the same measure are numbers with its unit, but codes are not', () => {
    const file = column(['2.5 kg', '10 kg', '7 kg', '3 kg']);
    expect([x(file)!.map(Number), file.units.get('x')]).toEqual([[2.5, 10, 7, 3], 'kg']);
    expect(column(['1 year', '2 years', '3 years']).units.get('x')).toBe('years');
    for (const cells of [
      ['3G', '4G', '5G'],
      ['1st', '2nd', '3rd'],
      ['12 min', '2 h', '3 min', '1 h'],
    ])
      expect(x(column(cells))).toEqual(cells);
  });

  it('A blank cell of a tick box is not ticked, while other blank cells are missing', () => {
    const file = read('q_1,q_2,uses,city\nPrice,,1,Rome\n,Brand,,\nPrice,Brand,,Rome\n');
    expect(Object.fromEntries(file.columns)).toEqual({
      ...{ q_1: ['Price', '0', 'Price'], q_2: ['0', 'Brand', 'Brand'], uses: ['1', '0', '0'] },
      city: ['Rome', '', 'Rome'],
    });
    expect(file.notes.find(({ code }) => code === 'blank_ticks')?.message).toContain('"q_1", "q_2", "uses"');
    const prices = read('price_train,price_car,y\n10,,1\n,12,0\n10,12,0\n');
    expect([prices.columns.get('price_train'), prices.notes]).toEqual([['10', '', '10'], []]);
  });

  it('A file with many columns of ticks is read in less than a second', () => {
    const names = Array.from({ length: 400 }, (_, k) => `${'a'.repeat(180)}${k}_b`);
    const start = process.cpuUsage();
    const file = read([names, names.map(() => 'zz'), names.map((_, k) => (k === 0 ? 'zz' : ''))].join('\n'));
    const { user } = process.cpuUsage(start);
    expect(file.columns.size).toBe(400);
    expect(user).toBeLessThan(1_000_000);
  });

  it('Several answers in one cell are a column for each, but pairs of words are not', () => {
    const answers = ['Price;Brand', 'Price', 'Brand;Size', ''];
    const file = column(Array.from({ length: 40 }, (_, k) => answers[k % 4]!));
    expect([...file.columns.keys()]).toEqual(['x', 'x: Price', 'x: Brand', 'x: Size', 'y']);
    expect(file.columns.get('x: Brand')!.slice(0, 4)).toEqual(['1', '0', '1', '0']);
    const limits = { maxRows: 100, maxColumns: 4, maxCells: 1_000 };
    const text = Array.from({ length: 40 }, (_, k) => `${answers[k % 4]!},${k % 2}\n`).join('');
    const { columns } = readTextTable(Buffer.from(`x,y\n${text}`), 'csv', limits);
    expect([...columns.keys()]).toEqual(['x', 'y']);
    const places = ['Rome, Italy', 'Milan, Italy', 'Paris, France', 'Lyon, France'];
    expect([...column(Array.from({ length: 40 }, (_, k) => places[k % 4]!)).columns.keys()]).toEqual(['x', 'y']);
  });

  it.each([
    ['# from a shop; all dates\n#\na;b\n1;2\n3;4\n', 3],
    ['Sales 2024;;\n\na;b\n1;2\n3;4\n', 3],
    ['\n,,\na,b\n1,2\n3,4\n', 3],
    ['Sales 2024\na;b\n1;2\n3;4\n', 2],
  ])('Comments, titles and empty lines above the header are not read (%j)', (text, line) => {
    const file = read(text);
    expect(Object.fromEntries(file.columns)).toEqual({ a: ['1', '3'], b: ['2', '4'] });
    expect([file.lines[0], file.notes[0]?.code]).toEqual([line + 1, 'lines_above_header']);
  });

  it('A header that begins with #, or whose quoted name has a line break, is no comment or title', () => {
    expect([...read('#visits,city\n3,Rome\n4,Oslo\n').columns.keys()]).toEqual(['#visits', 'city']);
    expect(() => read('"How\nold?",b\n3,1\n4,2\n')).toThrow('control character in the name of column 1');
  });

  it('A remark below the rows is not read', () => {
    const file = read('a,b,c\nx,1,2\ny,3,4\n\nSource: CRM export,,\n');
    expect([file.columns.get('a'), file.notes.map(({ code }) => code)]).toEqual([['x', 'y'], ['remark_row']]);
  });
});
