import 'reflect-metadata';
import { ApiAndWorkerModule } from './api-and-worker.module.js';
import { runRoot } from './platform/process/root.js';
import { startApi } from './start-api.js';

/** Entry point of the process of `npm start`, which needs less memory and time to start than two processes. */
void runRoot((settings) => startApi(ApiAndWorkerModule.with(settings), settings, 'api-and-worker'));
