// Triggers that take email, from a mailbox or sent to their own address.
import { secretForms } from '@caseloom/connectors/kit/credentials'
import { hideInText } from '@caseloom/connectors/kit/masking'
import type { ImapFlow } from 'imapflow'
import { z } from 'zod'
import type { TenantScope } from '../../../platform/database/types.ts'
import type { Outbound } from '../../../platform/outbound/outbound.ts'
import type { AssetCredentials } from '../assets/credentials.ts'
import type { ConnectorServices } from '../connectors/connector-services.ts'
import { actorOfRun } from '../run-model/run-actor.ts'
import { moveTrigger, type TriggerRow } from '../intake/trigger.store.ts'
import { nextAttempt, PollError, describePollError } from '../polls/poll-error.ts'
import { restUntil, takeDue } from '../intake/due.store.ts'
import type { EvaluatedEvent } from '../deliveries/evaluated-event.ts'
import { isCrowded, saveEvaluatedEvent, refusal } from '../deliveries/trigger-event.ts'
import { openMailbox, withMailboxErrors } from './open-mailbox.ts'
import { MAX_MAIL_BYTES, parseMail } from './parse-mail.ts'
import { judgeMail, type MailDeps } from './take-mail.ts'

export interface MailboxDeps extends MailDeps {
  connectors?: Pick<ConnectorServices, 'opener' | 'assets'>
  /** Opens connections past the guard. */
  connect?: Outbound['connect']
}

const Options = z.object({
  asset: z.string(),
  folder: z.string(),
  moveTo: z.string().optional(),
})
type Options = z.infer<typeof Options>

/** What becomes of a mail that was taken; the option is called `then`, which no object of ours may be. */
const Afterwards = z.enum(['mark-read', 'move', 'delete'])

/** How far a mailbox was read. Ids mean nothing under another validity: then all is read again, and known mail passed by. */
const Place = z.object({ validity: z.string(), uid: z.number().int() })
type Place = z.infer<typeof Place>

/** Maximum emails per poll; the rest follow in the next one, immediately. */
const BATCH = 20
const LEASE_MS = 10 * 60_000

/** Takes what is new in a mailbox; each mail's run and the place behind it are one transaction. */
export async function pollMailbox(
  deps: MailboxDeps,
  scope: TenantScope,
  due: TriggerRow,
  now: Date,
): Promise<void> {
  const row = await lease(scope, due, now)
  if (row === null) return
  const options = Options.parse(row.options)
  const state: { row: TriggerRow; secrets: readonly string[] } = { row, secrets: [] }
  try {
    const credentials = await openAsset(deps, scope, row, options)
    state.secrets = credentials.secrets
    const client = await logIn(deps, scope, options, credentials)
    try {
      const more = await readNew(deps, scope, { state, options, client })
      await scope.tx(async (tx) => {
        if (!(await takeDue(tx, state.row))) return
        const due_at = more ? now : nextAttempt(row, now, 0)
        await moveTrigger(tx, { id: row.id, cursor: state.row.cursor, due_at, failing: null })
      })
    } finally {
      client.close()
    }
  } catch (error) {
    if (!(error instanceof PollError)) {
      await scope.tx((tx) => restUntil(tx, state.row, nextAttempt(row, now, 1)))
      throw error
    }
    // Servers quote the command that they refuse, and one of them holds the password.
    const message = hideInText(error.message, secretForms(state.secrets)).slice(0, 1_000)
    await describePollError(deps, scope, { row: state.row, message, now })
  }
}

/** One process at a time reads a mailbox; when it dies, another one resumes after the lease expires. */
async function lease(scope: TenantScope, row: TriggerRow, now: Date): Promise<TriggerRow | null> {
  const until = new Date(now.getTime() + LEASE_MS)
  return scope.tx(async (tx) => {
    if (!(await takeDue(tx, row))) return null
    await restUntil(tx, row, until)
    return { ...row, due_at: until }
  })
}

async function openAsset(
  deps: MailboxDeps,
  scope: TenantScope,
  row: TriggerRow,
  options: Options,
): Promise<AssetCredentials> {
  if (deps.connectors === undefined) throw new PollError('This process can’t read mailboxes')
  const version = await deps.versions.get(scope, row.version_id)
  const run = { id: row.id, playbook_id: row.playbook_id, initiator: null }
  const actor = await actorOfRun(deps.actorOf, scope, run, version)
  if (actor === null) throw new PollError('No user is allowed to poll for this playbook')
  const opened = await deps.connectors.opener.forStep(scope, actor, options.asset)
  if (!opened.ok) throw new PollError(opened.error.message)
  return opened.credentials
}

async function logIn(
  { connectors, connect }: MailboxDeps,
  scope: TenantScope,
  options: Options,
  credentials: AssetCredentials,
): Promise<ImapFlow> {
  if (connectors === undefined || connect === undefined)
    throw new PollError('This process can’t read mailboxes')
  const privateRangesAllowed = await connectors.assets.privateRangesAllowed(scope.tenantId)
  return openMailbox({ connect, privateRangesAllowed }, options.asset, credentials)
}

interface Reading {
  /** The current row; its cursor advances. */
  state: { row: TriggerRow }
  options: Options
  client: ImapFlow
}

/** Answers whether more is waiting. */
async function readNew(deps: MailboxDeps, scope: TenantScope, reading: Reading): Promise<boolean> {
  const { state, options, client } = reading
  const box = await withMailboxErrors(options.folder, () => client.mailboxOpen(options.folder))
  const validity = String(box.uidValidity)
  const known = Place.safeParse(state.row.cursor).data
  if (known === undefined) {
    // The first poll starts at the end: existing mail isn't new.
    state.row = { ...state.row, cursor: { validity, uid: box.uidNext - 1 } }
    return false
  }
  const after = known.validity === validity ? known.uid : 0
  const found = await withMailboxErrors(options.folder, () =>
    client.search({ uid: `${after + 1}:*` }, { uid: true }),
  )
  const uids = (found || []).filter((uid) => uid > after).toSorted((a, b) => a - b)
  for (const uid of uids.slice(0, BATCH)) await takeOne(deps, scope, reading, { validity, uid })
  return uids.length > BATCH
}

async function takeOne(
  deps: MailboxDeps,
  scope: TenantScope,
  { state, options, client }: Reading,
  place: Place,
): Promise<void> {
  const { uid } = place
  const { row } = state
  const judged = await judgeOne(deps, scope, row, { client, uid })
  const taken = await scope.tx(async (tx) => {
    if (!(await takeDue(tx, row))) return false
    const saved = judged === null ? [] : await saveEvaluatedEvent(deps, tx, [judged])
    if (saved.some(({ kind }) => kind === 'stale')) return false
    if (saved.some(isCrowded)) throw new PollError('Too many runs of this trigger are queued')
    await moveTrigger(tx, { id: row.id, cursor: place, due_at: row.due_at, failing: row.failing })
    return true
  })
  if (!taken) throw new PollError('The trigger changed while the mailbox was being read')
  state.row = { ...row, cursor: place }
  if (judged !== null) await withMailboxErrors(options.folder, () => putAway(client, uid, row))
}

/** Null when the mail was deleted meanwhile. */
async function judgeOne(
  deps: MailboxDeps,
  scope: TenantScope,
  row: TriggerRow,
  { client, uid }: { client: ImapFlow; uid: number },
): Promise<EvaluatedEvent | null> {
  const head = await withMailboxErrors('IMAP', () =>
    client.fetchOne(String(uid), { size: true, envelope: true }, { uid: true }),
  )
  if (!head) return null
  if ((head.size ?? 0) > MAX_MAIL_BYTES) {
    const reason = `The email is larger than ${MAX_MAIL_BYTES / 1024 / 1024} MB`
    return refusal(row, 'refused', { reason, summary: head.envelope?.subject ?? null })
  }
  const mail = await withMailboxErrors('IMAP', () =>
    client.fetchOne(String(uid), { source: true }, { uid: true }),
  )
  if (!mail || mail.source === undefined) return null
  return judgeMail(deps, scope, row, await parseMail(Buffer.from(mail.source)))
}

async function putAway(client: ImapFlow, uid: number, { options }: TriggerRow): Promise<void> {
  const { moveTo } = Options.parse(options)
  const afterwards = Afterwards.parse(options['then'])
  const range = String(uid)
  switch (afterwards) {
    case 'mark-read':
      await client.messageFlagsAdd(range, ['\\Seen'], { uid: true })
      return
    case 'move':
      await client.messageMove(range, moveTo ?? 'Archive', { uid: true })
      return
    case 'delete':
      await client.messageDelete(range, { uid: true })
      return
    default:
      afterwards satisfies never
  }
}
