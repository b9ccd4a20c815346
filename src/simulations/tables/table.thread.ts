/** Runs in a thread, because a table can have hundreds of thousands of cells. */
export { writeTable as default } from './write-table.js';
