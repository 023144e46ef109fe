import type { HookAuth } from '@caseloom/contract/automation/hook-auth'
import { randomBytes } from 'node:crypto'
import type { TenantScope } from '../../../platform/database/types.ts'
import type { Secrets } from '../../../platform/secrets/secrets.ts'

/** Seals and opens the secrets of triggers; bound to tenant and trigger, so that no copied row opens elsewhere. */
export interface HookSecrets {
  seal(scope: TenantScope, triggerId: string, plain: string): Promise<string>
  open(scope: TenantScope, triggerId: string, sealed: string): Promise<string>
}

export function hookSecrets(secrets: Secrets): HookSecrets {
  const place = (id: string) => ({ table: 'trigger', id, field: 'secret' })
  return {
    seal: (scope, triggerId, plain) => scope.tx((tx) => secrets.seal(tx, place(triggerId), plain)),
    open: (scope, triggerId, sealed) => secrets.openWith(scope, place(triggerId), sealed),
  }
}

/** A fresh secret of the form that the scheme takes; for basic it is `user:password`. */
export function newHookSecret(auth: HookAuth): string {
  const random = randomBytes(32)
  // These sign with the bytes that their secret encodes.
  if (auth === 'teams') return random.toString('base64')
  if (auth === 'standard-webhooks') return `whsec_${random.toString('base64')}`
  return auth === 'basic' ? `caseloom:${random.toString('base64url')}` : random.toString('base64url')
}

/** The unguessable last part of a hook's address. */
export function newHookKey(): string {
  return randomBytes(18).toString('base64url')
}
