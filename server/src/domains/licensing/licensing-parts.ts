import type { CryptoKey } from 'jose'
import type { SystemScope } from '../../platform/database/types.ts'
import type { CurrentLicense } from './current-license.ts'

/** What the use cases of licensing work with. */
export interface LicensingParts {
  system: SystemScope
  keys: readonly CryptoKey[]
  current: CurrentLicense
}
