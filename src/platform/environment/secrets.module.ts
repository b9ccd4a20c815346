import { Global, Module } from '@nestjs/common';
import { EntrySigner } from '../../common/entry-signer.js';
import { CursorCodec } from '../../common/pagination/cursor.js';
import { SecretBox } from '../../common/secret-box.js';
import type { Settings } from '../../config/settings.js';
import { SETTINGS } from './settings.module.js';

/** Providers whose keys are derived from the master key. */
@Global()
@Module({
  providers: [
    { provide: CursorCodec, inject: [SETTINGS], useFactory: ({ masterKey }: Settings) => new CursorCodec(masterKey) },
    {
      provide: SecretBox,
      inject: [SETTINGS],
      useFactory: ({ masterKey, previousMasterKeys }: Settings) => new SecretBox(masterKey, previousMasterKeys),
    },
    {
      provide: EntrySigner,
      inject: [SETTINGS],
      useFactory: ({ masterKey, previousMasterKeys }: Settings) => new EntrySigner(masterKey, previousMasterKeys),
    },
  ],
  exports: [CursorCodec, SecretBox, EntrySigner],
})
export class SecretsModule {}
