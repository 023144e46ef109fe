import { MIGRATIONS } from '@caseloom/server/migrations'
import { anInstallation, type TestInstallation } from './installation.ts'

/** An installation with the tables of every domain. */
export function aWholeInstallation(): Promise<TestInstallation> {
  return anInstallation('whole', MIGRATIONS)
}
