import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { Documented, InTag } from '../../common/http/documented.decorators.js';
import type { Reply } from '../../common/http/reply.js';
import { Public } from '../../common/identity/identity.decorators.js';
import { LogsSignIn } from '../../platform/logging/logs-security-event.decorator.js';
import { LimitPerAddress } from '../../platform/rate-limit/rate-limit.decorators.js';
import { authTag } from '../auth.tag.js';
import { Identities } from '../identities.service.js';
import { identitySchema, type IdentityRecord } from '../identity.record.js';
import { CurrentVisitor, type Visitor } from '../account.js';
import { logInSchema, signUpSchema, type LogIn, type SignUp } from './password.schema.js';
import { Passwords } from './passwords.service.js';

@Controller('v1/auth/password')
@Public()
@InTag(authTag)
export class PasswordController {
  constructor(
    private readonly passwords: Passwords,
    private readonly identities: Identities,
  ) {}

  @Post('signup')
  @LimitPerAddress({ name: 'sign-up', perMinute: 5 })
  @LogsSignIn('sign_up')
  @Documented({
    summary: 'Sign up with a password',
    description:
      'Creates a user and an organization, and starts a session of 7 days (cookie `svc_session`). Limits: 5 requests per minute and address, 20 new organizations per day and address.',
    data: identitySchema,
    headers: ['Set-Cookie', 'Cache-Control'],
    errors: ['email_already_registered', 'sign_up_limit_reached'],
  })
  async signUp(
    @Body({ schema: signUpSchema }) body: SignUp,
    @CurrentVisitor() visitor: Visitor,
  ): Promise<Reply<IdentityRecord>> {
    return this.identities.welcome(await this.passwords.signUp(body, visitor), visitor);
  }

  @Post('login')
  @HttpCode(200)
  @LimitPerAddress({ name: 'login', perMinute: 5 })
  @LogsSignIn('password')
  @Documented({
    summary: 'Log in with a password',
    description:
      'Starts a session of 7 days (cookie `svc_session`). An unknown email address and a wrong password return the same error. Limits: 5 requests per minute and address. After 10 wrong passwords for an account in an hour, or 100 in a day, only an email link signs in (`email_link_required`). A browser that signed in to the account before has its own count.',
    data: identitySchema,
    headers: ['Set-Cookie', 'Cache-Control'],
    errors: ['invalid_credentials', 'email_link_required'],
  })
  async logIn(
    @Body({ schema: logInSchema }) body: LogIn,
    @CurrentVisitor() visitor: Visitor,
  ): Promise<Reply<IdentityRecord>> {
    return this.identities.welcome(await this.passwords.logIn(body, visitor), visitor);
  }
}
