import { Body, Controller, HttpCode, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import { z } from 'zod';
import { Documented, InTag } from '../../common/http/documented.decorators.js';
import { Reply } from '../../common/http/reply.js';
import type { Caller, Origin } from '../../common/identity/caller.js';
import { CurrentCaller, CurrentOrigin, Public, RequireScope } from '../../common/identity/identity.decorators.js';
import {
  LogsPasswordChange,
  LogsPasswordReset,
  LogsSignIn,
} from '../../platform/logging/logs-security-event.decorator.js';
import { LimitPerAddress } from '../../platform/rate-limit/rate-limit.decorators.js';
import { CurrentVisitor, type Visitor } from '../account.js';
import { Identities } from '../identities.service.js';
import { authTag, identitySchema, type IdentityRecord } from '../identity.record.js';
import { SessionAuthenticator } from '../session/session-authenticator.service.js';
import {
  changePasswordSchema,
  logInSchema,
  resetPasswordSchema,
  signUpSchema,
  type ChangePassword,
  type LogIn,
  type ResetPassword,
  type SignUp,
} from './password.schema.js';
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

const changedSchema = z.strictObject({ changed: z.literal(true) });

@Controller('v1/auth/password')
@InTag(authTag)
export class PasswordChangesController {
  constructor(
    private readonly passwords: Passwords,
    private readonly authenticator: SessionAuthenticator,
    private readonly identities: Identities,
  ) {}

  @Post('change')
  @HttpCode(200)
  @RequireScope('none')
  @LogsPasswordChange()
  @Documented({
    summary: 'Change the password',
    description:
      'Replaces the password and ends all other sessions of the user. The user gets an email. Requires a session, not an API key. An account without a password sets its first one with POST /v1/auth/password/reset.',
    data: changedSchema,
    headers: ['Set-Cookie', 'Cache-Control'],
    errors: ['session_required', 'current_password_wrong', 'email_link_required'],
  })
  async change(
    @CurrentCaller() caller: Caller,
    @Body({ schema: changePasswordSchema }) body: ChangePassword,
    @CurrentVisitor() visitor: Visitor,
  ): Promise<Reply<{ changed: true }>> {
    const account = await this.passwords.change(caller, body, visitor);
    const headers = { 'Set-Cookie': this.identities.browserCookie(account, visitor), 'Cache-Control': 'no-store' };
    return new Reply({ changed: true }, { headers });
  }

  @Post('reset')
  @HttpCode(200)
  @Public()
  @LimitPerAddress({ name: 'verify', perMinute: 10 })
  @LogsPasswordReset()
  @Documented({
    summary: 'Reset the password',
    description:
      'Sets a new password with the token of a sign-in link (POST /v1/auth/magic-link/request), ends all sessions of the user and signs in like POST /v1/auth/magic-link/verify. The user gets an email. If the password is rejected, the link remains valid. Limit: 10 requests per minute and address, together with verify.',
    data: identitySchema,
    headers: ['Set-Cookie', 'Cache-Control'],
    errors: ['magic_link_invalid', 'sign_up_limit_reached'],
  })
  async reset(
    @Body({ schema: resetPasswordSchema }) { new_password: newPassword, ...link }: ResetPassword,
    @CurrentVisitor() visitor: Visitor,
    @CurrentOrigin() origin: Origin,
    @Req() request: Request,
  ): Promise<Reply<IdentityRecord>> {
    const session = await this.authenticator.presented(request);
    const signIn = await this.passwords.reset({ ...link, session, visitor, origin }, newPassword);
    return this.identities.welcome(signIn, visitor);
  }
}
