import type { PlaybookView } from '@caseloom/contract/automation/automation'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { ApiError, hasCode } from '../../../../data/api-error.ts'
import { call } from '../../../../data/call.ts'
import { describeError } from '../../../../data/describe-error.ts'
import type { DraftOwner } from '../../../../data/stored-draft.ts'
import { getPlaybook } from '@caseloom/contract/automation/automation'
import { keepPlaybook, saveDraft } from './builder.queries.ts'
import { type Answer, type DraftPorts, DraftSession, type DraftState } from './draft-session.ts'
import { savedDraft } from './saved-draft.ts'

/** The edited draft: saved automatically, merged with others' changes. */
export function useDraft(
  { tenantId, userId }: DraftOwner,
  playbook: PlaybookView,
): { session: DraftSession; state: DraftState } {
  const client = useQueryClient()
  const [session] = useState(() => {
    if (!isStored(playbook)) return new DraftSession(playbook, null, NO_PORTS)
    const stored = savedDraft({ tenantId, userId }, playbook.id)
    return new DraftSession(playbook, playbook.can.build ? stored.read() : null, {
      send: (revision, document) => send({ client, tenantId, playbookId: playbook.id }, revision, document),
      keep: stored.write,
      later: (run, ms) => {
        const timer = setTimeout(run, ms)
        return () => clearTimeout(timer)
      },
      now: () => Date.now(),
    })
  })
  const { revision, draft } = playbook
  useEffect(() => session.takeIn({ revision, draft }), [session, revision, draft])
  useEffect(() => {
    const again = () => void session.flush()
    window.addEventListener('online', again)
    return () => {
      window.removeEventListener('online', again)
      // Leaving sends pending changes; what can't be sent remains in the browser.
      void session.flush().finally(() => session.close())
    }
  }, [session])
  return { session, state: useSyncExternalStore(session.subscribe, session.state) }
}

/** An unsaved draft is saved only on request: nothing is sent automatically. */
const NO_PORTS: DraftPorts = {
  send: () => Promise.resolve({ kind: 'refused', reason: '' }),
  keep: () => undefined,
  later: () => () => undefined,
  now: () => Date.now(),
}

/** Whether the server knows the playbook; revision 0 exists only in this window. */
export function isStored({ revision }: Pick<PlaybookView, 'revision'>): boolean {
  return revision > 0
}

interface Target {
  client: QueryClient
  tenantId: string
  playbookId: string
}

async function send(
  { client, tenantId, playbookId }: Target,
  revision: number,
  document: PlaybookView['draft'],
): Promise<Answer> {
  try {
    const saved = await saveDraft(tenantId, playbookId, { revision, document })
    keepPlaybook(client, tenantId, saved)
    return { kind: 'saved', saved }
  } catch (error) {
    if (!hasCode(error, 'resource.version_conflict')) return failureOf(error)
  }
  try {
    const theirs = await call(getPlaybook, { params: { tenantId, playbookId } })
    keepPlaybook(client, tenantId, theirs)
    return { kind: 'behind', theirs }
  } catch (error) {
    return failureOf(error)
  }
}

function failureOf(error: unknown): Answer {
  const isAnswer = error instanceof ApiError && error.status >= 400 && error.status < 500
  if (!isAnswer) return { kind: 'away', reason: describeError(error).text }
  const [issue] = error.issues
  return { kind: 'refused', reason: issue?.message ?? describeError(error).text }
}
