import type { JsonObject } from '@caseloom/contract/kernel/json'
import { type Actor, may } from '@caseloom/contract/kernel/permissions'
import type { TenantScope } from '../../../platform/database/types.ts'
import { mediaTypeOf } from '../../../platform/files/media-type.ts'
import type { HookLimits } from '../intake/hook-limits.ts'
import { type ActorOf, actorOfRun } from '../run-model/run-actor.ts'
import type { TriggerRow } from '../intake/trigger.store.ts'
import type { EvaluatedEvent } from '../deliveries/evaluated-event.ts'
import { evaluateTriggerEvent, type TriggerEventDeps } from '../deliveries/trigger-event.ts'
import { cleanText } from '../deliveries/evaluate-delivery.ts'
import { type ParsedMail, parseMail } from './parse-mail.ts'

/** Characters of a subject that name the file of a mail. */
const MAX_NAME = 80

export interface MailDeps extends TriggerEventDeps, TakingDeps {
  limits: HookLimits
}

interface TakingDeps extends Pick<TriggerEventDeps, 'versions'> {
  actorOf: ActorOf
  /** Keeps bytes as a file of this actor until a record names it; answers its id and content. */
  keepFile(
    scope: TenantScope,
    actor: Actor,
    file: { name: string; bytes: Buffer },
  ): Promise<{ id: string; sha256: string }>
}

/**
 * Evaluates a mail for a trigger and stores it and its attachments as files of the playbook; the caller writes the
 * result.
 */
export async function judgeMail(
  deps: MailDeps,
  scope: TenantScope,
  row: TriggerRow,
  parsed: ParsedMail,
): Promise<EvaluatedEvent> {
  await deps.limits.allowAcceptance(scope)
  const { once, subject } = parsed
  const summary = subject === '' ? null : subject
  return evaluateTriggerEvent(deps, scope, row, {
    payload: await takeMail(deps, scope, row, parsed),
    once,
    summary,
  })
}

/** An email as a webhook received it, read as at its own trigger. */
export async function readPostedMail(
  deps: TakingDeps,
  scope: TenantScope,
  row: TriggerPlace,
  raw: Buffer,
): Promise<{ payload: JsonObject; once: string; summary: string | null }> {
  const parsed = await parseMail(raw)
  const { once, subject } = parsed
  const payload = await takeMail(deps, scope, row, parsed)
  return { payload, once, summary: subject === '' ? null : cleanText(subject.slice(0, 200)) }
}

type TriggerPlace = Pick<TriggerRow, 'id' | 'playbook_id' | 'version_id'>

async function takeMail(
  deps: TakingDeps,
  scope: TenantScope,
  row: TriggerPlace,
  parsed: ParsedMail,
): Promise<JsonObject> {
  const version = await deps.versions.get(scope, row.version_id)
  const run = { id: row.id, playbook_id: row.playbook_id, initiator: null }
  const actor = await actorOfRun(deps.actorOf, scope, run, version)
  const keep = async ({ name, type, bytes }: ParsedMail['files'][number]): Promise<JsonObject> => {
    // An actor who may not change records may not store files either: then only their names and types are passed on.
    const isStored = actor !== null && may(actor, 'record:update') && bytes.length > 0
    const stored = isStored ? await deps.keepFile(scope, actor, { name, bytes }) : null
    const said = type === '' ? mediaTypeOf(bytes.subarray(0, 4_096), name) : type
    return {
      fileId: stored?.id ?? null,
      name,
      type: said,
      size: bytes.length,
      sha256: stored?.sha256 ?? null,
    }
  }
  const name = `${[...parsed.subject].slice(0, MAX_NAME).join('').trim() || 'email'}.eml`
  const file = await keep({ name, type: 'message/rfc822', bytes: parsed.raw })
  const attachments: JsonObject[] = []
  for (const one of parsed.files) attachments.push(await keep(one))
  return { mail: { ...parsed.mail, file, attachments } }
}
