import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { AppFile, readAppFile } from '@caseloom/contract/apps/app-file'
import { type Target, targetsOf } from './targets.ts'

const FILE = join(import.meta.dirname, '../../../server/src/domains/installer/starter/alert.app.json')
const ANY_APP = '01890000-0000-7000-8000-000000000001'

/** The app Alert as it ships. */
export function alertApp() {
  const { app } = readAppFile(AppFile.parse(JSON.parse(readFileSync(FILE, 'utf8'))), () => ANY_APP)
  if (app === undefined) throw new Error('The app Alert can’t be read')
  return app
}

/** The fields of the app Alert that values can go to. */
export const alertTargets = (): Target[] => targetsOf(alertApp())

/** Fields of an app that keeps the parts of an alert apart, as tenants build them. */
export function richTargets(): Target[] {
  const text = { required: false, readOnly: false, multiline: false, maxLength: 500, unique: false }
  const more = [
    { ...text, key: 'host', label: 'Host', type: 'text' as const },
    { ...text, key: 'user', label: 'User', type: 'text' as const },
    { ...text, key: 'source_ip', label: 'Source IP', type: 'text' as const, format: 'ip' as const },
    { ...text, key: 'file_hash', label: 'File hash', type: 'text' as const, format: 'hash' as const },
  ]
  return targetsOf({ ...alertApp(), fields: [...alertApp().fields, ...more] })
}
