import type { JsonObject } from '@caseloom/contract/kernel/json'

const MOST = 100
const LONGEST = 4_000

/** The query of a hook's address as the playbook sees it: texts and lists of texts, bounded. */
export function queryOf(query: Readonly<Record<string, unknown>> | undefined): JsonObject {
  const entries = Object.entries(query ?? {}).slice(0, MOST)
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name,
      Array.isArray(value) ? value.slice(0, MOST).map(textOf) : textOf(value),
    ]),
  )
}

function textOf(value: unknown): string {
  return String(value).slice(0, LONGEST)
}
