import type { DirectoryDeps } from './directory/directory-deps.ts'
import type { IdentityDeps } from './people/identity-deps.ts'
import type { SystemScope } from '../../platform/database/types.ts'
import { createThrottle, type Throttle } from '../../platform/http/throttle.ts'

const MINUTE = 60
const HOUR = 3600

/**
 * How often someone may try. Of one person: from one source or known device, and from all unknown sources together,
 * which bounds guessing from many. Of one source: whichever person they try as. A whole office may stand behind one address.
 */
const LIMITS = {
  'login-email': { points: 10, seconds: 5 * MINUTE },
  'login-person': { points: 100, seconds: HOUR },
  'login-ip': { points: 50, seconds: 5 * MINUTE },
  proof: { points: 10, seconds: 15 * MINUTE },
  'proof-person': { points: 30, seconds: HOUR },
  'passkey-ip': { points: 300, seconds: 5 * MINUTE },
  'lock-notice': { points: 1, seconds: HOUR },
  'sso-ip': { points: 300, seconds: 5 * MINUTE },
  'forgot-email': { points: 3, seconds: HOUR },
  'forgot-person': { points: 10, seconds: HOUR },
  'forgot-ip': { points: 30, seconds: HOUR },
}

/** Throttles of signing in, of single sign-on and of mails for a new password. */
export function signInThrottles(system: SystemScope): {
  throttles: IdentityDeps['throttles']
  sso: Throttle
  forgot: DirectoryDeps['forgot']
} {
  const limit = (name: keyof typeof LIMITS) => createThrottle(system, { name, ...LIMITS[name] })
  return {
    throttles: {
      email: limit('login-email'),
      person: limit('login-person'),
      ip: limit('login-ip'),
      proof: limit('proof'),
      codes: limit('proof-person'),
      passkey: limit('passkey-ip'),
      lockNotice: limit('lock-notice'),
    },
    sso: limit('sso-ip'),
    forgot: {
      email: limit('forgot-email'),
      person: limit('forgot-person'),
      ip: limit('forgot-ip'),
    },
  }
}
