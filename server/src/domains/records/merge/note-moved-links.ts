import { actorRef } from '@caseloom/contract/records/records'
import type { NewLinkEvent } from '../reference-fields/link-events.store.ts'
import { referenceFields } from '../reference-fields/reference-fields.rules.ts'
import { saveLinkEvents } from '../writing/note-links.ts'
import type { Place } from './merge-values.ts'
import type { Moved } from './merge.store.ts'

/** Says in the histories that links lead to the survivor of a merge, and those of the survivor to others, or not any longer. */
export async function noteMovedLinks(
  { tx, app, actor, deps }: Place,
  moved: readonly Pick<Moved, 'into' | 'out'>[],
  { survivor, action }: { survivor: string; action: NewLinkEvent['action'] },
): Promise<void> {
  const same = { at: tx.now, actor: actorRef(actor), action }
  const apps = new Map(referenceFields(app).map(({ definition }) => [String(definition.id), definition.app]))
  const events = moved.flatMap(({ into, out }): NewLinkEvent[] => [
    ...into.map(({ field, source }) => ({ ...same, appId: app.id, target: survivor, field, source })),
    ...out.flatMap(({ field, target }) => {
      const appId = apps.get(field)
      return appId === undefined ? [] : [{ ...same, appId, target, field, source: survivor }]
    }),
  ])
  await saveLinkEvents(deps, tx, events)
}
