import { AppFile, AppletFile, readAppFile, writeAppFile } from '@caseloom/contract/apps/app-file'
import type { LayoutSection } from '@caseloom/contract/apps/layout'
import { TableFile } from '@caseloom/contract/automation/table-file'
import { withSectionIds } from '@caseloom/contract/apps/section-ids'
import { isJsonObject, type JsonObject } from '@caseloom/contract/kernel/json'
import { FORMAT } from '@caseloom/playbook/document'
import { plainJson } from '../format/canonical.rules.ts'
import { normalDashboard } from '../format/normal-dashboard.rules.ts'
import { normalPage } from '../format/normal-page.rules.ts'
import type { PackageItem } from '../format/package-file.ts'

/** A definition as an export of it would have it, so that both have the same digest. */
export function normalForm(kind: PackageItem['kind'], document: JsonObject): JsonObject {
  switch (kind) {
    case 'app':
      return normalApp(document)
    case 'applet': {
      const { format, applet } = AppletFile.parse(document)
      const [section] = withSectionIds([applet.section])
      return plainJson({ format, applet: { ...applet, section } })
    }
    case 'table':
      return plainJson(TableFile.parse(document))
    case 'dashboard':
      return normalDashboard(document)
    case 'report':
    case 'workspace':
    case 'homepage':
      return normalPage(kind, document)
    case 'playbook':
      return plainJson({ ...document, format: FORMAT })
    default:
      return kind satisfies never
  }
}

function normalApp(document: JsonObject): JsonObject {
  const file = AppFile.parse(document)
  const { applets, ...own } = file.app
  const keys = referencedApps(document)
  const { app } = readAppFile({ format: file.format, app: own }, (key) => idAt(keys.indexOf(key)))
  if (app === undefined) throw new Error(`${String(own['key'])} can’t be read`)
  const layouts = app.layouts?.map((one) => ({ ...one, sections: withSectionIds(one.sections) }))
  const whole = {
    ...app,
    layout: withSectionIds(app.layout.map(named)),
    ...(layouts === undefined ? {} : { layouts }),
  }
  const written = writeAppFile(whole, (id) => keys.find((_key, at) => idAt(at) === id))
  return plainJson({ ...written, app: { ...written.app, ...(applets === undefined ? {} : { applets }) } })
}

/** A section of an applet is named by the prefix of its link. */
function named(section: LayoutSection): LayoutSection {
  return section.applet === undefined ? section : { id: section.applet, ...section }
}

/** Keys of the apps that reference fields of a document name. */
export function referencedApps({ app, applet }: JsonObject): string[] {
  const definition = isJsonObject(app) ? app : applet
  const fields = isJsonObject(definition) ? definition['fields'] : []
  const named = (Array.isArray(fields) ? fields : []).flatMap((field) =>
    isJsonObject(field) && typeof field['app'] === 'string' ? [field['app']] : [],
  )
  return [...new Set(named)]
}

/** In place of an app while only the form of a definition counts. */
function idAt(at: number): string {
  return `00000000-0000-7000-8000-${String(at).padStart(12, '0')}`
}
