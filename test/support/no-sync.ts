/** Settings of Postgres. Without fsync, a killed process loses no data. Only a power failure does. */
export const noSync = 'fsync = off\nfull_page_writes = off\n';
