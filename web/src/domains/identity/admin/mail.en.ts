/** English texts of the mails that the product sent. */
export const mailEn = {
  mail: {
    title: 'Mail',
    installation: 'Mail of the installation',
    failed: 'The mails could not be loaded',
    oneFailed: 'The mail could not be loaded',
    none: 'No mails yet',
    noneText: 'Invitations, password resets and other mails of the product stand here.',
    capturing:
      'No mail server is set: mails are kept here instead of being sent. Copy their links to the people they are for, or set SMTP_URL.',
    columns: { to: 'To', subject: 'Subject', state: 'State', at: 'Sent' },
    states: { waiting: 'Waiting', sent: 'Sent', failed: 'Failed', captured: 'Captured' },
    count_one: '{{shown}} mail loaded',
    count_other: '{{shown}} mails loaded',
    at: 'Time',
    state: 'State',
    error: 'Failure',
    text: 'Text',
    copy: 'Copy text',
  },
} as const
