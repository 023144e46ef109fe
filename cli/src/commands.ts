import type { Command } from './command.ts'
import { inspectLicense } from './license/inspect-license.ts'
import { issueLicense } from './license/issue-license.ts'
import { makeLicenseKey } from './license/make-license-key.ts'

/** Every command by its words. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  'license inspect': inspectLicense,
  'license issue': issueLicense,
  'license keygen': makeLicenseKey,
}
