import type { Actor } from '@caseloom/contract/kernel/permissions'
import { audit } from '../../platform/audit/audit.ts'
import type { SystemScope } from '../../platform/database/types.ts'
import { fail } from '../../platform/errors.ts'
import { allowInAccount } from '../../platform/rights.ts'
import * as store from './branding.store.ts'
import { imageType, isActiveSvg, LOGO_LIMIT } from './logo.rules.ts'
import { announceToAccount } from './tenancy.events.ts'
import type { Hand } from './tenancy-admin-deps.ts'

/** The name that the account shows instead of its own; null when it has none. */
export async function readBrandingName(
  system: SystemScope,
  actor: Actor,
  accountId: string,
): Promise<string | null> {
  allowInAccount(actor, accountId, 'session')
  return system.read((tx) => store.brandingName(tx, accountId))
}

/** Sets the name that the account shows; null takes it away. */
export async function changeBrandingName(
  system: SystemScope,
  { actor, ip }: Hand,
  { accountId, name }: { accountId: string; name: string | null },
): Promise<void> {
  allowInAccount(actor, accountId)
  await system.tx(async (tx) => {
    const before = await store.brandingName(tx, accountId)
    await store.saveBrandingName(tx, accountId, name)
    await announceToAccount(tx, accountId, 'branding')
    const object = { kind: 'account', id: accountId }
    await audit(tx, { accountId, actor, action: 'branding.name_changed', object, before, after: name, ip })
  })
}

/** The logo, or only its digest when that is the one that the asker has. Throws resource.not_found. */
export async function readLogo(
  system: SystemScope,
  { actor, accountId }: { actor: Actor; accountId: string },
  known: string,
): Promise<store.Logo | { digest: string }> {
  allowInAccount(actor, accountId, 'session')
  return system.read(async (tx) => {
    const digest = await store.logoDigest(tx, accountId)
    if (digest !== null && known.includes(digest)) return { digest }
    const found = digest === null ? null : await store.logo(tx, accountId)
    if (found === null) throw fail('resource.not_found')
    return found
  })
}

/**
 * Sets the logo, or takes it away (null).
 * @throws request.invalid when the bytes are no PNG, JPEG, WebP or SVG, too many, or an SVG that acts
 */
export async function changeLogo(
  system: SystemScope,
  { actor, ip }: Hand,
  { accountId, bytes }: { accountId: string; bytes: Buffer | null },
): Promise<void> {
  allowInAccount(actor, accountId)
  const image = bytes === null ? null : { bytes, mediaType: checkedType(bytes) }
  await system.tx(async (tx) => {
    const before = await store.logoDigest(tx, accountId)
    const after = await store.saveLogo(tx, accountId, image)
    if (before === after) return
    await announceToAccount(tx, accountId, 'branding')
    const object = { kind: 'account', id: accountId }
    await audit(tx, { accountId, actor, action: 'branding.logo_changed', object, before, after, ip })
  })
}

function checkedType(bytes: Buffer): string {
  if (bytes.length > LOGO_LIMIT) throw refused('too_big', 'The image is larger than 512 kB')
  const type = imageType(bytes)
  if (type === null) throw refused('not_an_image', 'This isn’t a PNG, JPEG, WebP, or SVG image')
  if (isActiveSvg(bytes))
    throw refused('active', 'This SVG contains scripts or external links. Export it without them.')
  return type
}

function refused(code: string, message: string) {
  return fail('request.invalid', { detail: message, issues: [{ path: ['body'], code, message }] })
}
