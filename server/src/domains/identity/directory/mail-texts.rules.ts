/** A mail without its receiver. Links stand on lines of their own. */
export interface MailText {
  subject: string
  text: string
}

const day = (until: Date) => `${until.toISOString().slice(0, 16).replace('T', ' ')} UTC`
const letter = (lines: readonly string[]) => `${lines.join('\n')}\n`

/** To somebody who gets a password now. */
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
      'Choose a password here:',
      '',
      facts.link,
      '',
      `The link can be used once, until ${day(facts.until)}. If you expected no invitation, ignore this mail.`,
    ]),
  }
}

/** To somebody who has a way to sign in already. */
export function joinMail(facts: Parameters<typeof invitationMail>[0]): MailText {
  return {
    subject: `${facts.inviter} invites you to ${facts.accountName} on Caseloom`,
    text: letter([
      `Hello ${facts.name},`,
      '',
      `${facts.inviter} invites you to work in ${facts.accountName} on Caseloom.`,
      'Sign in as you always do to accept:',
      '',
      facts.link,
      '',
      `The invitation ends on ${day(facts.until)}. If you expected none, do not sign in before you have asked.`,
    ]),
  }
}

/** To somebody whose sign-in is paused for unknown devices. */
export function lockedMail(facts: { name: string; link: string; until: Date }): MailText {
  return {
    subject: 'Too many attempts to sign in as you',
    text: letter([
      `Hello ${facts.name},`,
      '',
      'someone made too many attempts to sign in to Caseloom with your address. Devices you signed in with before',
      'still work; sign-in from other devices is paused for up to an hour. To sign in with a new device now, open:',
      '',
      facts.link,
      '',
      `The link can be used once, until ${day(facts.until)}. If the attempts were not yours, you need to do nothing.`,
    ]),
  }
}

/** With a link for a new password. */
export function resetMail(facts: { name: string; link: string; until: Date }): MailText {
  return {
    subject: 'A new password for Caseloom',
    text: letter([
      `Hello ${facts.name},`,
      '',
      'somebody asked for a new password for your sign-in to Caseloom. Choose one here:',
      '',
      facts.link,
      '',
      `The link can be used once, until ${day(facts.until)}. If you did not ask for it, ignore this mail: your`,
      'password stays as it is.',
    ]),
  }
}

/** What a person chose to be told of by mail. */
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
      'You choose in your profile what you are told of by mail.',
    ]),
  }
}
