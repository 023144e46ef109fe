import type { PackageNeeds } from '@caseloom/contract/content/packages'
import { isJsonObject, type JsonObject, type JsonValue } from '@caseloom/contract/kernel/json'
import type { PlaybooksPort } from '../ports/content-deps.ts'
import type { PackageItem } from '../format/package-file.ts'

/** What the importing tenant must have beside the contents. */
export function packageNeeds(
  contents: readonly PackageItem[],
  needsOf: PlaybooksPort['needsOf'],
): PackageNeeds {
  const documents = contents.filter(({ kind }) => kind === 'playbook').map(({ document }) => document)
  const uses = documents.map((document) => needsOf(document))
  return {
    connectors: sorted(uses.flatMap(({ connectors }) => connectors)),
    assets: sorted(uses.flatMap(({ assets }) => assets)),
    roles: sorted(documents.flatMap((document) => namesIn(document, 'roles'))),
    groups: sorted(documents.flatMap((document) => namesIn(document, 'groups'))),
  }
}

/** Names of roles or groups that steps ask or notify. */
function namesIn(value: JsonValue | JsonObject, member: 'roles' | 'groups'): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => namesIn(one, member))
  if (!isJsonObject(value)) return []
  return Object.entries(value).flatMap(([name, part]) =>
    name === member && Array.isArray(part)
      ? part.filter((one) => typeof one === 'string' && !one.includes('{%')).map(String)
      : namesIn(part, member),
  )
}

function sorted(names: readonly string[]): string[] {
  return [...new Set(names)].toSorted()
}
