import { Module } from '@nestjs/common';
import { Organizations } from './organizations.service.js';

@Module({ providers: [Organizations], exports: [Organizations] })
export class OrganizationsModule {}
