import {
  addAccount,
  addAdministrator,
  listTheAccounts,
  reactivateAccount,
  removeAccount,
  suspendAccount,
} from './account/accounts.ts'
import type { Command } from './terminal/command.ts'
import { installProduct } from './install/install.ts'
import { inspectLicense } from './license/inspect-license.ts'
import { issueLicense } from './license/issue-license.ts'
import { makeLicenseKey } from './license/make-license-key.ts'

/** Every command by its words. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  'account list': listTheAccounts,
  'account create': addAccount,
  'account invite': addAdministrator,
  'account suspend': suspendAccount,
  'account reactivate': reactivateAccount,
  'account delete': removeAccount,
  install: installProduct,
  'license inspect': inspectLicense,
  'license issue': issueLicense,
  'license keygen': makeLicenseKey,
}
