import { Module, type DynamicModule } from '@nestjs/common';
import type { Settings } from '../../config/settings.js';

/** The token under which the parsed {@link Settings} are injected. */
export const SETTINGS = Symbol('settings');

@Module({})
export class SettingsModule {
  static with(settings: Settings): DynamicModule {
    return {
      module: SettingsModule,
      global: true,
      providers: [{ provide: SETTINGS, useValue: settings }],
      exports: [SETTINGS],
    };
  }
}
