import { Secret, TOTP } from 'otpauth'

/** RFC 6238 as every authenticator app speaks it. */
const FORM = { algorithm: 'SHA1', digits: 6, period: 30 } as const
const ISSUER = 'Caseloom'

/** The address that an authenticator app reads from a QR code. */
export function totpUri(secret: string, email: string): string {
  const totp = new TOTP({ ...FORM, issuer: ISSUER, label: email, secret: Secret.fromBase32(secret) })
  return totp.toString()
}

/**
 * The time step that a code belongs to, when it is right now (one step of clock drift either way) and no code of this
 * or a later step was used before; else null.
 */
export function acceptedStep(
  secret: string,
  code: string,
  { now, lastStep }: { now: Date; lastStep: number | null },
): number | null {
  const token = code.replaceAll(/[\s-]/g, '')
  if (!/^\d{6}$/.test(token)) return null
  const totp = new TOTP({ ...FORM, secret: Secret.fromBase32(secret) })
  const delta = totp.validate({ token, timestamp: now.getTime(), window: 1 })
  if (delta === null) return null
  const step = totp.counter({ timestamp: now.getTime() }) + delta
  return lastStep !== null && step <= lastStep ? null : step
}
