// Loaded by each process of the tests. V8 optimizes a function later: most processes of the tests end before an optimization pays for itself.
require('node:v8').setFlagsFromString('--interrupt-budget=1000000');
