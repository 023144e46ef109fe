import { timeLocaleOf, zonedMoment } from '@caseloom/contract/values/moment-text'

/** A mail without its receiver. Links stand on lines of their own. */
export interface MailText {
  subject: string
  text: string
}

/** How a receiver reads times: by their profile, otherwise in UTC. The zone is named either way. */
export interface MailReader {
  time_zone: string | null
  locale: string | null
}

const day = (until: Date, { time_zone, locale }: MailReader = { time_zone: null, locale: null }) =>
  zonedMoment(until, { zone: time_zone ?? 'UTC', locale: timeLocaleOf(locale) })
const letter = (lines: readonly string[]) => `${lines.join('\n')}\n`

/** To someone who gets a password now. */
export function invitationMail(facts: {
  name: string
  accountName: string
  inviter: string
  link: string
  until: Date
}): MailText {
  return {
    subject: `${facts.inviter} invites you to ${facts.accountName} on Caseloom`,
    text: letter([
      `Hello ${facts.name},`,
      '',
      `${facts.inviter} invites you to work in ${facts.accountName} on Caseloom.`,
      'Set your password here:',
      '',
      facts.link,
      '',
      `The link can be used once, until ${day(facts.until)}. If you didn’t expect this invitation, ignore this email.`,
    ]),
  }
}

/** To someone who has a way to sign in already. */
export function joinMail(facts: Parameters<typeof invitationMail>[0]): MailText {
  return {
    subject: `${facts.inviter} invites you to ${facts.accountName} on Caseloom`,
    text: letter([
      `Hello ${facts.name},`,
      '',
      `${facts.inviter} invites you to work in ${facts.accountName} on Caseloom.`,
      'Sign in as usual to accept:',
      '',
      facts.link,
      '',
      `The invitation expires on ${day(facts.until)}. If you didn’t expect it, check with the sender before you sign in.`,
    ]),
  }
}

/** To someone whose sign-in is paused for unknown devices. */
export function lockedMail(facts: { name: string; link: string; until: Date; reader: MailReader }): MailText {
  return {
    subject: 'Too many attempts to sign in to your account',
    text: letter([
      `Hello ${facts.name},`,
      '',
      'There were too many attempts to sign in to Caseloom with your address. Devices you’ve used before',
      'still work. Sign-in from other devices is paused for up to an hour. To sign in on a new device now, open:',
      '',
      facts.link,
      '',
      `The link can be used once, until ${day(facts.until, facts.reader)}. If it wasn’t you, you don’t need to do anything.`,
    ]),
  }
}

/** With a link for a new password. */
export function resetMail(facts: {
  name: string
  link: string
  until: Date
  /** Absent where others may read the mail: the zone says where someone lives. */
  reader?: MailReader | undefined
}): MailText {
  return {
    subject: 'Reset your Caseloom password',
    text: letter([
      `Hello ${facts.name},`,
      '',
      'Someone requested a new password for your sign-in to Caseloom. Set it here:',
      '',
      facts.link,
      '',
      `The link can be used once, until ${day(facts.until, facts.reader)}. If you didn’t request it, ignore this email: your`,
      'password won’t change.',
    ]),
  }
}

/** Builds a notification that a person chose to receive by mail. */
export function noteMail(note: {
  name: string
  title: string
  text: string | null
  link: string | null
}): MailText {
  return {
    subject: note.title,
    text: letter([
      `Hello ${note.name},`,
      '',
      note.title,
      ...(note.text === null ? [] : ['', note.text]),
      ...(note.link === null ? [] : ['', note.link]),
      '',
      'Choose in your profile which notifications you get by email.',
    ]),
  }
}

interface MailedNote {
  title: string
  text: string | null
  link: string | null
  at: Date
}

/** Builds one email of several notifications, oldest first. */
export function digestMail(digest: {
  name: string
  notes: readonly MailedNote[]
  reader: MailReader
}): MailText {
  const { name, notes, reader } = digest
  return {
    subject: `${notes.length} notifications from Caseloom`,
    text: letter([
      `Hello ${name},`,
      '',
      'Your notifications, oldest first:',
      ...notes.flatMap(({ title, text, link, at }) => [
        '',
        title,
        day(at, reader),
        ...(text === null ? [] : [text]),
        ...(link === null ? [] : [link]),
      ]),
      '',
      'Choose in your profile which notifications you get by email, and when.',
    ]),
  }
}
