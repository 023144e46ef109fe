// What comes with the product: apps, applets, and a playbook, for new tenants and for the library of packages.
import { AppFile, AppletFile } from '@caseloom/contract/apps/app-file'
import type { AppletCreate } from '@caseloom/contract/apps/applets'
import type { LayoutSection } from '@caseloom/contract/apps/layout'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { readFile } from 'node:fs/promises'
import { readPlaybook } from './shipped-playbooks.ts'

/** Apps that come with the product; each may refer to those before it. */
const APPS = ['asset', 'observable-intel', 'case', 'alert']
/** Applets that come with the product. */
const APPLETS = ['containment', 'identities', 'root-cause', 'notify', 'custody']

export function readStarterApps(): Promise<AppFile[]> {
  return Promise.all(
    APPS.map(async (name) => AppFile.parse(JSON.parse(await readStarter(`${name}.app.json`)))),
  )
}

export function readStarterApplets(): Promise<AppletFile[]> {
  return Promise.all(
    APPLETS.map(async (name) => AppletFile.parse(JSON.parse(await readStarter(`${name}.applet.json`)))),
  )
}

/** The playbook that comes with the product, as JSON. */
export function readStarterPlaybook(): Promise<JsonObject> {
  return readPlaybook('starter/github-security-alert.yaml')
}

/** Where an app shows a linked applet. */
export function appletSection(
  section: AppletCreate['section'],
  prefix: string,
  tab: string | undefined,
): LayoutSection {
  return {
    title: section.title,
    columns: section.columns,
    applet: prefix,
    fields: [],
    ...(section.text === undefined ? {} : { text: section.text }),
    ...(tab === undefined ? {} : { tab }),
  }
}

function readStarter(name: string): Promise<string> {
  return readFile(new URL(`starter/${name}`, import.meta.url), 'utf8')
}
