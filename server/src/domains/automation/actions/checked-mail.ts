import { FileInput, fileIdOf } from '@caseloom/playbook/actions-files'
import { z } from 'zod'
import type { RecordStepsDoor } from '../../records/record-steps.door.ts'
import type { EffectContext, EffectOutcome } from '../effects/effects.ts'
import { failedStep } from '../effects/effect-of.ts'
import { mailAddress, mailHtml, textOfHtml } from './mail-input.rules.ts'

const Addresses = z.array(z.string()).max(100)
export const Mail = z.object({
  to: Addresses.min(1),
  cc: Addresses.default([]),
  bcc: Addresses.default([]),
  subject: z.string().min(1).max(500),
  text: z.string().max(500_000).optional(),
  html: z.string().max(500_000).optional(),
  replyTo: z.string().optional(),
  attachments: z.array(FileInput).max(20).default([]),
})
export type Mail = z.output<typeof Mail>

/** Bytes of all attachments of a mail together: more is refused by most servers. */
const MAX_BYTES = 20 * 1024 * 1024

/** A mail whose addresses are checked, whose HTML is clean, and whose files the run may read. */
export interface CheckedMail {
  to: string[]
  cc: string[]
  bcc: string[]
  replyTo: string | null
  subject: string
  text: string
  html: string | null
  attachments: { sha256: string; name: string; mediaType: string }[]
}

/** Checks everything of a mail before anything is sent; answers the failure of the step otherwise. */
export async function checkedMail(
  { steps }: { steps: Pick<RecordStepsDoor, 'sendable'> },
  input: Mail,
  { scope, actor }: EffectContext,
): Promise<CheckedMail | EffectOutcome> {
  if (/[\p{Cc}\u2028\u2029]/u.test(input.subject))
    return failedStep('step.bad_input', 'subject: must be a single line without control characters')
  if (input.text === undefined && input.html === undefined)
    return failedStep('step.bad_input', 'text: an email requires "text" or "html"')
  const wrong = (['to', 'cc', 'bcc'] as const).flatMap((name) =>
    input[name].flatMap((address, at) => (mailAddress(address) === null ? [`${name}.${at}`] : [])),
  )
  const replyTo = input.replyTo === undefined ? null : mailAddress(input.replyTo)
  if (input.replyTo !== undefined && replyTo === null) wrong.push('replyTo')
  if (wrong.length > 0)
    return failedStep('step.bad_input', wrong.map((place) => `${place}: isn’t an email address`).join('; '))
  const files = await steps.sendable(scope, actor, input.attachments.map(fileIdOf))
  if (files.missing.length > 0)
    return failedStep('step.unknown_file', `There is no file ${files.missing.join(', no file ')}`)
  if (files.found.reduce((sum, file) => sum + file.size, 0) > MAX_BYTES)
    return failedStep('step.too_large', 'The attachments exceed 20 MB in total')
  const html = input.html === undefined ? null : mailHtml(input.html)
  const list = (addresses: readonly string[]) => addresses.flatMap((text) => mailAddress(text) ?? [])
  return {
    to: list(input.to),
    cc: list(input.cc),
    bcc: list(input.bcc),
    replyTo,
    subject: input.subject,
    text: input.text ?? textOfHtml(html ?? ''),
    html,
    attachments: files.found.map(({ sha256, name, mediaType }) => ({ sha256, name, mediaType })),
  }
}
