import { z } from 'zod'

/** `typ` of the protected header of a license, a JWS in compact form (RFC 7515) signed with Ed25519 (RFC 8037). */
export const LICENSE_TYPE = 'caseloom-license'

/** What a license says; `validUntil` null is perpetual. Limits are named by the parts of the product that keep them. */
export const LicensePayload = z.object({
  licenseId: z.string().min(1).max(200),
  issuedTo: z.string().max(500),
  validFrom: z.iso.datetime({ offset: true }),
  validUntil: z.iso.datetime({ offset: true }).nullable(),
  limits: z.record(z.string(), z.number()).default({}),
})
export type LicensePayload = z.output<typeof LicensePayload>

/** A public key of an issuer as JWK; as PEM it is taken too. */
export const LicenseKey = z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string() })

/** A signed license is short; what is longer, in characters, is none. */
export const MAX_LICENSE_LENGTH = 20_000

/** The largest request that carries one: the license and the frame of a multipart form around it. */
export const MAX_LICENSE_REQUEST = MAX_LICENSE_LENGTH + 2_000

/** Where a moment is to the span of a license. */
export function licenseSpan(
  { validFrom, validUntil }: Pick<LicensePayload, 'validFrom' | 'validUntil'>,
  now: Date,
): 'early' | 'within' | 'over' {
  if (now.getTime() < Date.parse(validFrom)) return 'early'
  return validUntil === null || now.getTime() < Date.parse(validUntil) ? 'within' : 'over'
}

/**
 * The public key behind the license that every copy of the product carries. Its private half was thrown away when
 * the license had been signed: anyone who issues licenses of their own lists their keys in CASELOOM_LICENSE_KEYS.
 */
export const BUILT_IN_KEY = {
  kty: 'OKP',
  crv: 'Ed25519',
  x: 'MepQ7hM3K1z402I35q5hqZRsenSu52FqKVtvs0wNnzo',
  kid: 'lpQLxsw5u75NoswU',
} as const
