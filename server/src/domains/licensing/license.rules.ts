import { type LicensePayload, licenseSpan } from '@caseloom/contract/tenancy/license-file'
import type { LicenseView } from '@caseloom/contract/tenancy/licensing'

/** A stored license: signed by a trusted key, or some text that is not. */
export type StoredLicense =
  | { signed: true; payload: LicensePayload }
  /** `fault`: it is no license at all, or no one trusted has signed it. */
  | { signed: false; licenseId: string | null; fault: 'not_a_license' | 'bad_signature' }

/** Whether the license holds at this moment. */
export function isValidAt(license: StoredLicense, now: Date): boolean {
  return license.signed && licenseSpan(license.payload, now) === 'within'
}

export function licenseIdOf(license: StoredLicense): string | null {
  return license.signed ? license.payload.licenseId : license.licenseId
}

/** The license as shown in the settings; details only for those who may see them. */
export function viewLicense(license: StoredLicense | null, now: Date, detailed: boolean): LicenseView {
  if (license === null) return { licenseId: null, isValid: false, details: null }
  const view = { licenseId: licenseIdOf(license), isValid: isValidAt(license, now) }
  if (!license.signed || !detailed) return { ...view, details: null }
  const { issuedTo, validFrom, validUntil, limits } = license.payload
  const utc = (at: string) => new Date(at).toISOString()
  return {
    ...view,
    details: {
      issuedTo,
      validFrom: utc(validFrom),
      validUntil: validUntil === null ? null : utc(validUntil),
      limits,
    },
  }
}

/** The next moment, in milliseconds since the epoch, at which time alone turns the license; null when it never does. */
export function nextTurn(license: StoredLicense | null, now: Date): number | null {
  if (license === null || !license.signed) return null
  const { validFrom, validUntil } = license.payload
  const moments = [Date.parse(validFrom), ...(validUntil === null ? [] : [Date.parse(validUntil)])]
  const ahead = moments.filter((at) => at > now.getTime())
  return ahead.length === 0 ? null : Math.min(...ahead)
}

/** Days before the end of a license at which a reminder is sent. */
const REMINDERS = [30, 14, 7, 3, 1]
const DAY_MS = 86_400_000

/**
 * Whether a reminder of the license's end is due: `left` days before it, rounded up, at the reminder of `step` days.
 * Null when the end is far off, has passed, or was announced at this distance.
 */
export function reminderDue(
  license: StoredLicense | null,
  lastStep: number | null,
  now: Date,
): { step: number; left: number } | null {
  if (license === null || !license.signed || license.payload.validUntil === null) return null
  const left = Math.ceil((Date.parse(license.payload.validUntil) - now.getTime()) / DAY_MS)
  if (left <= 0) return null
  const step = REMINDERS.findLast((days) => left <= days)
  return step === undefined || (lastStep !== null && lastStep <= step) ? null : { step, left }
}

export type LicenseFault = 'not_a_license' | 'bad_signature' | 'expired' | 'not_yet_valid'

/** Why a license is not taken at this moment; null when it is. */
export function faultOf(license: StoredLicense, now: Date): LicenseFault | null {
  if (!license.signed) return license.fault
  const span = licenseSpan(license.payload, now)
  if (span === 'within') return null
  return span === 'over' ? 'expired' : 'not_yet_valid'
}
