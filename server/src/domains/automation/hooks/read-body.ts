import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { TenantScope } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { cleanText } from '../deliveries/evaluate-delivery.ts'
import type { RunBasis } from '../expressions/messages.ts'
import type { TriggerRow } from '../intake/trigger.store.ts'
import { flatHeaders, publicHeaders } from './hook-auth.rules.ts'
import { formAsJson, isFormType, isMailType, isTextType, textAsJson } from './hook-body.rules.ts'

/** What of an email names its delivery. */
export interface PostedMail {
  once: string
  summary: string | null
}

/** Reads an email as its own trigger does, with its attachments as files of the playbook. A port: mail lies above. */
export type ReadMail = (
  scope: TenantScope,
  row: TriggerRow,
  raw: Buffer,
) => Promise<PostedMail & { payload: JsonObject }>

interface Posted {
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: Buffer
  query: JsonObject
  mail?: PostedMail | undefined
}

/** The content type of a delivery. */
export function typeOf({ headers }: Pick<Posted, 'headers'>): string | undefined {
  return flatHeaders(headers)['content-type']
}

/** Web forms, texts, and emails are read as JSON; the signature was that of the bytes as they came. */
export async function readBody<Delivery extends Posted>(
  { readMail }: { readMail?: ReadMail | undefined },
  scope: TenantScope,
  delivery: Delivery,
  row: TriggerRow,
): Promise<Delivery> {
  const type = typeOf(delivery)
  if (readMail !== undefined && isMailType(type)) {
    const { payload, ...mail } = await readMail(scope, row, delivery.body)
    return { ...delivery, body: Buffer.from(JSON.stringify(payload)), mail }
  }
  if (isTextType(type)) return { ...delivery, body: textBody(delivery.body, type) }
  if (!isFormType(type)) return delivery
  return { ...delivery, body: Buffer.from(formAsJson(delivery.body.toString('utf8'))) }
}

function textBody(body: Buffer, type: string | undefined): Buffer {
  try {
    return Buffer.from(textAsJson(body, type))
  } catch (error) {
    const detail = 'The text isn’t in the character set of its content type'
    throw fail('hook.bad_payload', { detail, cause: error })
  }
}

/** An email gives `trigger.mail`, as it does at its own trigger; anything else its headers and query. */
export function receivedAs(
  { mail, headers, query }: Posted,
  row: TriggerRow,
): Pick<RunBasis['received'], 'kind' | 'once' | 'headers' | 'query'> {
  if (mail === undefined) return { headers: publicHeaders(headers, row), query }
  return { kind: 'mail', once: cleanText(mail.once).slice(0, 500), headers: {}, query: {} }
}
