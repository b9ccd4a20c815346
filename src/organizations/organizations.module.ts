import { Module } from '@nestjs/common';
import { Organizations, Owners } from './organizations.service.js';

@Module({ providers: [Organizations, Owners], exports: [Organizations, Owners] })
export class OrganizationsModule {}
