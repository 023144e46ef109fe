import type { MailItem } from '@caseloom/contract/mails'
import type { StateName } from '../../../ui/glyphs/state.ts'

/** The glyph of what became of a mail. */
export const MAIL_STATES: Record<MailItem['state'], StateName> = {
  waiting: 'queued',
  sent: 'done',
  failed: 'failed',
  captured: 'todo',
}
