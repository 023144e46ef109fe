export const mailEn = {
  mail: {
    title: 'Email',
    installation: 'Installation email',
    failed: 'Couldn’t load emails',
    oneFailed: 'Couldn’t load this email',
    none: 'No emails yet',
    noneText: 'Invitations, password resets, and other emails from the product appear here.',
    capturing:
      'No mail server is set up, so emails are stored here instead of being sent. Copy their links to the recipients, or set SMTP_URL.',
    columns: { to: 'To', subject: 'Subject', state: 'State', at: 'Sent' },
    states: { waiting: 'Waiting', sent: 'Sent', failed: 'Failed', captured: 'Captured' },
    count_one: '{{shown}} email loaded',
    count_other: '{{shown}} emails loaded',
    at: 'Time',
    state: 'State',
    error: 'Error',
    text: 'Text',
    copy: 'Copy text',
  },
} as const
