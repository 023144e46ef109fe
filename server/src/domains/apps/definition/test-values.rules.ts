import type { Workflow } from '@caseloom/contract/apps/workflow'
import { type Actor, mayPass } from '@caseloom/contract/kernel/permissions'
import { withoutValues } from '@caseloom/workflow/test-problems'
import type { StoredField } from './app-definition.ts'

type Fields = readonly Pick<StoredField, 'key' | 'readers'>[]

/**
 * A definition as someone who builds the app reads it: without values in tests of fields that they can’t read. Of an
 * earlier revision, they must also be allowed to read the field as it is `now`.
 */
export function withReadableTests<Whole extends { fields: Fields; workflow?: Workflow | undefined }>(
  actor: Actor,
  definition: Whole,
  now: Fields,
): Whole {
  const { workflow } = definition
  if (workflow?.tests === undefined) return definition
  const closed = new Set(
    [...definition.fields, ...now].flatMap(({ key, readers }) => (mayPass(actor, readers) ? [] : [key])),
  )
  return { ...definition, workflow: withoutValues(workflow, (key) => !closed.has(key)) }
}
