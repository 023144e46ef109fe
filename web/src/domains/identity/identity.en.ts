/** English texts of signing in and out. */
export const identityEn = {
  login: {
    title: 'Log in',
    lead: 'Use the account your administrator gave you.',
    email: 'Email',
    password: 'Password',
    submit: 'Log in',
    sso: 'Log in with SSO',
    or: 'or use your password',
    show: 'Show password',
    note: 'Authorised use only.',
    sloganTitle: 'Every alert, one thread.',
    sloganText: 'Triage, automate and close with the evidence still attached.',
    emailMissing: 'Enter your email',
    passwordMissing: 'Enter your password',
    comesBack: 'Log in to go on where you were.',
  },
  logout: {
    title: 'Logging out',
    failed: 'You may still be logged in',
    failedText:
      'The server did not answer, so the session there was not ended. Nothing of it is left in this window.',
  },
} as const
