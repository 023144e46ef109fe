/** English texts of the frame of the account administration. */
export const adminShellEn = {
  title: 'Account administration',
  short: 'Account admin',
  back: 'Back to tenant',
  toStart: 'Back to start page',
  main: 'Main',
  groups: { people: 'People', account: 'Account', installation: 'Installation' },
  sections: {
    users: 'Users',
    groups: 'Groups',
    roles: 'Roles',
    tokens: 'API tokens',
    tenants: 'Tenants',
    'sign-in': 'Sign-in',
    branding: 'Branding',
    mail: 'Mail',
    'hero-ai': 'Hero AI',
    audit: 'Audit log',
    flags: 'Feature flags',
    license: 'License',
    'installation-mail': 'Mail of the installation',
  },
} as const
