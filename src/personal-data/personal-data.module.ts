import { Module } from '@nestjs/common';
import { Sessions } from '../auth/session/sessions.service.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { PersonalData } from './personal-data.service.js';

/** Without the module of sign-in, whose password hasher would delay each command of the operator CLI. */
@Module({ imports: [OrganizationsModule], providers: [PersonalData, Sessions], exports: [PersonalData] })
export class PersonalDataModule {}
