import type { Issue } from '@caseloom/contract/kernel/errors'
import type { ReadDocument } from './document-to-actions.rules.ts'

export interface ThreadInput {
  bytes: Uint8Array
  key: string
  source: string | null
}
export type ThreadOutput = { read: ReadDocument } | { issues: Issue[] }
