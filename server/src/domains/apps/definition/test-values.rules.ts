import type { Workflow } from '@caseloom/contract/apps/workflow'
import { type Actor, mayPass } from '@caseloom/contract/kernel/permissions'
import type { LinkedApplet } from '@caseloom/contract/apps/applet-links'
import { wholeWorkflow } from '@caseloom/workflow/applets/whole-workflow'
import { withoutValues } from '@caseloom/workflow/test-problems'
import type { StoredField } from './app-definition.ts'

type Fields = readonly Pick<StoredField, 'key' | 'readers'>[]

interface Tested {
  fields: Fields
  workflow?: Workflow | undefined
  applets?: readonly LinkedApplet[] | undefined
}

/**
 * A definition as someone who builds the app reads it: without values in tests of fields that they can’t read. Of an
 * earlier revision, they must also be allowed to read the field as it is `now`.
 */
export function withReadableTests<Whole extends Tested>(actor: Actor, definition: Whole, now: Fields): Whole {
  const { workflow } = definition
  if (workflow?.tests === undefined) return definition
  const closed = new Set(
    [...definition.fields, ...now].flatMap(({ key, readers }) => (mayPass(actor, readers) ? [] : [key])),
  )
  return {
    ...definition,
    workflow: withoutValues(workflow, (key) => !closed.has(key), wholeWorkflow(definition)),
  }
}
