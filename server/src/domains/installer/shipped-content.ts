import { type AppFile, type AppletFile } from '@caseloom/contract/apps/app-file'
import { JsonObject } from '@caseloom/contract/kernel/json'
import { appletSection, readStarterApplets, readStarterApps, readStarterPlaybook } from './starter-files.ts'

/** A definition as content packages hold it. */
interface ShippedItem {
  kind: 'app' | 'applet' | 'playbook'
  key: string
  title: string
  document: JsonObject
}

/** What a new tenant can begin with, for the library of packages. */
export async function readShippedContent(): Promise<ShippedItem[]> {
  const applets = await readStarterApplets()
  const apps = await readStarterApps()
  const playbook = await readStarterPlaybook()
  return [
    ...apps.map((file): ShippedItem => {
      const { key, name } = file.app
      return { kind: 'app', key: String(key), title: String(name), document: withLinks(file, applets) }
    }),
    ...applets.map(({ format, applet }): ShippedItem => {
      const document = plain({ format, applet })
      return { kind: 'applet', key: applet.key, title: applet.name, document }
    }),
    {
      kind: 'playbook',
      key: String(playbook['playbook']),
      title: String(playbook['title']),
      document: playbook,
    },
  ]
}

/** The app as a package holds it: its applets linked by key, without views. */
function withLinks(
  { format, app, applets: named = [] }: AppFile,
  applets: readonly AppletFile[],
): JsonObject {
  const links = named.map(({ applet, prefix }) => ({ applet, prefix, overrides: {} }))
  const sections = named.flatMap(({ applet: key, prefix, tab }) => {
    const found = applets.find(({ applet }) => applet.key === key)
    return found === undefined ? [] : [appletSection(found.applet.section, prefix, tab)]
  })
  const layout = Array.isArray(app['layout']) ? app['layout'] : []
  const linked = links.length === 0 ? {} : { applets: links, layout: [...layout, ...sections] }
  return plain({ format, app: { ...app, ...linked } })
}

/** A value as JSON, without what is undefined in it. */
function plain(value: unknown): JsonObject {
  return JsonObject.parse(JSON.parse(JSON.stringify(value)))
}
