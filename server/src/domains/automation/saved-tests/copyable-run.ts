import { type Actor, may } from '@caseloom/contract/kernel/permissions'
import type { TenantScope } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import type { Directory } from '../directory/directory-port.ts'
import { type GateDeps, isOpenRun } from '../gate/run-gate.ts'

export interface CopyDeps extends GateDeps {
  /** Without it, no one is known to read a playbook, and no run can be copied. */
  members?: Directory['members'] | undefined
}

/** Each reader of a playbook is checked on their own; with more of them, that takes too long. */
const MAX_READERS = 1_000

/**
 * Checks that the data of a run may become part of a playbook: the actor may see it, and so may everyone who can read
 * playbooks. Throws resource.not_found, playbook.test_refused with the reason.
 */
export async function allowCopy(
  deps: CopyDeps,
  scope: TenantScope,
  actor: Actor,
  run: { id: string; isTry: boolean },
): Promise<void> {
  if (!(await isOpenRun(deps, scope, actor, run.id))) throw fail('resource.not_found')
  const members = (await deps.members?.(scope)) ?? null
  const readers = (members ?? []).map((one) => one.actor).filter((one) => may(one, 'playbook:read'))
  if (members === null || readers.length > MAX_READERS) throw refused(UNKNOWN)
  for (const reader of readers) {
    // What a person tried isn't data of runs yet: only the records that it came from limit who may read it.
    const judged = run.isTry ? { ...reader, permissions: withRunData(reader) } : reader
    if (!may(judged, 'run:data')) throw refused(NO_RUN_DATA)
    if (!(await isOpenRun(deps, scope, judged, run.id))) throw refused(RESTRICTED)
  }
}

const UNKNOWN =
  'Too many people can read this playbook to check that all of them may read the data of this run.'
const NO_RUN_DATA =
  'Everyone who can read playbooks can read their tests, and some of them can’t read the data of runs. Try the playbook with sample data instead.'
const RESTRICTED =
  'Everyone who can read playbooks can read their tests, and some of them can’t read the records that this run used. Try the playbook with sample data instead.'

function refused(detail: string) {
  return fail('playbook.test_refused', { detail })
}

function withRunData({ permissions }: Actor): Actor['permissions'] {
  return new Set([...permissions, 'run:data'])
}
