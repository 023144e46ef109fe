import { isJsonObject, JsonObject } from '@caseloom/contract/kernel/json'
import { TEMPLATES } from '@caseloom/playbook/templates'
import { parseText } from '@caseloom/playbook/yaml'
import { readdir, readFile } from 'node:fs/promises'
import type { ShippedItem } from '../ports/content-deps.ts'

const FOLDER = new URL('definitions/', import.meta.url)

/** Definitions that only the library has: one file each. */
export async function readLibraryFiles(): Promise<ShippedItem[]> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.yaml')).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const parsed = parseText(await readFile(new URL(name, FOLDER), 'utf8'))
      if (!parsed.ok) throw new Error(`${name} line ${parsed.issues[0]?.line}: ${parsed.issues[0]?.message}`)
      const document = JsonObject.parse(parsed.value)
      const { app } = document
      return isJsonObject(app)
        ? { kind: 'app', key: String(app['key']), title: String(app['name']), document }
        : playbook(document)
    }),
  )
}

/** What new playbooks can begin with, as playbooks. */
export function templatePlaybooks(): ShippedItem[] {
  const { intake, poll, approval } = TEMPLATES
  return [
    playbook({ playbook: 'alert-intake', title: 'Alert intake', ...intake }),
    playbook({ playbook: 'alert-poll', title: 'Hourly alert collection', ...poll }),
    playbook({ playbook: 'alert-approve-isolation', title: 'Approve isolation', ...approval }),
  ]
}

function playbook(document: JsonObject): ShippedItem {
  return { kind: 'playbook', key: String(document['playbook']), title: String(document['title']), document }
}
