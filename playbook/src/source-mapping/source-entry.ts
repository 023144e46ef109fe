import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { HookAuth } from './intake-playbook.ts'
import type { SourceHints } from './mapping.ts'

export const SOURCE_CATEGORIES = [
  'endpoint',
  'siem',
  'identity',
  'cloud',
  'mail',
  'code',
  'monitoring',
] as const
export type SourceCategory = (typeof SOURCE_CATEGORIES)[number]

/** A product that sends alerts: how it does, what it calls its values, and an event as it looks. */
export interface SourceEntry {
  key: string
  name: string
  /** Other words that people search for. */
  also?: string
  category: SourceCategory
  via: 'webhook' | 'mail'
  auth: HookAuth
  header?: string
  hints: SourceHints
  /** Written by us in the product's public form; all names and addresses are reserved for examples. */
  sample: JsonValue
}
