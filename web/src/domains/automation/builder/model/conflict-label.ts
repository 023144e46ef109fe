import type { JsonObject } from '@caseloom/contract/kernel/json'
import { findStep, triggersOf } from './places.ts'

const LISTS = new Set(['steps', 'catch', 'finally'])

/** Labels a conflict with the title of its step or trigger and the path inside it. */
export function conflictLabel(document: JsonObject, id: string, whole: string): string {
  const parts = id.split('/')
  let title = whole
  let inside = 0
  for (const [at, part] of parts.entries()) {
    const key = parts[at + 1]
    if (key === undefined || at < inside) continue
    const found = LISTS.has(part)
      ? findStep(document, key)?.step
      : part === 'triggers'
        ? triggersOf(document).find((one) => one.key === key)?.trigger
        : undefined
    if (found === undefined) continue
    title = typeof found['title'] === 'string' && found['title'] !== '' ? found['title'] : key
    inside = at + 2
  }
  const rest = parts.slice(inside).join(' › ')
  return rest === '' ? title : `${title} › ${rest}`
}
