import { zonedMoment } from '@caseloom/contract/values/moment-text'

/** A mail without its receiver. */
interface MailText {
  subject: string
  text: string
}

/** The notification about a question; nothing in it can answer the question. */
export function noteOf(note: {
  kind: 'asked' | 'reminded' | 'escalated' | 'delegated'
  asks: 'approve' | 'form'
  title: string
  playbook: string
}): { title: string; text: string } {
  const { title, playbook, asks } = note
  const what = asks === 'form' ? 'fill in a form' : 'decide'
  const text = `The playbook “${playbook}” is waiting for your answer.`
  switch (note.kind) {
    case 'asked':
      return { title: `You are asked to ${what}: ${title}`, text }
    case 'reminded':
      return { title: `Reminder: ${what}: ${title}`, text }
    case 'escalated':
      return { title: `Escalated to you: ${what}: ${title}`, text }
    case 'delegated':
      return { title: `Someone delegated a decision to you: ${title}`, text }
    default:
      return note.kind satisfies never
  }
}

/** The email to someone without an account. Opening its link answers nothing, because mail scanners open links. */
export function outsiderMail(ask: {
  title: string
  link: string
  until: Date | null
  /** The tenant's: the reader has none here. */
  zone: string
}): MailText {
  const end = ask.until === null ? 'once' : `once, until ${zonedMoment(ask.until, { zone: ask.zone })}`
  return {
    subject: ask.title,
    text: [
      'Hello,',
      '',
      'you are asked to fill in a form:',
      '',
      ask.title,
      '',
      ask.link,
      '',
      `This link is for you only and can be used ${end}. If you don’t expect this, ignore this email.`,
      '',
    ].join('\n'),
  }
}
