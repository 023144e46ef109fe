import { AppletCreate, type AppletView } from '@caseloom/contract/apps/applets'
import { plainJson } from '../format/canonical.rules.ts'
import type { Portable } from './local-item.ts'
import {
  type KeysById,
  limitsOf,
  notesOf,
  referencesOf,
  tableNeeds,
  withoutPeople,
} from './portable-app.rules.ts'

/** An applet as a package holds it. */
export function portableApplet(view: AppletView, keys: Pick<KeysById, 'app'>): Portable {
  const { key, name, description, icon, section, workflow, allows, follow, fields, sharing } = view
  const shape = { key, name, icon, section, allows, follow, fields: fields.map(withoutPeople) }
  const applet = AppletCreate.omit({ sharing: true }).parse({
    ...shape,
    ...(description === undefined ? {} : { description }),
    ...(workflow === undefined ? {} : { workflow }),
  })
  const portable = applet.fields.map(({ id: _id, readers: _readers, writers: _writers, ...field }) =>
    'app' in field ? { ...field, app: keys.app(field.app) ?? field.app } : field,
  )
  const { needs, notes } = referencesOf(fields, keys)
  needs.push(...tableNeeds(plainJson(applet)))
  return {
    document: plainJson({ format: 'caseloom.applet/1', applet: { ...applet, fields: portable } }),
    limits: limitsOf(fields, sharing !== null),
    needs,
    notes: [
      ...notes,
      ...notesOf(fields),
      ...(sharing === null ? [] : [{ severity: 'warning', code: 'limited', place: '' } as const]),
    ],
  }
}
