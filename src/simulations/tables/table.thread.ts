import { measured } from '../../platform/process/measured.js';
import { writeTable } from './write-table.js';

/** Runs in a thread, because a table can have hundreds of thousands of cells. */
export default measured(writeTable);
