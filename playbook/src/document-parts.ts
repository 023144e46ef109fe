import type { JsonValue } from '@caseloom/contract/kernel/json'
import { z } from 'zod'
import { DURATION, parseDuration } from './duration.ts'

export const STEP_KEY = /^[a-z][A-Za-z0-9_]*$/
const PLAYBOOK_KEY = /^[a-z][a-z0-9_-]*$/

// Whether all of a document is JSON is checked before, in one walk.
export const Json = z.custom<JsonValue>((value) => value !== undefined, 'is missing')
export const JsonRecord = z.record(z.string(), Json)

export const StepKey = z
  .string()
  .max(64)
  .regex(
    STEP_KEY,
    'must start with a lowercase letter and contain only letters, digits, and _ (a hyphen would mean minus)',
  )

export const PlaybookKey = z
  .string()
  .max(63)
  .regex(
    PLAYBOOK_KEY,
    'must start with a lowercase letter and contain only lowercase letters, digits, hyphens, and _',
  )

export const Duration = z
  .string()
  .regex(DURATION, 'must be a duration such as 500ms, 30s, 5m, 2h, or 1d')
  .refine(
    (text) => !DURATION.test(text) || parseDuration(text) !== undefined,
    'must not be longer than 366 days',
  )

/** Key of an asset of the tenant. */
export const AssetKey = z
  .string()
  .max(63)
  .regex(
    /^[a-z][a-z0-9_-]*$/,
    'must start with a lowercase letter and contain only lowercase letters, digits, hyphens, and _',
  )
