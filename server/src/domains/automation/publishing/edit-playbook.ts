import type { PlaybookView } from '@caseloom/contract/automation/automation'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantScope } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import { newId } from '../../../platform/uuid.ts'
import { playbookChanged } from '../playbooks/playbook.events.ts'
import { getPlaybookRow, insertPlaybook, updateDraft } from '../playbooks/playbook.store.ts'
import { draftFields } from '../playbooks/playbook-document.rules.ts'
import { type PlaybookReadDeps, readPlaybook } from './playbooks.read.ts'

/** Keeps a new draft; throws playbook.invalid when it has no proper key or title, playbook.key_taken. */
export async function createPlaybook(
  deps: PlaybookReadDeps,
  scope: TenantScope,
  actor: Actor,
  document: JsonObject,
): Promise<PlaybookView> {
  allow(actor, 'playbook:build')
  const draft = draftFields(document)
  if (!draft.ok) throw fail('playbook.invalid', { issues: draft.issues })
  const id = newId()
  await scope.tx((tx) => insertPlaybook(tx, id, { ...draft.fields, by: actor }))
  return readPlaybook(deps, scope, actor, id)
}

export interface SaveDraft {
  playbookId: string
  /** The revision that was edited. */
  revision: number
  document: JsonObject
}

/** Replaces the draft; throws resource.version_conflict when someone else saved or published since. */
export async function saveDraft(
  deps: PlaybookReadDeps,
  scope: TenantScope,
  actor: Actor,
  command: SaveDraft,
): Promise<PlaybookView> {
  allow(actor, 'playbook:build')
  const draft = draftFields(command.document)
  if (!draft.ok) throw fail('playbook.invalid', { issues: draft.issues })
  await scope.tx(async (tx) => {
    const row = await getPlaybookRow(tx, command.playbookId, true)
    if (row.revision !== command.revision) throw revisionConflict(row.revision, row.draft)
    if (row.published_version !== null && row.key !== draft.fields.key) {
      const message = `The key "${row.key}" can’t be changed after the first publishing`
      const issue = { path: ['body', 'document', 'playbook'], code: 'bad_value', message }
      throw fail('playbook.invalid', { issues: [issue] })
    }
    await updateDraft(tx, row.id, { ...draft.fields, by: actor })
    tx.announce(playbookChanged(tx, row.id))
  })
  return readPlaybook(deps, scope, actor, command.playbookId)
}

/** What was changed meanwhile comes along, so that the editor can show the difference. */
export function revisionConflict(revision: number, draft: JsonObject) {
  return fail('resource.version_conflict', { extra: { revision, theirs: draft } })
}
