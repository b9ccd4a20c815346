// Loaded by each process of the tests. V8 optimizes a function later: most processes of the tests end before an optimization pays for itself.
// oxlint-disable-next-line typescript/no-require-imports -- processes load it before their ES modules
require('node:v8').setFlagsFromString('--interrupt-budget=1000000');
