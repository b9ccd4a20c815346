import { Module } from '@nestjs/common';
import { MailModule } from '../platform/mail/mail.module.js';
import { Organizations } from './organizations.service.js';
import { Owners } from './owners.service.js';

@Module({ imports: [MailModule], providers: [Organizations, Owners], exports: [Organizations, Owners] })
export class OrganizationsModule {}
