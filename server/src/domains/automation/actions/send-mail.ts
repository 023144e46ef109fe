import type { SystemScope } from '../../../platform/database/types.ts'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import { runIdempotentAsSystem } from '../../../platform/idempotency/run-once.ts'
import type { RecordStepsDoor } from '../../records/record-steps.door.ts'
import type { EffectAction } from '../effects/effects.ts'
import { type CheckedMail, checkedMail, Mail } from './checked-mail.ts'
import { effectOf } from '../effects/effect-of.ts'
import { type OwnMailDeps, sendByAsset } from './own-mail.ts'

export interface MailDeps extends OwnMailDeps {
  system: SystemScope
  steps: Pick<RecordStepsDoor, 'sendable'>
}

/** `mail.send`: queues a mail with the product's own mailer, or sends it by the mail server of an asset; once. */
export function mailEffect(deps: MailDeps): EffectAction {
  return effectOf(Mail, async (input, context) => {
    const mail = await checkedMail(deps, input, context)
    if ('ok' in mail) return mail
    const { scope, idempotencyKey: key, credentials } = context
    if (credentials !== undefined) return sendByAsset(deps, mail, { ...context, credentials })
    const { subject, text, attachments, ...parts } = mail
    const { tenantId, accountId } = scope
    const id = await runIdempotentAsSystem(deps.system, { tenantId, key }, (tx) =>
      queueMail(tx, {
        accountId,
        to: shown(mail),
        subject,
        text,
        parts: { ...parts, attachments: attachments.map((file) => ({ ...file, tenantId })) },
      }),
    )
    return { ok: true, output: { id } }
  })
}

/** Recipients as the list of emails shows them; blind copies are only counted. */
function shown({ to, cc, bcc }: CheckedMail): string {
  const open = [...to, ...cc].join(', ')
  return `${open.slice(0, 1_000)}${bcc.length === 0 ? '' : ` (+${bcc.length})`}`
}
