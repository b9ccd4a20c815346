import 'reflect-metadata';
import { AppModule } from './app.module.js';
import { runRoot } from './platform/process/root.js';
import { startApi } from './start-api.js';

/** Entry point of the API process. */
void runRoot((settings) => startApi(AppModule.with(settings), settings, 'api'));
