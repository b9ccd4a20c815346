import { Module } from '@nestjs/common';
import { Organizations } from './organizations.service.js';
import { Owners } from './owners.service.js';

@Module({ providers: [Organizations, Owners], exports: [Organizations, Owners] })
export class OrganizationsModule {}
