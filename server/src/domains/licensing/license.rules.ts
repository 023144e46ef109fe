import { z } from 'zod'

/** What a licence says; `validUntil` null is perpetual. Limits are named by the parts of the product that keep them. */
export const LicensePayload = z.object({
  licenseId: z.string().min(1).max(200),
  issuedTo: z.string().max(500),
  validFrom: z.iso.datetime({ offset: true }),
  validUntil: z.iso.datetime({ offset: true }).nullable(),
  limits: z.record(z.string(), z.number()).default({}),
})
export type LicensePayload = z.output<typeof LicensePayload>

/** A stored licence: signed by a trusted key, or some text that is not. */
export type StoredLicense =
  | { signed: true; payload: LicensePayload }
  | { signed: false; licenseId: string | null }

/** Whether the licence holds at this moment. */
export function isValidAt(license: StoredLicense, now: Date): boolean {
  if (!license.signed) return false
  const { validFrom, validUntil } = license.payload
  if (now.getTime() < Date.parse(validFrom)) return false
  return validUntil === null || now.getTime() < Date.parse(validUntil)
}

export function licenseIdOf(license: StoredLicense): string | null {
  return license.signed ? license.payload.licenseId : license.licenseId
}
