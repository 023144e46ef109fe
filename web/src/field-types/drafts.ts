import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { ReadDraft } from './field-type.ts'

export function jsonDraft(value: JsonValue | undefined): string | undefined {
  return value === null || value === undefined ? undefined : JSON.stringify(value, null, 2)
}

export function readJson(draft: string): ReadDraft {
  try {
    // JSON.parse returns any; its result is a JSON value by definition.
    return { ok: true, value: JSON.parse(draft) as JsonValue }
  } catch (error) {
    return { ok: false, key: 'page.invalidJson', reason: error instanceof Error ? error.message : '' }
  }
}

export function readNumber(draft: string): ReadDraft {
  const text = draft.trim()
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text)) return { ok: false, key: 'page.invalidNumber' }
  // Beyond 15 digits a double would round: the text itself is sent.
  return { ok: true, value: text.replace(/\D/g, '').length > 15 ? text : Number(text) }
}

export function readNumbers(draft: readonly string[]): ReadDraft {
  const values: JsonValue[] = []
  for (const item of draft) {
    const reading = readNumber(item)
    if (!reading.ok) return { ok: false, key: 'page.invalidItem', reason: item }
    values.push(reading.value)
  }
  return { ok: true, value: values.length === 0 ? null : values }
}

export function isNumber(text: string): boolean {
  return text.trim() !== '' && Number.isFinite(Number(text))
}
