import type { Issue } from '@caseloom/contract/kernel/errors'
import type { JsonValue } from '@caseloom/contract/kernel/json'

/** Where inside the value, what kind, and the bounds; the caller knows the path of the value itself. */
export type ValueIssue = Issue
/** What was read of a value: its canonical form, or every fault in it. */
export type ParsedValue = { value: JsonValue; issues?: never } | { value?: never; issues: ValueIssue[] }
