import type { MailItem } from '@caseloom/contract/identity/mails'
import type { StateName } from '../../../ui/glyphs/state.ts'

export const MAIL_STATES: Record<MailItem['state'], StateName> = {
  waiting: 'queued',
  sent: 'done',
  failed: 'failed',
  captured: 'todo',
}
