import type { Announcement } from '../../platform/database/types.ts'

/** Id of the license in `settings` events. */
export const LICENSE_SETTINGS = 'license'

/** The license was put in, taken away, or turned by time: everyone's browser reads it again, everywhere. */
export function licenseChanged(now: Date): Announcement {
  return {
    topic: 'model',
    verb: 'updated',
    kind: 'settings',
    id: LICENSE_SETTINGS,
    rev: now.getTime(),
    need: 'tenant',
  }
}

/** Words of signals behind which a change of the license may stand. */
export const LICENSE_WORDS = ['settings'] as const

export function isLicenseChange(fact: Announcement): boolean {
  return fact.topic === 'model' && fact.kind === 'settings' && fact.id === LICENSE_SETTINGS
}
