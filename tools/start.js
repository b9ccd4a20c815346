// Entry point of `nest start`, which is `npm start`: it needs the bundle, which `nest build` does not write.
process.argv.splice(1, 1, '', 'service,dashboard,client', 'dist/app/start.js');
await import('./run-built.mjs');
